"""A game that is over, seen again: any moment of it, as a seat saw it, as the table did, or open.

Every part comes from the functions that draw the running table, so nobody sees at a moment more or
less than they saw then; only who looks at all hands at once sees more than any seat did.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from django.db.models import prefetch_related_objects
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import screens
from games.engine.events import Event
from games.engine.observation import observe
from games.engine.record import Record
from games.engine.state import GameState
from games.models import Game
from games.play.copied_logs import Era, eras_of
from games.play.position import StoredPosition
from games.play.stored_records import record_of
from games.screens import hand, table_private, table_public
from games.screens.rendering import Parts, render
from games.screens.table_facts import SeatBadges, Table
from games.screens.turn_text import own_sentence
from games.text.errors import NoSuchMoment, NoSuchSight
from games.text.events import Narrator
from games.text.numbers import whole_number
from games.text.reader_names import names_for

Sight: TypeAlias = int | Literal["table", "open"]
OF_NOW = ("clock", "version")
MOST_REPLAYS = 50


@dataclass(frozen=True, slots=True)
class Moment:
    """A place on the slider: after so many actions, in which auction, and what had just happened.

    `is_opening` marks the moment at which a lot is turned up; `seat` is who acted, if anybody.
    """

    ply: int
    seat: int | None
    auction: int
    is_opening: bool
    sentence: str


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """A game that is over: its table, its record with every position, and the events of each.

    `game` is as it was when it was loaded: what can still change of it, its link, is not for here.
    """

    game: Game
    table: Table
    seat_badges: SeatBadges
    record: Record
    events: tuple[tuple[Event, ...], ...]

    @property
    def last(self) -> int:
        """The last moment there is."""
        return len(self.record.actions)

    @property
    def seats(self) -> range:
        return range(len(self.table.names))

    def position(self, ply: int) -> StoredPosition:
        """The table after so many actions, as the running game had it."""
        story = tuple(event for events in self.events[: ply + 1] for event in events)
        ids = (self.game.pk, self.game.room_id)
        return StoredPosition(*ids, self.record.positions[ply], "", self.events[ply], story)


def replay_of(game: Game) -> Replay:
    """The game with all its moments; whether somebody may look is asked before."""
    if game.finished_at is None:
        return loaded(game)
    names = tuple(seat.name for seat in game.seats.all())
    return _remembered(game.pk, game.version, game.finished_at, names, eras_of(game))


@lru_cache(maxsize=MOST_REPLAYS)
def _remembered(
    game_id: int,
    version: int,
    finished_at: datetime,
    names: tuple[str, ...],  # noqa: ARG001 - people may get other names
    eras: tuple[Era, ...],  # noqa: ARG001 - also those of the games it continues
) -> Replay:
    """What was finished then does not change: who steps through a game loads it once."""
    games = Game.objects.select_related("room__daily")
    return loaded(games.get(pk=game_id, version=version, finished_at=finished_at))


def loaded(game: Game) -> Replay:
    """The game as it is stored now, whatever is remembered of it."""
    prefetch_related_objects([game], "seats__player", "log")
    record, seats = record_of(game), list(game.seats.all())
    table = Table(
        edition=record.deal.edition,
        names=record.names,
        url="",
        faces=tuple(screens.face_of(seat.player) for seat in seats),
        eras=eras_of(game),
    )
    born = frozenset(seat.number for seat in seats if seat.player and seat.player.bot)
    events = tuple(position.events for position in record.positions)
    return Replay(game, table, SeatBadges(born), record, events)


def moment_from(replay: Replay, text: str) -> int:
    """The ply an address names; NoSuchMoment where this game has none such."""
    ply = whole_number(text)
    if ply is None or ply > replay.last:
        raise NoSuchMoment
    return ply


def sight_from(replay: Replay, text: str) -> Sight:
    """The sight an address names: a seat's number, the table, or all open; else NoSuchSight."""
    match text:
        case "table" | "open":
            return text
    if text not in {str(seat) for seat in replay.seats}:
        raise NoSuchSight
    return int(text)


