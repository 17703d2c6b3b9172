"""A room as one viewer sees it: loaded once, rendered whole or in parts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from games import presentation, selectors
from games.bots.characters import CHARACTERS
from games.charts import charts_of
from games.company import company_of
from games.engine.cards import BY_ID, Card, advanced_among
from games.engine.editions import EDITIONS
from games.engine.events import Ended, Event
from games.engine.observation import observe
from games.forms import CLOCK_NAMES, GRACE_NAMES, LEVEL_NAMES, RoomForm
from games.models import MOST_SEATS, Game, Member, Message, Player, Room
from games.narration import Narrator, lot_name
from games.orders import standing
from games.presentation import NOBODY_AWAY, SALES, Aside, Parts, Table, place_html
from games.proofs import Proof, proof_of
from games.reckoning import reckoning_of
from games.services import presence
from games.services.people import invented_name
from games.services.table import Position, position_of
from games.services.talk import REMARKS, words_of

Sale = Sequence[Event]
LOBBY = ("people", "join", "options", "hosting")


class Farewell(Enum):
    """Why somebody has to leave: what is written above, and the sentence."""

    REMOVED = (
        gettext_noop("You are no longer in this room"),
        gettext_noop("The host has shown you to the door. There are other evenings."),
    )
    CLOSED = (
        gettext_noop("This room is closed"),
        gettext_noop("Nobody has been here for a long time. A new room is opened with one click."),
    )
    LOGGED_OUT = (
        gettext_noop("You have logged out"),
        gettext_noop("The link of the room lets you in again."),
    )
    BANNED = (
        gettext_noop("You are no longer in this room"),
        gettext_noop("Those who look after the house keep you out for now."),
    )


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: nobody known, a watcher, or the player of a seat."""

    player: Player | None
    seat: int | None
    is_member: bool
    is_host: bool
    site: str
    invented: str
    has_hints: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything there is to show of a room at one moment; the secrets are still in it."""

    room: Room
    members: tuple[Member, ...]
    removed: frozenset[int]
    talk: tuple[Message, ...]
    mutes: frozenset[tuple[int, int]]
    game: Game | None = None
    table: Table | None = None
    position: Position | None = None
    aside: Aside = NOBODY_AWAY

    @property
    def signature(self) -> tuple[int | None, str]:
        """When this changes the whole room is drawn anew."""
        return (self.game.pk, self.game.status) if self.game else (None, "")


def load(room: Room) -> Scene:
    """The room as it is now; everything later is made from this alone."""
    here = (
        room,
        tuple(selectors.members_of(room)),
        selectors.removed_from(room),
        tuple(selectors.talk_of(room)),
        selectors.mutes_in(room),
    )
    game = selectors.game_of(room)
    if game is None:
        return Scene(*here)
    table = Table(
        edition=EDITIONS[game.edition],
        names=tuple(seat.name for seat in game.seats.all()),
        url=reverse("play", args=[room.invite]),
        faces=tuple(face_of(seat.player) for seat in game.seats.all()),
    )
    position = position_of(game.pk, game.version)
    return Scene(*here, game, table, position, _aside(game, here[1]))


def face_of(player: Player | None) -> str:
    """The drawing of a bot; people have none."""
    character = CHARACTERS.get(player.bot) if player else None
    return character.face if character else ""


def _aside(game: Game, members: Sequence[Member]) -> Aside:
    """Who of the seats is a bot, has a bot sitting in, or is away."""
    seats, company = list(game.seats.all()), company_of(game)
    seen = {member.player_id: member.seen_at for member in members}
    born = frozenset(seat.number for seat in seats if seat.player and seat.player.bot)
    people = [seat for seat in seats if seat.number not in born]
    away = presence.absent_since({seat.number: seen.get(seat.player_id or 0) for seat in people})
    if game.status == Game.Status.RUNNING:
        away += tuple((seat.number, 0) for seat in people if seat.player_id not in seen)
    return Aside(born, company.stand_ins, away)


def viewer_of(
    scene: Scene, player: Player | None, site: str, invented: str = "", *, has_hints: bool = True
) -> Viewer:
    """What `player` is in this room, by which address they came, what name they are offered."""
    member = next((m for m in scene.members if player and m.player_id == player.pk), None)
    seat = selectors.seat_of(scene.game, player) if scene.game else None
    is_host = player is not None and scene.room.host_id == player.pk
    return Viewer(player, seat, member is not None, is_host, site, invented, has_hints)


def table_parts(scene: Scene, viewer: Viewer) -> Parts:
    """Every part of the table for one viewer."""
    if scene.game is None or scene.table is None or scene.position is None:
        return {}
    position = scene.position
    company = company_of(scene.game)
    orders = standing(company.orders, position.state)
    now = replace(position, company=replace(company, orders=orders))
    shared = public_parts(scene.table, now, scene.aside, last_sale(position.story))
    return shared | own_parts(scene.table, now, viewer)


def own_parts(table: Table, position: Position, viewer: Viewer) -> Parts:
    """The parts that only this viewer sees; of the sealed orders they see their own."""
    view, company = observe(position.state, viewer.seat), position.company
    return presentation.private_parts(
        table,
        view,
        company.orders.get(viewer.seat) if viewer.seat is not None else None,
        has_hints=viewer.has_hints,
        has_clock=company.deadline is not None,
    )


def public_parts(table: Table, position: Position, aside: Aside, last: Sale = ()) -> Parts:
    """The parts that everybody sees alike."""
    view, deadline = observe(position.state, None), position.company.deadline
    until = int(deadline.timestamp()) if deadline else 0
    events = last or position.events
    return presentation.public_parts(table, view, position.version, events, aside, until)


def people_context(scene: Scene, viewer: Viewer) -> dict[str, Any]:
    """Who is here, the invitation, and for the host what can be done about it."""
    room = scene.room
    seated = {member.chair: member for member in scene.members if member.chair is not None}
    running = scene.game is not None and scene.game.status == Game.Status.RUNNING
    return {
        "room": room,
        "game_id": scene.game.pk if scene.game else "",
        "last_message": scene.talk[-1].pk if scene.talk else 0,
        **_agreed(room),
        "chairs": [
            (chair, seated.get(chair), _guise(seated.get(chair))) for chair in range(room.seats)
        ],
        "closed_chairs": range(room.seats, MOST_SEATS),
        "watchers": [member for member in scene.members if member.chair is None],
        "viewer": viewer,
        "is_running": running,
        "is_rematch": scene.game is not None and not running,
        "replay": "" if running or scene.game is None else _replay_key(scene.game, viewer),
        "can_start": len(seated) >= 3,
        "missing": max(0, 3 - len(seated)),
        "can_sit": len(seated) < room.seats or any(m.player.bot for m in seated.values()),
        "is_seated": any(
            viewer.player and m.player_id == viewer.player.pk for m in seated.values()
        ),
        "form": RoomForm(instance=room) if viewer.is_host and not running else None,
        "absent": _absent(scene) if viewer.is_host and running else (),
        "muted": muted_by(scene, viewer.player),
        "link": f"{viewer.site}{reverse('room', args=[room.invite])}",
        "invented": viewer.invented or invented_name(),
    }


def _absent(scene: Scene) -> list[dict[str, Any]]:
    """The seats of people who are away, and what the host can choose for each."""
    away = {number for number, _since in scene.aside.away}
    seats = scene.game.seats.all() if scene.game else ()
    return [
        {
            "seat": seat.number,
            "name": seat.name,
            "has_bot": seat.number in scene.aside.stand_ins,
            "is_awaited": seat.is_awaited or not scene.room.grace,
        }
        for seat in seats
        if seat.number in away
    ]


def _replay_key(game: Game, viewer: Viewer) -> str:
    """By which key the viewer finds the finished game again: who only watched needs its link."""
    return game.share if viewer.seat is None else game.code


def _guise(member: Member | None) -> dict[str, Any]:
    """What there is to see of a bot: face, level and temper; of people nothing."""
    character = CHARACTERS.get(member.player.bot) if member else None
    if character is None:
        return {}
    return {
        "face": character.face,
        "level": LEVEL_NAMES[character.level],
        "temper": _(character.temper),
    }


def _agreed(room: Room) -> dict[str, Any]:
    """How this room plays, in words for those who do not choose it."""
    edition = EDITIONS[room.edition]
    return {
        "edition": edition,
        "advanced": [lot_name(edition, BY_ID[id]) for id in room.advanced],
        "clock": CLOCK_NAMES[room.clock],
        "grace": GRACE_NAMES[room.grace],
        "with_advanced": " ".join(each.id for each in EDITIONS.values() if each.has_advanced),
    }


def muted_by(scene: Scene, player: Player | None) -> frozenset[int]:
    """Whom the player does not want to read."""
    return frozenset(muted for who, muted in scene.mutes if player and who == player.pk)


def audible(scene: Scene, player: Player | None, after: int = 0) -> list[Message]:
    """What was said since the message `after`, without those the reader has muted."""
    muted = muted_by(scene, player)
    return [m for m in scene.talk if m.pk > after and m.player_id not in muted]


def lobby_parts(scene: Scene, viewer: Viewer, request: HttpRequest | None = None) -> Parts:
    """The parts of the screen that are about people and options."""
    context = people_context(scene, viewer)
    return {name: render_to_string(f"partials/{name}.html", context, request) for name in LOBBY}


def room_parts(scene: Scene, viewer: Viewer, request: HttpRequest | None = None) -> Parts:
    """Every part of the room for one viewer."""
    parts = lobby_parts(scene, viewer, request)
    return parts | table_parts(scene, viewer)


def room_context(scene: Scene, viewer: Viewer, parts: Parts) -> dict[str, Any]:
    """All that the whole room's template needs; of the game only what the viewer may know."""
    context = people_context(scene, viewer) | {
        "lobby": {name: SafeString(parts[name]) for name in LOBBY},
        "talk": _lines(audible(scene, viewer.player)),
        "remarks": [(key, _(text)) for key, text in REMARKS.items()],
        "socket_url": f"/ws/r/{scene.room.invite}/",
    }
    if scene.table and scene.position and scene.game:
        context |= _game_context(scene.game, viewer, scene.table, scene.position, parts)
    return context


