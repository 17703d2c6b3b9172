"""Forgetting somebody: no name, browser, address or word of theirs stays; games stay verifiable."""

from axes.utils import reset
from django.db import transaction

from games.models import Game, Message, Player, Room, Seat, User
from games.refusals import HasJudged
from games.services import rooms
from games.services.announcing import announce_departure

NOBODY = "Incognito"


@transaction.atomic
def forget(player: Player) -> None:
    """Take somebody out of the house for good; HasJudged for who stands in the house's own logs.

    A game they are in the middle of goes on with a bot on their seat.
    """
    user = player.user
    if user is not None and (user.looks.exists() or user.deeds.exists()):
        raise HasJudged
    here = {"members__player": player, "members__is_removed": False}
    for room in Room.objects.filter(closed_at=None, **here):
        rooms.leave(room.pk, player)
    Seat.objects.filter(player=player).update(name=NOBODY)
    brought = Game.objects.filter(origin=Game.Origin.IMPORTED, room__host=player)
    Seat.objects.filter(game__in=brought).update(name=NOBODY)
    Message.objects.filter(player=player).delete()
    announce_departure(player.pk)
    player.delete()
    if user is not None:
        _close_account(user)


def _close_account(user: User) -> None:
    reset(username=user.get_username())
    user.delete()
