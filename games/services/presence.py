"""Who is here: sockets say so every few seconds; bots sit in for those who are away too long."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.company import company_of
from games.models import Game, Member, Room, Seat
from games.refusals import NoGameIsRunning
from games.services.announcing import announce
from games.services.clock import CORRESPONDENCE, PRESENT, go_on, people_here
from games.services.table import arrange, locked, position_of

AWAY = timedelta(seconds=15)
log = logging.getLogger(__name__)


def seen(members: Iterable[int], now: datetime | None = None) -> None:
    """These members of rooms are here now."""
    Member.objects.filter(pk__in=list(members)).update(seen_at=now or timezone.now())


def arrive(room_id: int, player_id: int) -> None:
    """Somebody is here, perhaps again: whoever sat in for them gets up at once."""
    member, now = Member.objects.filter(room=room_id, player=player_id).first(), timezone.now()
    if member is None:
        return
    with transaction.atomic():
        if member.seen_at is None or member.seen_at < now - PRESENT:
            go_on(room_id, now)
        seen([member.pk], now)
    if absent_since({0: member.seen_at}):
        announce(room_id)
    seats = Seat.objects.filter(game__room=room_id, player=player_id).select_related("game")
    seat = seats.filter(game__status=Game.Status.RUNNING).first()
    if seat is None:
        return
    if seat.is_awaited:
        Seat.objects.filter(pk=seat.pk).update(is_awaited=False)
    if seat.number in company_of(seat.game).bots:
        let_sit_in(seat.game_id, {seat.number: ""})


def sit_in(now: datetime | None = None) -> int:
    """Let bots sit in for all who have been away longer than their room waits; how many."""
    now = now or timezone.now()
    absent: dict[int, dict[int, str]] = {}
    for seat in _absent(now):
        if seat.number not in company_of(seat.game).bots:
            absent.setdefault(seat.game_id, {})[seat.number] = seat.game.room.level
    for game_id, bots in absent.items():
        try:
            let_sit_in(game_id, bots)
        except Exception:
            log.exception("Nobody can sit in at game %s.", game_id)
    return sum(map(len, absent.values()))


def take_back(members: Iterable[int]) -> None:
    """These members of rooms are here: whoever sits in for one of them all the same gets up."""
    here = Member.objects.filter(pk__in=list(members))
    seats = Seat.objects.filter(
        Exists(here.filter(room=OuterRef("game__room"), player=OuterRef("player"))),
        game__status=Game.Status.RUNNING,
        game__bots__gt="",
    )
    for seat in seats.select_related("game"):
        if seat.number in company_of(seat.game).stand_ins:
            let_sit_in(seat.game_id, {seat.number: ""})


def _absent(now: datetime) -> QuerySet[Seat]:
    """Seats of people who are away too long, at tables where somebody still is."""
    room = OuterRef("game__room")
    here = people_here(room, now)
    mine = Member.objects.filter(room=room, player=OuterRef("player"))
    seats = Seat.objects.filter(
        Q(player__bot="") | Q(player=None),
        Exists(here),
        game__status=Game.Status.RUNNING,
        game__room__grace__gt=0,
        is_awaited=False,
    )
    seats = seats.exclude(game__clock=CORRESPONDENCE).select_related("game__room")
    seats = seats.annotate(seen_at=Subquery(mine.values("seen_at")[:1]))
    late = [
        Q(game__room__grace=grace, seen_at__lt=now - timedelta(seconds=grace))
        for grace in Room.objects.values_list("grace", flat=True).distinct()
    ]
    return seats.filter(reduce(or_, late, Q(seen_at__isnull=True)))


def is_away(seat: Seat) -> bool:
    """Whether the seat is a person's who is not in the room now."""
    if seat.player is not None and seat.player.bot:
        return False
    here = Member.objects.filter(room=seat.game.room_id, seen_at__gte=timezone.now() - AWAY)
    return not here.filter(player=seat.player_id, is_removed=False).exists()


def absent_since(seen: Mapping[int, datetime | None]) -> tuple[tuple[int, int], ...]:
    """Of people by number, when each was last seen: who is away, and since when, in seconds."""
    limit = timezone.now() - AWAY
    return tuple(
        (number, int(moment.timestamp()))
        for number, moment in seen.items()
        if moment is not None and moment < limit
    )


def absent_in(room_ids: Sequence[int]) -> dict[int, frozenset[int]]:
    """For each room the people who are away."""
    away: dict[int, frozenset[int]] = dict.fromkeys(room_ids, frozenset())
    members = Member.objects.filter(
        room__in=room_ids, player__bot="", is_removed=False, seen_at__lt=timezone.now() - AWAY
    )
    for room_id, player_id in members.values_list("room_id", "player_id"):
        away[room_id] |= {player_id}
    return away


def let_sit_in(game_id: int, changes: Mapping[int, str]) -> None:
    """Let bots of these levels play for seats; an empty level gives the seat back."""
    with suppress(NoGameIsRunning), transaction.atomic():
        # The room before the game, as everywhere: else two writers could wait for each other.
        Room.objects.filter(games=game_id).update(changes=F("changes") + 1)
        game = locked(game_id)
        company = company_of(game)
        bots = {seat: level for seat, level in {**company.bots, **changes}.items() if level}
        position = position_of(game.pk, game.version)
        arrange(position, replace(company, bots=bots), timezone.now())
        announce(game.room_id)
