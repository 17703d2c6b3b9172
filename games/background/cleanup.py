"""Deletes rows that are not needed any more, AT_ONCE of a kind: sessions, rooms, guests, bots.

Games that were dealt are kept, with their seats and names, and so is everything that a report or an
action of a moderator refers to.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import (
    Device,
    Game,
    Member,
    Message,
    ModerationAction,
    Player,
    Report,
    Room,
    Seat,
)
from games.models.locking import skip_locked

AT_ONCE = 100
# Pages that still show a closed room must be able to find out why before it is deleted.
A_CLOSED_ROOM_STAYS = timedelta(days=1)


def delete_unneeded(now: datetime | None = None) -> int:
    """Delete some of the rows that are not needed any more; how many."""
    now = now or timezone.now()
    kinds = (_old_sessions(now), _unplayed_rooms(now), _stray_bots(now), _unused_guests(now))
    return sum(_delete_part_of(rows) for rows in kinds)


def _delete_part_of(rows: QuerySet[Model]) -> int:
    """Delete the first AT_ONCE rows; on PostgreSQL two processes delete different ones."""
    with transaction.atomic():
        keys = [row.pk for row in skip_locked(rows.order_by("pk"))[:AT_ONCE]]
        if keys:
            rows.model._default_manager.filter(pk__in=keys).delete()
    return len(keys)


def _old_sessions(now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=now)


def _unplayed_rooms(now: datetime) -> QuerySet[Room]:
    """Rooms closed without a game; their members and messages are deleted with them."""
    closed = Room.objects.filter(closed_at__lt=now - A_CLOSED_ROOM_STAYS)
    room = OuterRef("pk")
    return closed.filter(
        ~Exists(Game.objects.filter(room=room)),
        ~Exists(Report.objects.filter(room=room)),
        ~Exists(ModerationAction.objects.filter(room=room)),
    )


def _stray_bots(now: datetime) -> QuerySet[Player]:
    """Bots that are in no room; those that have a seat in a game stay."""
    old = Player.objects.filter(created_at__lt=now - A_CLOSED_ROOM_STAYS).exclude(bot="")
    player = OuterRef("pk")
    return old.filter(
        ~Exists(Seat.objects.filter(player=player)), ~Exists(Member.objects.filter(player=player))
    )


def _unused_guests(now: datetime) -> QuerySet[Player]:
    """Guests who never played and were not seen for GUEST_DAYS; 0 keeps them for ever."""
    if not settings.GUEST_DAYS:
        return Player.objects.none()
    then, player = now - timedelta(days=settings.GUEST_DAYS), OuterRef("pk")
    guests = Player.objects.filter(user=None, bot="", created_at__lt=then)
    guests = guests.exclude(Q(banned_until__gt=now) | Q(silent_until__gt=now))
    return guests.filter(
        ~Exists(Member.objects.filter(player=player, seen_at__gte=then)),
        ~Exists(Device.objects.filter(player=player, last_seen__gte=then)),
        ~Exists(Seat.objects.filter(player=player)),
        ~Exists(Room.objects.filter(host=player).filter(_is_kept())),
        ~Exists(Message.objects.filter(player=player)),
        ~Exists(Report.objects.filter(Q(reporter=player) | Q(about=player))),
        ~Exists(ModerationAction.objects.filter(player=player)),
    )


def _is_kept() -> Q:
    """The condition for rooms whose host must stay: open, or with games."""
    return Q(closed_at=None) | Q(Exists(Game.objects.filter(room=OuterRef("pk"))))
