"""Logging in as a guest who has played: the guest's games become the account's."""

from django.db import transaction
from django.db.models import Q

from games.accounts.people import locked_rooms_of, set_name
from games.models import (
    NAME_LENGTH,
    Block,
    DailyTry,
    Device,
    Favourite,
    Invitation,
    Member,
    Message,
    Mute,
    Player,
    PushSubscription,
    Report,
    Review,
    Room,
    Seat,
    User,
)
from games.rooms.names import free_name, invented_name, lock_name, names_in
from games.text.cleaning import shortened
from games.text.errors import BadInput
from games.text.lookalikes import is_taken


@transaction.atomic
def merge_guest(guest: Player | None, user: User) -> Player:
    """The player of an account, with all that the guest of this browser has played until now.

    Without a guest, or if `guest` has an account already, just the account's player. Locks both
    players, then their rooms in the order of their ids.
    """
    player = Player.objects.filter(user=user).first()
    if guest is None or guest.user_id:
        return player or Player.objects.create(user=user, name=_name_for(user))
    _lock_all_of(guest, player)
    tokens = Member.objects.filter(player=guest).exclude(token="")
    tokens.update(token_credential=user.credential)
    PushSubscription.objects.filter(device__player=guest).update(credential=user.credential)
    if player is None:
        guest.user = user
        guest.save(update_fields=["user"])
        return guest
    _merge(guest, player)
    return player


def _lock_all_of(guest: Player, player: Player | None) -> None:
    """Lock both players, then all their rooms: before members and seats, as everywhere."""
    both = [guest] if player is None else [guest, player]
    for each in sorted(both, key=lambda each: each.pk):
        lock_name(each)
    mine = Q(host=guest) | Q(members__player__in=both)
    locked_rooms_of(guest, *Room.objects.filter(mine))


def _name_for(user: User) -> str:
    """The first name of an account's player: its username, or an invented one if that is bad."""
    try:
        return shortened(user.get_username(), NAME_LENGTH)
    except BadInput:
        return invented_name()


def _merge(guest: Player, player: Player) -> None:
    """Move all that is the guest's to `player`, except where `player` has the same already."""
    Seat.objects.filter(player=guest).exclude(game__seats__player=player).update(player=player)
    Member.objects.filter(player=guest).exclude(room__members__player=player).update(player=player)
    Member.objects.filter(keeps_for=guest).update(keeps_for=player)
    Room.objects.filter(host=guest).update(host=player)
    taken = player.devices.values_list("number", flat=True)
    Device.objects.filter(player=guest).exclude(number__in=list(taken)).update(player=player)
    _carry_over(guest, player)
    _keep_first_tries(guest, player)
    guest.delete()
    _find_free_name(player)


def _find_free_name(player: Player) -> None:
    """Change the name if it looks like another's in one of the rooms the guest was in."""
    taken = names_in(*locked_rooms_of(player), without=player)
    if is_taken(player.name, taken):
        set_name(player, free_name(player.name, taken))


def _carry_over(guest: Player, player: Player) -> None:
    """Move messages, reports, reviews, mutes and sanctions: logging in evades none of them."""
    Message.objects.filter(player=guest).update(player=player)
    Report.objects.filter(about=guest).update(about=player)
    Report.objects.filter(reporter=guest).update(reporter=player)
    Review.objects.filter(asked_by=guest).update(asked_by=player)
    known = [player.pk, *player.mutes.values_list("muted", flat=True)]
    Mute.objects.filter(player=guest).exclude(muted__in=known).update(player=player)
    deaf = [player.pk, *player.muted_by.values_list("player", flat=True)]
    Mute.objects.filter(muted=guest).exclude(player__in=deaf).update(muted=player)
    _carry_over_lists(guest, player)
    _lengthen(guest, player)


def _carry_over_lists(guest: Player, player: Player) -> None:
    """Move blocks, favourites and invitations, but those the player has, or of themselves."""
    for kind, mine, other in (
        (Block, "player", "blocked"),
        (Block, "blocked", "player"),
        (Favourite, "player", "favourite"),
        (Favourite, "favourite", "player"),
        (Invitation, "player", "room"),
    ):
        rows = kind._default_manager.filter(**{mine: player})
        known = list(rows.values_list(other, flat=True))
        left = [player.pk, *known] if other != "room" else known
        moved = kind._default_manager.filter(**{mine: guest}).exclude(**{f"{other}__in": left})
        moved.update(**{mine: player})


def _keep_first_tries(guest: Player, player: Player) -> None:
    """Of a deal of the day that both have tried, the try that was begun first counts."""
    own = {each.deal_id: each for each in DailyTry.objects.filter(player=player)}
    for each in DailyTry.objects.filter(player=guest):
        other = own.get(each.deal_id)
        if other is not None:
            later = max(other, each, key=lambda attempt: (attempt.started_at, attempt.pk))
            later.delete()
        if other is None or later != each:
            DailyTry.objects.filter(pk=each.pk).update(player=player)


def _lengthen(guest: Player, player: Player) -> None:
    """Keep the longer of two bans, and of two silences."""
    stored = Player.objects.select_for_update().get(pk=player.pk)
    for name in ("banned_until", "silent_until"):
        times = [getattr(guest, name), getattr(stored, name)]
        setattr(player, name, max(filter(None, times), default=None))
    player.save(update_fields=["banned_until", "silent_until"])
