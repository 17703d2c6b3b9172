"""“Find me a game”: a seat at a fitting open table, or at a new one.

How it works
------------
Nothing is remembered for those who look but where they sit: waiting is a `Member` on a chair of an
open room in which nothing was played yet. Who looks is seated at the fullest fitting table, the
oldest of them first; if none fits, a table is opened, at which they wait. Who takes the last chair
deals in the same transaction (`joining`).

What may happen at the same time: any number of people look, in any process; others sit down by the
list, leave, change options, start, or lock a table; somebody presses the button twice.

What is locked, and in which order: the person → the matching desk of their clock → one room → its
game → its seats, as everywhere in the code with the desk between person and rooms.
- The person, so that somebody who presses twice at once is seated once: the second finds the first
  chair and is brought to it.
- The desk (`MatchingDesk`, one row for each clock), so that of fifty people who look at once each
  sees where the one before sat down. Without it all fifty would find no table, and open fifty. Who
  holds the desk waits for at most one room, and nobody who holds a room waits for the desk.
- The room, by `seating.sit`, which looks again whether there is a chair. A table that was found and
  has changed meanwhile refuses, its savepoint is rolled back, which gives its lock back, and the
  next one is tried. So a second room is never locked while the first one is.
On SQLite the whole transaction is alone, and waiting for it is a lottery that somebody may lose
until their time is up. So those of one process wait for `_queue` first, which is fair, and before
any transaction: `find` has to be the outermost one.

What a crash leaves behind: before the commit nothing; after it a seat, which the page finds when it
comes back, and which `rooms.leaves` takes away if it does not. A table nobody sits at any more is
closed. So nobody is forgotten: who was told of a table sits there, and is in the list that
everybody sees.

`any_edition` lets somebody who would play any edition wait for those who want a certain one: the
table takes the edition of the first of them.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.engine.editions import EDITIONS
from games.models import CORRESPONDENCE, DEFAULT_EDITION, Game, MatchingDesk, Member, Player, Room
from games.open_tables import joining
from games.play.presence_times import PRESENT
from games.rooms.blocking import apart_from
from games.rooms.changes import changing
from games.rooms.names import lock_name
from games.rooms.open_rooms import check_may_join, make_open, places_of
from games.rooms.seating import open_room
from games.rooms.starting import check_games_of
from games.text.errors import Refused

# Tables that are tried before a new one is opened.
MOST_TRIED = 20
_queue = Lock()


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play; without an edition any."""

    clock: int
    edition: str = ""
    is_rated: bool = False


def find(player: Player, wish: Wish) -> Room:
    """Seat the player at an open table for this wish; the room.

    Who waits at an open table already, or plays a game of minutes at one, is brought back there. A
    table for games over days keeps nobody from a game of minutes, nor the other way round.
    Raises what `open_rooms.check_may_join` raises, and TooManyGames.
    """
    with _queue, transaction.atomic():
        lock_name(player)
        check_may_join(player, is_rated=wish.is_rated)
        if room := place_of(player, wish.clock):
            return room
        check_games_of(player)
        _lock_desk(wish.clock)
        return _seated(_fitting(player, wish), player, wish) or _new_table(player, wish)


def place_of(player: Player, clock: int | None = None) -> Room | None:
    """The open table at which the player waits, or plays with a clock of minutes; None without.

    With a `clock` only a table of its kind: for games of minutes, or for games over days.
    """
    places = places_of(player)
    if clock is not None:
        kind = Q(room__clock__lt=CORRESPONDENCE)
        places = places.filter(kind if clock < CORRESPONDENCE else ~kind)
    place = places.first()
    return place.room if place else None


def _lock_desk(clock: int) -> None:
    MatchingDesk.objects.get_or_create(clock=clock)
    MatchingDesk.objects.select_for_update().get(clock=clock)


def _fitting(player: Player, wish: Wish) -> QuerySet[Room]:
    """Tables for this wish with a free chair, without anybody the player is apart from."""
    seated = Member.objects.filter(room=OuterRef("pk"), chair__isnull=False)
    here = seated.filter(player__bot="", seen_at__gte=timezone.now() - PRESENT)
    rooms = Room.objects.filter(
        ~Exists(Game.objects.filter(room=OuterRef("pk"))),
        ~Exists(seated.filter(player__in=apart_from(player.pk))),
        is_open=True,
        is_locked=False,
        closed_at=None,
        clock=wish.clock,
        is_rated=wish.is_rated,
        advanced=[],
    )
    if wish.edition:
        rooms = rooms.filter(Q(edition=wish.edition) | Q(any_edition=True))
    if wish.clock < CORRESPONDENCE:
        rooms = rooms.filter(Exists(here))
    rooms = rooms.annotate(taken=Count("members", filter=Q(members__chair__isnull=False)))
    rooms = rooms.filter(taken__gt=0, taken__lt=F("seats"))
    return rooms.order_by(F("taken").desc(), "pk")


def _seated(rooms: Iterable[Room], player: Player, wish: Wish) -> Room | None:
    """Sit down at the first of the rooms that takes the player; None if none does."""
    for room in list(rooms)[:MOST_TRIED]:
        with suppress(Refused), transaction.atomic():
            if room.any_edition and wish.edition:
                _settle_edition(room.pk, wish)
            joining.sit(room.pk, player)
            return room
    return None


def _settle_edition(room_id: int, wish: Wish) -> None:
    with changing(room_id) as room:
        if room.any_edition:
            room.edition, room.any_edition = wish.edition, False
            room.show_spent = EDITIONS[wish.edition].shows_spent


def _new_table(player: Player, wish: Wish) -> Room:
    edition = wish.edition or DEFAULT_EDITION
    opened = open_room(player)
    with changing(opened.pk) as room:
        room.edition, room.any_edition = edition, not wish.edition
        room.show_spent, room.clock = EDITIONS[edition].shows_spent, wish.clock
        make_open(room, is_rated=wish.is_rated)
    return room
