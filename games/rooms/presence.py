"""Who is present in a room, and stand-ins: bots that play for those who are absent too long.

What is stored: `Member.seen_at`, when a member was last seen. Nobody is ever stored as absent; that
is worked out when somebody asks, with the times of `play.presence_times`.

What happens at the same time. Each process stores every HEARTBEAT who is connected to it
(`mark_seen`, one statement for all). A page or socket that is opened calls `arrive`. The scheduler
of each process calls `add_stand_ins` every few seconds; the host may decide for a seat
(`rooms.absence`).

What is locked. `mark_seen` locks no more than the rows it writes, and writers of the same row write
nearly the same time. Who changes a game's stand-ins (`set_stand_ins`) locks the room, then the
game, as everywhere; it reads the stand-ins again under the lock, and each call names the seats it
means and leaves the others as they are. So two callers may do the same twice, but not undo a third.

What a fault leaves behind, and how it heals:
- A process dies: its members are not seen any more, and count as absent until their pages connect
  to another one, which calls `arrive`.
- A stand-in is added at the moment in which its player comes back: the look that found the player
  absent was made before. The next heartbeat removes it (`remove_stand_ins_of`).
- A stand-in cannot be added, as the game is over or broken: others are added all the same.
- The machine's clock is set back: who was seen in the future is not present for the game
  (`presence_times.around`), until the next heartbeat stores the new time.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.models import CORRESPONDENCE, Game, Member, Room, Seat
from games.play.announcements import announce
from games.play.automation import automation_of
from games.play.deadlines import go_on
from games.play.presence_times import SHOWN_ABSENT, around, players_here, was_steady
from games.play.stand_ins import set_stand_ins

log = logging.getLogger(__name__)


def mark_seen(members: Iterable[int], now: datetime | None = None) -> None:
    """Store that these members (ids) are present now."""
    Member.objects.filter(pk__in=list(members)).update(seen_at=now or timezone.now())


def arrive(room_id: int, player_id: int) -> bool:
    """Store that a player is present, perhaps again, and remove their stand-in.

    Returns whether this changed anything that is shown: not if the player was present all the time.
    If no player was present before, the end of the turn is put off by as long. Does nothing for a
    player who is not a member of the room.
    """
    member, now = Member.objects.filter(room=room_id, player=player_id).first(), timezone.now()
    if member is None:
        return False
    seats = Seat.objects.filter(game__room=room_id, player=player_id).select_related("game")
    seat = seats.filter(game__status=Game.Status.RUNNING, left_at=None).first()
    was_present = _is_present(member, now)
    with transaction.atomic():
        if seat is not None and not was_present:
            go_on(room_id, now)
            _remember_what_was_seen(seat, member)
        mark_seen([member.pk], now)
    was_shown_absent = bool(absent_since({0: member.seen_at}))
    if was_shown_absent:
        announce(room_id)
    return (seat is not None and _take_back(seat)) or was_shown_absent or not was_present


def _remember_what_was_seen(seat: Seat, member: Member) -> None:
    """Store up to which action the player has looked at the game, to tell them what came after."""
    seen = seat.game.log.filter(at__lte=member.seen_at) if member.seen_at else seat.game.log.none()
    Seat.objects.filter(pk=seat.pk).update(looked_version=seen.count())


def _take_back(seat: Seat) -> bool:
    """Remove the seat's stand-in; whether there was one, or the host waited for the player."""
    has_stand_in = seat.number in automation_of(seat.game).bots
    if seat.is_awaited:
        Seat.objects.filter(pk=seat.pk).update(is_awaited=False)
    if has_stand_in:
        set_stand_ins(seat.game_id, {seat.number: ""})
    return seat.is_awaited or has_stand_in


def _is_present(member: Member, now: datetime) -> bool:
    earliest, latest = around(now)
    return member.seen_at is not None and earliest <= member.seen_at <= latest


