"""What goes over the wire: for each viewer the parts of the page that differ from what it has.

Rendering for a viewer also notes on it what its page has, before the frame is sent. If sending then
fails the connection is dropped, never kept: its page connects again and says what it shows.
Everything here runs on the event loop, without waiting, so no two renderings mix.
"""

from collections.abc import Iterable
from itertools import groupby

from django.utils import translation

from games import screens
from games.engine.observation import Observation, observe_in_public
from games.live.viewer import ConnectedViewer
from games.play.position import StoredPosition
from games.rooms import presence
from games.screens import SeenState, Snapshot, Viewer
from games.screens.rendering import Parts
from games.screens.table_facts import Table
from games.screens.table_public import log_html
from games.text.events import Narrator, is_about

Frames = list[tuple[ConnectedViewer, str]]
FROM_POSITION_ALONE = ("hand", "controls", "moment")


def can_follow(viewer: ConnectedViewer, move: StoredPosition) -> bool:
    """Whether the page shows the position before `move`, and the game goes on after it.

    The end of a game changes the whole room, and so is loaded like any other change.
    """
    goes_on = viewer.game_id == move.game_id and not move.state.is_over
    return goes_on and viewer.version == move.version - 1


def move_frames(viewers: Iterable[ConnectedViewer], move: StoredPosition) -> Frames:
    """What each viewer is sent after a move; the shared parts are rendered once for a language."""
    frames: Frames = []
    by_language = sorted(viewers, key=_language)
    for language, group in groupby(by_language, key=_language):
        with translation.override(language):
            frames += _frames_in_one_language(list(group), move)
    return frames


def _language(viewer: ConnectedViewer) -> str:
    return viewer.language


def _frames_in_one_language(viewers: list[ConnectedViewer], move: StoredPosition) -> Frames:
    table = viewers[0].table
    if table is None:
        return []
    lines = _lines_by_reader(table, move, {_seat(viewer) for viewer in viewers})
    public = observe_in_public(move.state)
    shared = screens.public_parts(table, move, viewers[0].seat_badges, public=public)
    news: dict[int, Parts] = {}
    frames: Frames = []
    for viewer in viewers:
        if viewer.role is None:
            continue
        viewer.version = move.version
        own = _own_news(viewer, table, move, public)
        changed = _shared_news(viewer, shared, news) | own
        changed["seen"] = screens.seen_state_html(viewer.seen_state)
        viewer.sent |= changed
        frames.append((viewer, "".join(changed.values()) + lines[_seat(viewer)]))
    return frames


def _shared_news(viewer: ConnectedViewer, shared: Parts, news: dict[int, Parts]) -> Parts:
    """The shared parts that the page lacks.

    Pages that were sent the same `shared` parts with the move before lack the same ones now: `news`
    has what was found for them.
    """
    had = viewer.sent if viewer.shared is None else viewer.shared
    if id(had) not in news:
        news[id(had)] = _differing(had, shared)
    viewer.shared = shared
    return news[id(had)]


def _own_news(
    viewer: ConnectedViewer, table: Table, move: StoredPosition, public: Observation
) -> Parts:
    """The viewer's own parts that the page lacks; nothing is rendered while they only wait."""
    facts = screens.waiting_facts(move, _seat(viewer))
    if viewer.role is None or (facts is not None and facts == viewer.waiting_facts):
        return {}
    viewer.waiting_facts = facts
    return _differing(viewer.sent, screens.own_parts(table, move, viewer.role, public))


def _differing(had: Parts, parts: Parts) -> Parts:
    return {name: html for name, html in parts.items() if had.get(name) != html}


def _seat(viewer: ConnectedViewer) -> int | None:
    return viewer.role.seat if viewer.role else None


def _lines_by_reader(
    table: Table, move: StoredPosition, seats: set[int | None]
) -> dict[int | None, str]:
    """What the move adds to the log of these seats; who is “you” in it reads other words."""
    told = [Narrator(table.edition, table.names).tell(event) for event in move.events]
    html = log_html(told)
    return {seat: _own_lines(table, move, seat, told) or html for seat in seats}


def _own_lines(table: Table, move: StoredPosition, seat: int | None, told: list[str]) -> str:
    """The same lines for a reader on this seat; empty if none of them is about the seat."""
    mine = [is_about(event, seat) for event in move.events]
    if True not in mine:
        return ""
    own = Narrator(table.edition, table.names, seat)
    lines = zip(move.events, told, mine, strict=True)
    return log_html([own.tell(event) if is_mine else line for event, line, is_mine in lines])


