"""Close rooms that nobody has entered for long; each is closed by one process."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from games.models import Game, Room
from games.models.locking import skip_locked
from games.play.announcements import announce, announce_table
from games.play.clock import MOST_AT_ONCE
from games.rooms.ending import end_without_result
from games.rooms.notices import DESERTED, notice


def close_deserted(now: datetime | None = None) -> int:
    """Close rooms whose `expires_at` has passed, or put it off; how many were closed."""
    now = now or timezone.now()
    if not _due(now).exists():
        return 0
    with transaction.atomic():
        return sum(_look_at(room, now) for room in skip_locked(_due(now))[:MOST_AT_ONCE])


def _due(now: datetime) -> QuerySet[Room]:
    return Room.objects.filter(closed_at=None, expires_at__lte=now).order_by("expires_at")


def _look_at(room: Room, now: datetime) -> bool:
    """Close the room, or set `expires_at` to the next check; whether it was closed.

    A running game is kept for its players; watchers keep the room only.
    """
    end = _end_of_game(room)
    if end is not None and end > now:
        Room.objects.filter(pk=room.pk).update(expires_at=end)
        return False
    is_over, end = end_without_result(room, now), _end_of_room(room)
    closed: dict[str, object] = {} if end > now else {"closed_at": now}
    if closed or is_over:
        told: dict[str, object] = {"notice": notice(DESERTED)} if is_over else {}
        Room.objects.filter(pk=room.pk).update(changes=F("changes") + 1, **closed, **told)
        announce(room.pk)
        if room.is_open:
            announce_table(room.pk)
    Room.objects.filter(pk=room.pk).update(expires_at=end)
    return bool(closed)


def _end_of_game(room: Room) -> datetime | None:
    """When the running game ends: GAME_DAYS after a player was last present; None without one."""
    game = room.games.filter(status=Game.Status.RUNNING).first()
    if game is None:
        return None
    return _end_of(room, Q(player__seats__game=game), settings.GAME_DAYS)


def _end_of_room(room: Room) -> datetime:
    """When the room ends: ROOM_DAYS after somebody was last present."""
    return _end_of(room, Q(), settings.ROOM_DAYS)


def _end_of(room: Room, who: Q, days: float) -> datetime:
    people = room.members.filter(who, player__bot="", is_removed=False)
    seen: datetime | None = people.aggregate(seen=Max("seen_at"))["seen"]
    return room.expires_at if seen is None else seen + timedelta(days=days)
