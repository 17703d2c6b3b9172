"""Deletes rows that are not needed any more, AT_ONCE of a kind: sessions, rooms, guests, bots.

Also what was told to people long ago, or to browsers that are no more.
Games that were dealt are kept, with their seats and names, and so is everything that a report or an
action of a moderator refers to.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import (
    Block,
    Delivery,
    Device,
    Favourite,
    Game,
    Invitation,
    Letter,
    MailAddress,
    Member,
    Message,
    ModerationAction,
    Player,
    PushSubscription,
    Report,
    Room,
    Seat,
)
from games.models.locking import skip_locked
from games.open_tables.favourites import AN_INVITATION_STAYS

AT_ONCE = 100
# Pages that still show a closed room must be able to find out why before it is deleted.
A_CLOSED_ROOM_STAYS = timedelta(days=1)
A_DELIVERY_STAYS = timedelta(days=30)


def delete_unneeded(now: datetime | None = None) -> int:
    """Delete some of the rows that are not needed any more; how many."""
    now = now or timezone.now()
    kinds: tuple[QuerySet[Any], ...] = (
        *(_old_sessions(now), _unplayed_rooms(now), _stray_bots(now), _unused_guests(now)),
        *(_old_deliveries(now), _stray_subscriptions(), _old_letters(now), _stray_addresses()),
        *(_stray_deliveries(), _stray_letters()),
        *(_stray_pairs(Block, "blocked"), _stray_pairs(Favourite, "favourite")),
        _old_invitations(now),
    )
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


def _old_deliveries(now: datetime) -> QuerySet[Delivery]:
    """What was told long ago: nobody asks any more whether it was."""
    return Delivery.objects.filter(sent_at__lt=now - A_DELIVERY_STAYS)


def _stray_subscriptions() -> QuerySet[PushSubscription]:
    """Subscriptions whose browser a process of the version before has deleted."""
    browsers = Device.objects.filter(pk=OuterRef("device_id"))
    return PushSubscription.objects.filter(~Exists(browsers))


def _old_letters(now: datetime) -> QuerySet[Letter]:
    return Letter.objects.filter(sent_at__lt=now - A_DELIVERY_STAYS)


def _stray_addresses() -> QuerySet[MailAddress]:
    """Addresses whose player a process of the version before has deleted."""
    owners = Player.objects.filter(pk=OuterRef("player_id"))
    return MailAddress.objects.filter(~Exists(owners))


def _stray_deliveries() -> QuerySet[Delivery]:
    """Notifications for subscriptions that were deleted while they were written."""
    subscriptions = PushSubscription.objects.filter(pk=OuterRef("subscription_id"))
    return Delivery.objects.filter(~Exists(subscriptions))


def _stray_letters() -> QuerySet[Letter]:
    """Letters to addresses that were deleted while they were written."""
    addresses = MailAddress.objects.filter(pk=OuterRef("address_id"))
    return Letter.objects.filter(~Exists(addresses))


def _stray_pairs(kind: type[Block | Favourite], other: str) -> QuerySet[Any]:
    """Pairs of which a process of the version before has deleted one."""
    here = Player.objects.filter(pk=OuterRef("player_id"))
    there = Player.objects.filter(pk=OuterRef(f"{other}_id"))
    return kind._default_manager.filter(~Exists(here) | ~Exists(there))


def _old_invitations(now: datetime) -> QuerySet[Invitation]:
    """Invitations that nobody is shown any more."""
    return Invitation.objects.filter(at__lt=now - AN_INVITATION_STAYS)


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
