"""People somebody does not want to sit with in open games.

A block locks both players, in the order of their ids, then the rooms in which both wait, in the
order of theirs. Who sits down has locked their own name, so either their seat is seen here, and the
blocker gives up theirs, or they see the block.
"""

from django.conf import settings
from django.db import transaction

from games.models import Block, Favourite, Game, Player, Room
from games.rooms import seating
from games.rooms.names import lock_name
from games.text.errors import NoSuchMember, TooManyBlocks


@transaction.atomic
def block(player: Player, blocked_id: int) -> None:
    """Never sit with this person in open games again; both tables where they wait lose `player`.

    Raises NoSuchMember for a bot or nobody, TooManyBlocks. A game that both play goes on.
    """
    other = _lock_both(player, blocked_id)
    mine = player.blocks.exclude(blocked=other)
    if mine.count() >= settings.MOST_BLOCKS:
        raise TooManyBlocks(count=settings.MOST_BLOCKS)
    Block.objects.get_or_create(player=player, blocked=other)
    Favourite.objects.filter(player=player, favourite=other).delete()
    for room in _waiting_together(player, other):
        seating.leave(room.pk, player)


def unblock(player: Player, blocked_id: int) -> None:
    """Let the player sit with this person again, unless the other has blocked them too."""
    player.blocks.filter(blocked=blocked_id).delete()


def _lock_both(player: Player, other_id: int) -> Player:
    """The other player; both names are locked."""
    other = Player.objects.filter(pk=other_id, bot="").exclude(pk=player.pk).first()
    if other is None:
        raise NoSuchMember
    for each in sorted((player, other), key=lambda each: each.pk):
        lock_name(each)
    return other


def _waiting_together(player: Player, other: Player) -> list[Room]:
    """Open tables without a running game at which both have a chair."""
    rooms = Room.objects.filter(is_open=True, closed_at=None)
    for each in (player, other):
        rooms = rooms.filter(members__player=each, members__chair__isnull=False)
    rooms = rooms.exclude(games__status=Game.Status.RUNNING)
    return list(rooms.order_by("pk").select_for_update(of=("self",)))
