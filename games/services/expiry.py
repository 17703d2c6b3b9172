"""Rooms that nobody comes to any more: closed by whoever is awake, each once."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from games.models import Room
from games.services.announcing import announce
from games.services.clock import MOST_AT_ONCE, taken
from games.services.rooms import end_without_result, is_playing


def close_deserted(now: datetime | None = None) -> int:
    """Look at the rooms whose time has come: close them, or put off their end; how many ended."""
    now = now or timezone.now()
    if not _due(now).exists():
        return 0
    with transaction.atomic():
        return sum(_look_at(room, now) for room in taken(_due(now))[:MOST_AT_ONCE])


def _due(now: datetime) -> QuerySet[Room]:
    return Room.objects.filter(closed_at=None, expires_at__lte=now).order_by("expires_at")


def _look_at(room: Room, now: datetime) -> bool:
    """Whether the room has ended; `expires_at` is when somebody has to look again, if not."""
    end = _end_of(room, now)
    if end > now:
        Room.objects.filter(pk=room.pk).update(expires_at=end)
        return False
    end_without_result(room, now)
    Room.objects.filter(pk=room.pk).update(closed_at=now, changes=F("changes") + 1)
    announce(room.pk)
    return True


def _end_of(room: Room, now: datetime) -> datetime:
    """So long after somebody was here; a running game is kept for longer."""
    people = room.members.filter(player__bot="", is_removed=False)
    seen = people.aggregate(seen=Max("seen_at"))["seen"]
    if seen is None:
        return room.expires_at
    end: datetime = seen + timedelta(days=settings.ROOM_DAYS)
    if end <= now and is_playing(room):
        end = seen + timedelta(days=settings.GAME_DAYS)
    return end