def add_stand_ins(now: datetime | None = None) -> int:
    """Add a stand-in for each player absent for longer than their room's grace; how many."""
    now = now or timezone.now()
    absent: dict[int, dict[int, str]] = {}
    for seat in _seats_of_absent(now):
        if seat.number not in automation_of(seat.game).bots:
            absent.setdefault(seat.game_id, {})[seat.number] = seat.game.room.level
    for game_id, bots in absent.items():
        try:
            set_stand_ins(game_id, bots)
        except Exception:
            log.exception("Nobody can sit in at game %s.", game_id)
    return sum(map(len, absent.values()))


def remove_stand_ins_of(members: Iterable[int]) -> None:
    """Remove stand-ins from seats whose player is one of these members, who are connected."""
    here = Member.objects.filter(pk__in=list(members))
    seats = Seat.objects.filter(
        Exists(here.filter(room=OuterRef("game__room"), player=OuterRef("player"))),
        game__status=Game.Status.RUNNING,
        game__bot_seats__gt="",
        left_at=None,
    )
    for seat in seats.select_related("game"):
        if seat.number in automation_of(seat.game).stand_ins:
            set_stand_ins(seat.game_id, {seat.number: ""})


def _seats_of_absent(now: datetime) -> QuerySet[Seat]:
    """Seats of people absent for longer than the grace, at tables with another player present.

    A break of the site is not an absence; who has left the room is absent all the same.
    """
    here = players_here("game", "game__room", now)
    mine = Member.objects.filter(room=OuterRef("game__room"), player=OuterRef("player"))
    seats = Seat.objects.filter(
        Q(player__bot="") | Q(player=None),
        Exists(here),
        game__status=Game.Status.RUNNING,
        game__room__grace__gt=0,
        game__is_open=False,  # there `leaves` looks after absent players
        is_awaited=False,
    )
    seats = seats.exclude(game__clock__gte=CORRESPONDENCE).select_related("game__room")
    seats = seats.annotate(seen_at=Subquery(mine.values("seen_at")[:1]))
    late = [
        Q(game__room__grace=grace, seen_at__lt=then)
        for grace in Room.objects.values_list("grace", flat=True).distinct()
        if was_steady(then := now - timedelta(seconds=grace), now)
    ]
    return seats.filter(reduce(or_, late, Q(seen_at__isnull=True)))


def is_absent(seat: Seat) -> bool:
    """Whether the seat is a person's who is shown as absent from the room."""
    if seat.player is not None and seat.player.bot:
        return False
    limit = timezone.now() - SHOWN_ABSENT
    here = Member.objects.filter(room=seat.game.room_id, seen_at__gte=limit)
    return not here.filter(player=seat.player_id, is_removed=False).exists()


def absent_since(seen: Mapping[int, datetime | None]) -> tuple[tuple[int, int], ...]:
    """Of people by number, when each was last seen: who is absent, and since which second.

    Who was never seen is not among them.
    """
    limit = timezone.now() - SHOWN_ABSENT
    return tuple(
        (number, int(moment.timestamp()))
        for number, moment in seen.items()
        if moment is not None and moment < limit
    )


def absent_among(members: Iterable[Member]) -> frozenset[int]:
    """The ids of the players among these members who are absent; bots never are."""
    seen = {each.player_id: each.seen_at for each in members if not each.player.bot}
    return frozenset(player_id for player_id, _since in absent_since(seen))


def absent_in(room_ids: Sequence[int]) -> dict[int, frozenset[int]]:
    """For each room the ids of the players who are absent."""
    absent: dict[int, frozenset[int]] = dict.fromkeys(room_ids, frozenset())
    limit = timezone.now() - SHOWN_ABSENT
    members = Member.objects.filter(
        room__in=room_ids, player__bot="", is_removed=False, seen_at__lt=limit
    )
    for room_id, player_id in members.values_list("room_id", "player_id"):
        absent[room_id] |= {player_id}
    return absent