def _game_context(
    game: Game, viewer: Viewer, table: Table, position: Position, parts: Parts
) -> dict[str, Any]:
    return {
        "game": table,
        "parts": {name.replace("-", "_"): SafeString(html) for name, html in parts.items()},
        "seats": [SafeString(place_html(*seat, parts)) for seat in enumerate(table.names)],
        "seat": viewer.seat,
        "cards": SafeString(
            presentation.cards_html(
                table.edition, advanced_among(position.state.deal.deck), get_language()
            )
        ),
        "rules": presentation.rules_url(table.edition),
        "money": presentation.money_format(table.edition, get_language()),
        "commitment": game.commitment,
        "is_my_turn": viewer.seat in position.state.seats_to_act,
        "log": SafeString(whole_log_html(table, position)),
        "scores": SafeString(scores_html(game, table, position)),
        "charts": SafeString(charts_html(table, position)),
    }


def scores_html(game: Game, table: Table, position: Position) -> str:
    """Only a finished game tells its seed and salt."""
    ended = position.story[-1]
    if not isinstance(ended, Ended):
        return ""
    claimed = tuple(player.claimed for player in position.state.players)
    return _whole_scores(table, ended, claimed, proof_of(game), get_language())


def charts_html(table: Table, position: Position) -> str:
    """Only a finished game lays open what everybody had left."""
    if not isinstance(position.story[-1], Ended):
        return ""
    return _whole_charts(table, position.story, get_language())


