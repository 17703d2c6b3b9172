"""Bots for those who wait at an open table: offered after half a minute, taken if one wants to."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import Game, Member, Player, Room
from games.models.locking import skip_locked
from games.play.announcements import announce
from games.play.clock import MOST_AT_ONCE
from games.rooms.bots import new_bot
from games.rooms.chairs import free_chair
from games.rooms.changes import changing
from games.rooms.lookup import is_playing, membership
from games.rooms.names import names_in
from games.rooms.open_rooms import is_fresh
from games.rooms.starting import check_table, deal
from games.text.errors import BotsComeLater, GameIsRunning, NotAnOpenTable, NotInThisRoom, NotSeated


def offers_bots(room: Room) -> bool:
    """Whether those who wait may fill the free chairs with bots now."""
    return room.is_open and (room.bots_due_at is None or room.bots_due_at <= timezone.now())


def fill_with_bots(room_id: int, player: Player) -> Game:
    """Put bots on the free chairs of an open table and deal its first game; any player there may.

    Raises NotInThisRoom, NotSeated, GameIsRunning, NotAnOpenTable, BotsComeLater and what
    `check_table` raises.
    """
    with changing(room_id) as room:
        member = membership(room, player)
        if member is None:
            raise NotInThisRoom
        if member.chair is None:
            raise NotSeated
        if is_playing(room):
            raise GameIsRunning
        if not (room.is_open and is_fresh(room)):
            raise NotAnOpenTable
        if not offers_bots(room):
            raise BotsComeLater
        _seat_bots(room)
        check_table(room, player)
        return deal(room)


def _seat_bots(room: Room) -> None:
    while (chair := free_chair(room)) is not None:
        bot = new_bot(room.level, names_in(room))
        Member.objects.create(room=room, player=bot, chair=chair)


def offer_bots(now: datetime | None = None) -> int:
    """Offer bots at tables that have waited long enough; how many. Each is told by one process."""
    now = now or timezone.now()
    if not _due(now).exists():
        return 0
    with transaction.atomic():
        rooms = [room.pk for room in skip_locked(_due(now))[:MOST_AT_ONCE]]
        Room.objects.filter(pk__in=rooms).update(bots_due_at=None, changes=F("changes") + 1)
        for room_id in rooms:
            announce(room_id)
    return len(rooms)


def _due(now: datetime) -> QuerySet[Room]:
    return Room.objects.filter(bots_due_at__lte=now, closed_at=None).order_by("bots_due_at")
