"""Players whose messages another player does not want to see."""

from games.accounts.people import announce_rooms_of
from games.models import Mute, Player


def mute(player: Player, muted_id: int) -> None:
    """Hide from `player` what another player says; does nothing for an unknown id."""
    if player.pk != muted_id and Player.objects.filter(pk=muted_id).exists():
        Mute.objects.get_or_create(player=player, muted_id=muted_id)
        announce_rooms_of(player)


def unmute(player: Player, muted_id: int) -> None:
    """Show it again."""
    Mute.objects.filter(player=player, muted_id=muted_id).delete()
    announce_rooms_of(player)