def last_sale(events: Sequence[Event]) -> Sale:
    """The newest event that tells where a lot went."""
    sales = [event for event in events if isinstance(event, SALES)]
    return (sales[-1],) if sales else ()


def room_html(scene: Scene, viewer: Viewer, parts: Parts | None = None) -> str:
    """The whole room for one viewer, of these parts if they are there already."""
    context = room_context(scene, viewer, parts or room_parts(scene, viewer))
    return render_to_string("partials/room.html", context)


def message_html(messages: Sequence[Message]) -> str:
    """New lines for the talk."""
    return render_to_string("partials/new-messages.html", {"talk": _lines(messages)})


def _lines(messages: Sequence[Message]) -> list[dict[str, str]]:
    """The talk as it is read: by whom and what."""
    return [{"name": message.name, "text": words_of(message)} for message in messages]


def whole_log_html(table: Table, position: Position) -> str:
    """The log from the beginning."""
    return _log_html(table, position.story, get_language())


@lru_cache(maxsize=200)
def _log_html(table: Table, story: tuple[Event, ...], language: str | None) -> str:  # noqa: ARG001
    """The same for everybody at the table who reads this language."""
    narrator = Narrator(table.edition, table.names)
    lines = [narrator.tell(event) for event in story]
    return render_to_string("partials/log.html", {"log": lines})


@lru_cache(maxsize=200)
def _whole_scores(
    table: Table,
    ended: Ended,
    claimed: tuple[tuple[Card, ...], ...],
    proof: Proof,
    language: str | None,  # noqa: ARG001
) -> str:
    """How a finished game was scored, and the proof of its shuffle."""
    context = {
        "reckoning": reckoning_of(table, ended.result, claimed),
        "ending": Narrator(table.edition, table.names).tell(ended),
        "edition": table.edition,
        "proof": proof,
    }
    return render_to_string("partials/scores.html", context)


@lru_cache(maxsize=200)
def _whole_charts(table: Table, story: tuple[Event, ...], language: str | None) -> str:  # noqa: ARG001
    """The charts of a finished game, each with its table."""
    charts = charts_of(table.edition, table.names, story)
    return render_to_string("partials/charts.html", {"charts": charts, "names": table.names})


def alert_html(sentence: str) -> str:
    """The part that says at once what went wrong."""
    return render_to_string("partials/alert.html", {"sentence": sentence})


def farewell(scene: Scene, player: Player | None) -> Farewell | None:
    """Why this viewer cannot stay, if they cannot."""
    if scene.room.closed_at is not None:
        return Farewell.CLOSED
    if player is not None and player.pk in scene.removed:
        return Farewell.REMOVED
    return None


def parting(player_id: int) -> Farewell:
    """Why somebody is gone from everywhere at once."""
    player = Player.objects.filter(pk=player_id).first()
    return Farewell.BANNED if player is not None and player.is_banned else Farewell.LOGGED_OUT


def goodbye_html(why: Farewell) -> str:
    """The room for somebody who cannot stay."""
    title, sentence = why.value
    context = {"title": _(title), "sentence": _(sentence)}
    return render_to_string("partials/goodbye.html", context)
