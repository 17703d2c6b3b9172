"""Players: new guests, their names, logging out."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.models import (
    NAME_LENGTH,
    Member,
    ModerationAction,
    Player,
    PushSubscription,
    Room,
    User,
)
from games.play.announcements import announce, announce_departure
from games.rooms.names import check_name, lock_name
from games.text.cleaning import clean_text
from games.text.errors import NameIsGiven

ASSIGNED_NAME_STAYS = timedelta(days=30)


def new_guest(name: str) -> Player:
    """A new player without an account, known by their session; BadInput for a bad name."""
    return Player.objects.create(name=clean_text(name, NAME_LENGTH))


def rename(player: Player, name: str, *entered: Room) -> None:
    """Change the name at the player's own wish; games already dealt keep the old one.

    `entered` are rooms they are about to enter. Raises NameIsGiven if a moderator assigned the
    present name less than ASSIGNED_NAME_STAYS ago, BadInput or NameIsTaken as `set_name` does.
    """
    assigned = ModerationAction.objects.filter(kind=ModerationAction.Kind.RENAME, player=player)
    if assigned.filter(at__gt=timezone.now() - ASSIGNED_NAME_STAYS).exists():
        raise NameIsGiven
    set_name(player, name, *entered)


@transaction.atomic
def set_name(player: Player, name: str, *entered: Room) -> None:
    """Change the name, whoever chose it, and announce that in the player's rooms.

    Raises BadInput for a bad name, NameIsTaken if it looks like another's in one of the rooms.
    """
    cleaned = clean_text(name, NAME_LENGTH)
    lock_name(player)
    check_name(player, cleaned, *locked_rooms_of(player, *entered))
    player.name = cleaned
    player.save(update_fields=["name"])
    announce_rooms_of(player)


@transaction.atomic
def announce_rooms_of(player: Player) -> None:
    """Announce a change in every open room the player is in."""
    room_ids = [room.pk for room in locked_rooms_of(player)]
    Room.objects.filter(pk__in=room_ids).update(changes=F("changes") + 1)
    for room_id in room_ids:
        announce(room_id)


def locked_rooms_of(player: Player, *entered: Room) -> list[Room]:
    """The player's open rooms and `entered`, locked until the transaction ends.

    Several rooms are always locked in the order of their ids, so that no two wait for each other.
    """
    chairs = Member.objects.filter(player=player, is_removed=False).values("room")
    wanted = Q(pk__in=chairs) | Q(pk__in=[room.pk for room in entered])
    rooms = Room.objects.filter(wanted, closed_at=None).order_by("pk")
    return list(rooms.select_for_update())


@transaction.atomic
def log_out(player: Player, browser: int | None = None) -> None:
    """Void the player's tokens, close their sockets, and send no more to the browser they leave.

    Sockets compare `logged_out_at` too, in case the announcement does not reach their process.
    """
    PushSubscription.objects.filter(device__player=player, device__number=browser or 0).delete()
    Player.objects.filter(pk=player.pk).update(logged_out_at=timezone.now())
    Member.objects.filter(player=player).exclude(token="").update(token="")
    announce_departure(player.pk)


@transaction.atomic
def log_out_everywhere(player: Player) -> None:
    """End every session of the player's account, and send notifications to no browser any more."""
    log_out(player)
    PushSubscription.objects.filter(device__player=player).delete()
    User.objects.filter(player=player).update(login_key=secrets.token_hex(16))


def keep_push(player: Player, browser: int | None) -> None:
    """Bind this browser's notifications to the new password; those of others are void."""
    mine = PushSubscription.objects.filter(device__player=player, device__number=browser or 0)
    mine.update(credential=player.credential)


def show_profile(player: Player, *, is_public: bool) -> None:
    """Show or hide the player's profile, and with it their places on leaderboards."""
    Player.objects.filter(pk=player.pk).update(is_public=is_public)


@transaction.atomic
def keep_out(player: Player, until: datetime) -> None:
    """Keep the player out of all rooms until then, and close their sockets; a past time ends it."""
    Player.objects.filter(pk=player.pk).update(banned_until=until)
    if until > timezone.now():
        announce_departure(player.pk)
    announce_rooms_of(player)