def changed_html(viewer: ConnectedViewer, parts: Parts) -> str:
    """The parts that differ from what the page has, which it has from now on."""
    changed = _differing(viewer.sent, parts)
    viewer.sent |= changed
    return "".join(changed.values())


def fresh_html(viewer: ConnectedViewer, snapshot: Snapshot) -> str:
    """What brings the page to the snapshot: the whole room if it is another one, else the parts.

    Empty if nothing differs, or if the snapshot is older than what the page shows: two snapshots
    may be loaded at the same time, and the older one arrive later.
    """
    with translation.override(viewer.language):
        role = _role_of(viewer, snapshot)
        is_same_room = (viewer.signature, viewer.role) == (snapshot.signature, role)
        if is_same_room and is_behind(snapshot, viewer):
            return ""
        parts = screens.room_parts(snapshot, role)
        # Nothing is noted before all is rendered: after a fault the next refresh sends it again.
        if is_same_room:
            lines = _missed_lines(viewer, snapshot)
            html = changed_html(viewer, parts) + lines
        else:
            # A page that connects only now has not seen the lot go: it gets no moment for it.
            missed = {} if viewer.role else {"moment": screens.no_moment()}
            html = screens.room_html(snapshot, role, parts | missed)
            viewer.sent |= parts
    _note(viewer, snapshot, role)
    return html


def is_behind(snapshot: Snapshot, viewer: ConnectedViewer) -> bool:
    """Whether the page shows a later version of the same game than the snapshot has."""
    return snapshot.signature == viewer.signature and _version_of(snapshot) < viewer.version


def note_shown(viewer: ConnectedViewer, snapshot: Snapshot) -> None:
    """Note that a page shows the snapshot already; nothing is rendered but its parts."""
    with translation.override(viewer.language):
        role = _role_of(viewer, snapshot)
        viewer.sent |= screens.room_parts(snapshot, role)
    _note(viewer, snapshot, role)


def shows_earlier(
    viewer: ConnectedViewer, snapshot: Snapshot, seen: SeenState, outline: str
) -> bool:
    """Whether a page shows this room as it was at some time, so that its parts can be replaced."""
    with translation.override(viewer.language):
        is_same = outline == screens.outline_of(snapshot, _role_of(viewer, snapshot))
    return is_same and seen.version <= max(0, _version_of(snapshot))


def resume(
    viewer: ConnectedViewer, snapshot: Snapshot, seen: SeenState, shown: StoredPosition | None
) -> None:
    """Note what a page shows that was connected before, or loaded a moment ago.

    Of its parts only those are known that follow from the position `shown` and from nothing else.
    The moment after a lot counts as known: what came of it while the page was away is in the log.
    """
    with translation.override(viewer.language):
        role = _role_of(viewer, snapshot)
        own: Parts = {}
        if snapshot.table and snapshot.position and shown:
            own = screens.own_parts(snapshot.table, shown, role)
            own["moment"] = screens.moment_part(snapshot.table, snapshot.position.story)
    _note(viewer, snapshot, role)
    viewer.version = seen.version if snapshot.position else -1
    viewer.changes, viewer.message = seen.changes, seen.message
    viewer.sent = {name: own[name] for name in FROM_POSITION_ALONE if name in own}


def _role_of(viewer: ConnectedViewer, snapshot: Snapshot) -> Viewer:
    """What the viewer is in the room now."""
    return screens.viewer_of(
        snapshot,
        viewer.player,
        viewer.site,
        viewer.invented,
        csrf_token=viewer.csrf_token,
    )


def _missed_lines(viewer: ConnectedViewer, snapshot: Snapshot) -> str:
    """The new messages, and the whole log if the page has missed moves."""
    html = screens.missed_talk_html(snapshot, viewer.player, viewer.message)
    if snapshot.table and snapshot.position and snapshot.position.version > viewer.version:
        html += screens.whole_log_html(snapshot.table, snapshot.position, _seat(viewer))
    return html


def _note(viewer: ConnectedViewer, snapshot: Snapshot, role: Viewer) -> None:
    """The page shows this snapshot from now on."""
    viewer.role, viewer.invented = role, role.invented
    viewer.shared = viewer.waiting_facts = None
    viewer.signature, viewer.table = snapshot.signature, snapshot.table
    viewer.version = _version_of(snapshot)
    viewer.changes = snapshot.room.changes
    viewer.message = snapshot.last_message
    viewer.seat_badges = snapshot.seat_badges
    viewer.absent = presence.absent_among(snapshot.members)
    own = (each.pk for each in snapshot.members if each.player_id == viewer.player_id)
    viewer.member_id = next(own, None)


def _version_of(snapshot: Snapshot) -> int:
    return snapshot.position.version if snapshot.position else -1