def moments_of(replay: Replay, me: int | None = None) -> tuple[Moment, ...]:
    """Every place on the slider, told in the reader's language to the player on the seat `me`."""
    return _moments(replay, me, get_language())


@lru_cache(maxsize=2 * MOST_REPLAYS)
def _moments(
    replay: Replay,
    me: int | None,
    language: str | None,  # noqa: ARG001
) -> tuple[Moment, ...]:
    revealed = [0, *(state.revealed for state in replay.record.states)]
    actors = (None, *(action.seat for action in replay.record.actions))
    return tuple(
        Moment(
            ply=ply,
            seat=actors[ply],
            auction=revealed[ply + 1],
            is_opening=revealed[ply + 1] != revealed[ply],
            sentence=_narrator(replay.table, ply, me).tell_all(events),
        )
        for ply, events in enumerate(replay.events)
    )


def _narrator(table: Table, ply: int, me: int | None) -> Narrator:
    names = table.names_at_action(ply)
    return Narrator(table.edition, names, table.reader_among(names, me))


def parts_of(replay: Replay, ply: int, sight: Sight, me: int | None = None) -> Parts:
    """The table at a moment, part by part: what lies before the seats, stage, turn, hands.

    `hand` is the hand of the seat that looks; where all is open there is a `hand-0` and so on.
    `me` is the seat that the reader had, if any.
    """
    position = replay.position(ply)
    shown = table_public.public_parts(
        replay.table,
        observe(position.state, None),
        ply,
        screens.last_sale(position.story),
        replay.seat_badges,
    )
    shown |= screens.copied_sale_parts(replay.table, position.story)
    parts = {name: html for name, html in shown.items() if name not in OF_NOW}
    return parts | _own_turn(replay, position.state, me) | _hands(replay, position.state, sight, me)


def _own_turn(replay: Replay, state: GameState, me: int | None) -> Parts:
    """The sentence about the turn where it is the reader's."""
    if me is None or me not in state.seats_to_act:
        return {}
    sentence = own_sentence(replay.table.edition, state.phase, state.highest)
    return {"turn": render("turn", get_language(), sentence=sentence)}


def _hands(replay: Replay, state: GameState, sight: Sight, me: int | None) -> Parts:
    if sight == "table":
        return {}
    table, names = replay.table, names_for(replay.table.names, me)
    if sight != "open":
        owner, view = "" if sight == me else names[sight], observe(state, sight)
        own = table_private.private_parts(table, view, has_hints=False, owner=owner)
        return {"hand": own["hand"]}
    return {
        f"hand-{seat}": hand.open_hand(table, observe(state, seat), is_own=seat == me)
        for seat in replay.seats
    }


def table_context(replay: Replay, ply: int, sight: Sight, me: int | None = None) -> dict[str, Any]:
    """All that `partials/replay-table.html` needs to show the table at a moment.

    `me` is the seat that the reader had in the game, if any.
    """
    parts: Parts = {n: SafeString(html) for n, html in parts_of(replay, ply, sight, me).items()}
    places = (
        table_public.place_html(seat, name, parts, is_own=seat == me)
        for seat, name in enumerate(replay.table.names)
    )
    return {
        "me": me,
        "turn": parts["turn"],
        "seats": [SafeString(place) for place in places],
        "stage": parts["stage"],
        "ends": parts["ends"],
        "last_lot": parts.get("last-lot", ""),
        "hand": parts.get("hand", ""),
        "hands": [parts[f"hand-{seat}"] for seat in replay.seats if sight == "open"],
        "scores": SafeString(scores_of(replay, ply, me)),
        "charts": SafeString(charts_at(replay, ply, me)),
    }


def scores_of(replay: Replay, ply: int, me: int | None = None) -> str:
    """How the game was scored and the proof of its shuffle; nothing before its end."""
    return screens.scores_html(replay.game, replay.table, replay.position(ply), me)


def charts_at(replay: Replay, ply: int, me: int | None = None) -> str:
    """The charts of the whole game; nothing before its end."""
    return screens.charts_html(replay.table, replay.position(ply), me)
