"""Who is here: sockets say so every few seconds; bots sit in for those who are away too long."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.company import company_of
from games.models import Game, Member, Room, Seat
from games.services.announcing import announce
from games.services.clock import CORRESPONDENCE, PRESENT
from games.services.table import arrange, position_of

Place = tuple[int, int]


def seen(places: Iterable[Place], now: datetime | None = None) -> None:
    """These people, each in this room, are here now."""
    wanted = [Q(room_id=room_id, player_id=player_id) for room_id, player_id in places]
    if wanted:
        here = Member.objects.filter(reduce(or_, wanted))
        here.update(seen_at=now or timezone.now())


def arrive(room_id: int, player_id: int) -> None:
    """Somebody is here, perhaps again: whoever sat in for them gets up at once."""
    seen([(room_id, player_id)])
    seat = Seat.objects.filter(
        game__room=room_id, game__status=Game.Status.RUNNING, player=player_id
    ).first()
    if seat is not None and seat.number in company_of(seat.game).bots:
        _change_bots(seat.game_id, {seat.number: ""})


def sit_in(now: datetime | None = None) -> int:
    """Let bots sit in for all who have been away longer than their room waits; how many."""
    now = now or timezone.now()
    absent: dict[int, dict[int, str]] = {}
    for seat in _absent(now):
        if seat.number not in company_of(seat.game).bots:
            absent.setdefault(seat.game_id, {})[seat.number] = seat.game.room.level
    for game_id, bots in absent.items():
        _change_bots(game_id, bots)
    return sum(map(len, absent.values()))


def _absent(now: datetime) -> QuerySet[Seat]:
    """Seats of people who are away too long, at tables where somebody still is."""
    room = OuterRef("game__room")
    here = Member.objects.filter(room=room, player__bot="", seen_at__gte=now - PRESENT)
    mine = Member.objects.filter(room=room, player=OuterRef("player"))
    seats = Seat.objects.filter(
        Exists(here), game__status=Game.Status.RUNNING, game__room__grace__gt=0, player__bot=""
    )
    seats = seats.exclude(game__clock=CORRESPONDENCE).select_related("game__room")
    seats = seats.annotate(seen_at=Subquery(mine.values("seen_at")[:1]))
    late = [
        Q(game__room__grace=grace, seen_at__lt=now - timedelta(seconds=grace))
        for grace in Room.objects.values_list("grace", flat=True).distinct()
    ]
    return seats.filter(reduce(or_, late, Q(seen_at__isnull=True)))


def _change_bots(game_id: int, changes: Mapping[int, str]) -> None:
    """Put bots of a level into seats, or take them out where the level is empty."""
    with transaction.atomic():
        running = Game.objects.select_for_update().filter(status=Game.Status.RUNNING)
        game = running.filter(pk=game_id).first()
        if game is None:
            return
        company = company_of(game)
        bots = {seat: level for seat, level in {**company.bots, **changes}.items() if level}
        position = position_of(game.pk, game.version)
        arrange(position, replace(company, bots=bots), timezone.now())
        Room.objects.filter(pk=game.room_id).update(changes=F("changes") + 1)
        announce(game.room_id)
