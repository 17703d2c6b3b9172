"""What goes over the wire: for each viewer the parts of the page that differ from what it has.

Rendering for a viewer also notes on it what its page has, before the frame is sent. If sending then
fails the connection is dropped, never kept: its page connects again and says what it shows.
Everything here runs on the event loop, without waiting, so no two renderings mix.
"""

from collections.abc import Iterable
from itertools import groupby

from django.utils import translation

from games import screens
from games.live.viewer import ConnectedViewer
from games.play.position import StoredPosition
from games.rooms import presence
from games.screens import SeenState, Snapshot, Viewer
from games.screens.rendering import Parts
from games.screens.table_public import log_html
from games.text.events import Narrator

Frames = list[tuple[ConnectedViewer, str]]
FROM_POSITION_ALONE = ("hand", "controls")


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
    narrator = Narrator(table.edition, table.names)
    lines = log_html([narrator.tell(event) for event in move.events])
    shared = screens.public_parts(table, move, viewers[0].seat_badges)
    frames: Frames = []
    for viewer in viewers:
        if viewer.role is None:
            continue
        viewer.version = move.version
        own = screens.own_parts(table, move, viewer.role)
        seen = screens.seen_state_html(viewer.seen_state)
        parts = {**shared, **own, "seen": seen}
        frames.append((viewer, changed_html(viewer, parts) + lines))
    return frames


def changed_html(viewer: ConnectedViewer, parts: Parts) -> str:
    """The parts that differ from what the page has, which it has from now on."""
    changed = {name: html for name, html in parts.items() if viewer.sent.get(name) != html}
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
        if is_same_room and _version_of(snapshot) < viewer.version:
            return ""
        parts = screens.room_parts(snapshot, role)
        # Nothing is noted before all is rendered: after a fault the next refresh sends it again.
        if is_same_room:
            lines = _missed_lines(viewer, snapshot)
            html = changed_html(viewer, parts) + lines
        else:
            html = screens.room_html(snapshot, role, parts)
            viewer.sent |= parts
    _note(viewer, snapshot, role)
    return html


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
    """
    with translation.override(viewer.language):
        role = _role_of(viewer, snapshot)
        own = screens.own_parts(snapshot.table, shown, role) if snapshot.table and shown else {}
    _note(viewer, snapshot, role)
    viewer.version = seen.version if snapshot.position else -1
    viewer.changes, viewer.message = seen.changes, seen.message
    viewer.sent = {name: own[name] for name in FROM_POSITION_ALONE if name in own}


def _role_of(viewer: ConnectedViewer, snapshot: Snapshot) -> Viewer:
    """What the viewer is in the room now."""
    return screens.viewer_of(
        snapshot, viewer.player, viewer.site, viewer.invented, has_hints=viewer.has_hints
    )


def _missed_lines(viewer: ConnectedViewer, snapshot: Snapshot) -> str:
    """The new messages, and the whole log if the page has missed moves."""
    html = screens.missed_talk_html(snapshot, viewer.player, viewer.message)
    if snapshot.table and snapshot.position and snapshot.position.version > viewer.version:
        html += screens.whole_log_html(snapshot.table, snapshot.position)
    return html


def _note(viewer: ConnectedViewer, snapshot: Snapshot, role: Viewer) -> None:
    """The page shows this snapshot from now on."""
    viewer.role, viewer.invented = role, role.invented
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
