"""Erasing a player: no name, browser, address or message of theirs stays; games stay verifiable."""

from django.db import transaction

from games.accounts import password_limits
from games.models import Game, Message, Player, Room, Seat, User
from games.play.announcements import announce_departure
from games.play.stand_ins import set_stand_ins
from games.rooms import seating
from games.rooms.names import lock_name
from games.text.errors import HasJudged

NOBODY = "Incognito"


@transaction.atomic
def erase(player: Player) -> None:
    """Delete a player and their account for good; bots finish the games they are playing.

    Raises HasJudged, and nothing has changed, if moderation logs name their account.
    """
    user = player.user
    if user is not None and (user.hidden_accesses.exists() or user.moderation_actions.exists()):
        raise HasJudged
    lock_name(player)
    here = {"members__player": player, "members__is_removed": False}
    for room in Room.objects.filter(closed_at=None, **here).order_by("pk"):
        seating.leave(room.pk, player)
    _let_bots_go_on(player)
    Seat.objects.filter(player=player).update(name=NOBODY)
    imported = Game.objects.filter(origin=Game.Origin.IMPORTED, room__host=player)
    Seat.objects.filter(game__in=imported).update(name=NOBODY)
    Message.objects.filter(player=player).delete()
    announce_departure(player.pk)
    player.delete()
    if user is not None:
        _close_account(user)


def _let_bots_go_on(player: Player) -> None:
    """Put a bot on each seat of a running game, whatever the room's rules for absence say."""
    seats = Seat.objects.filter(player=player, game__status=Game.Status.RUNNING)
    for seat in seats.select_related("game__room").order_by("game__room"):
        set_stand_ins(seat.game_id, {seat.number: seat.game.room.level})


def _close_account(user: User) -> None:
    password_limits.forget_account(user.get_username())
    user.delete()
