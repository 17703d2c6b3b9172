"""The list of open tables: what any stranger may know of them, and nothing else.

A private, locked or closed room is never in it. The same list is shown to everybody, so it holds
nothing of whoever looks at it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from games.models import Game, Member, Room, Seat

MOST_LISTED = 1_000
Stamp = tuple[str, int, bool]


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody at an open table, as everybody may see them."""

    name: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A line of the list; two that are equal look the same."""

    room_id: int
    invite: str
    edition: str
    any_edition: bool
    advanced: tuple[str, ...]
    show_spent: bool
    clock: int
    weekends_off: bool
    seats: int
    is_rated: bool
    is_running: bool
    people: tuple[Seated, ...]

    @property
    def free(self) -> int:
        """How many chairs are free; none while a game is running."""
        return 0 if self.is_running else max(0, self.seats - len(self.people))

    @property
    def waiting(self) -> int:
        """How many people wait here for others."""
        return sum(not each.is_bot for each in self.people) if self.free else 0


# What was loaded last, with the stamps of that time; it saves work and nothing else.
_known: dict[int, tuple[Stamp, OpenTable | None]] = {}


def open_tables(room_ids: Collection[int] | None = None) -> list[OpenTable]:
    """The open tables at which somebody sits, newest first; of these rooms only, if given."""
    rooms = _listed() if room_ids is None else _listed().filter(pk__in=room_ids)
    tables = [_table(room) for room in _loaded(rooms)[:MOST_LISTED]]
    return [table for table in tables if any(not each.is_bot for each in table.people)]


def known_tables() -> list[OpenTable]:
    """All open tables, as `open_tables` finds them: loaded anew are those that have changed."""
    global _known  # noqa: PLW0603 - replaced as a whole, so that threads need no lock
    stored = stamps()
    known = {key: each for key, each in _known.items() if stored.get(key) == each[0]}
    missing = stored.keys() - known.keys()
    found = {table.room_id: table for table in open_tables(missing)} if missing else {}
    _known = known = known | {key: (stored[key], found.get(key)) for key in missing}
    tables = (table for _, table in known.values() if table is not None)
    return sorted(tables, key=lambda table: -table.room_id)


def stamps(room_ids: Collection[int] | None = None) -> dict[int, Stamp]:
    """For each listed room its link, its counter of changes, and whether a game is running.

    One query; whatever changes a line changes its room's stamp.
    """
    running = Game.objects.filter(room=OuterRef("pk"), status=Game.Status.RUNNING)
    rooms = _listed() if room_ids is None else _listed().filter(pk__in=room_ids)
    rows = rooms.annotate(is_running=Exists(running)).order_by("-pk")[:MOST_LISTED]
    facts = rows.values_list("pk", "invite", "changes", "is_running")
    return {pk: (invite, changes, is_running) for pk, invite, changes, is_running in facts}


def _listed() -> QuerySet[Room]:
    return Room.objects.filter(is_open=True, is_locked=False, closed_at=None)


def _loaded(rooms: QuerySet[Room]) -> QuerySet[Room]:
    on_chairs = Member.objects.filter(chair__isnull=False).order_by("chair")
    running = Game.objects.filter(status=Game.Status.RUNNING).defer("seed", "salt", "laid")
    seats = Seat.objects.order_by("number").select_related("player")
    return rooms.order_by("-pk").prefetch_related(
        Prefetch("members", on_chairs.select_related("player"), to_attr="on_chairs"),
        Prefetch("games", running.prefetch_related(Prefetch("seats", seats)), to_attr="running"),
    )


def _table(room: Room) -> OpenTable:
    game: Game | None = next(iter(room.running), None)  # type: ignore[attr-defined]
    return OpenTable(
        room_id=room.pk,
        invite=room.invite,
        edition=room.edition,
        any_edition=room.any_edition,
        advanced=tuple(room.advanced),
        show_spent=room.show_spent,
        clock=room.clock,
        weekends_off=room.weekends_off,
        seats=room.seats,
        is_rated=room.is_rated,
        is_running=game is not None,
        people=_in_game(game) if game else _on_chairs(room),
    )


def _in_game(game: Game) -> tuple[Seated, ...]:
    """Who plays; a seat that was given up is played by a bot."""
    return tuple(
        Seated(seat.name, bool(seat.player and seat.player.bot) or seat.left_at is not None)
        for seat in game.seats.all()
    )


def _on_chairs(room: Room) -> tuple[Seated, ...]:
    here: list[Member] = room.on_chairs  # type: ignore[attr-defined]
    return tuple(Seated(each.player.name, bool(each.player.bot)) for each in here)
