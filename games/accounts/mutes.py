"""Players whose messages another player does not want to see."""

from games.accounts.people import announce_rooms_of
from games.models import Mute, Player, Room
from games.rooms.chat import can_be_heard


def mute(room: Room, player: Player, muted_id: int) -> None:
    """Hide from `player` what another player says; does nothing for one not heard in the room.

    Else the list, which is loaded with every room of the player, could be made as long as wanted.
    """
    if player.pk == muted_id or not can_be_heard(room, muted_id):
        return
    _, is_new = Mute.objects.get_or_create(player=player, muted_id=muted_id)
    if is_new:
        announce_rooms_of(player)


def unmute(player: Player, muted_id: int) -> None:
    """Show it again."""
    deleted, _ = Mute.objects.filter(player=player, muted_id=muted_id).delete()
    if deleted:
        announce_rooms_of(player)
