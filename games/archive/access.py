"""Which players may open a game that is over."""

from django.db.models import Q

from games.models import Game, Player
from games.play.daily_secrecy import has_finished, is_secret
from games.play.position import seat_of
from games.text.errors import DealIsSecret, NoSuchGame


def has_part(game: Game, player: Player | None) -> bool:
    """Whether the player had a seat in the game or imported it."""
    if player is None:
        return False
    is_owner = game.origin == Game.Origin.IMPORTED and game.room.host_id == player.pk
    return is_owner or seat_of(game, player) is not None


def game_behind(key: str, player: Player | None) -> Game:
    """The game that is over with this share key, or with this code if `player` has a part in it.

    A finished first try at a deal of the day can be opened by everybody who has finished theirs,
    and by everybody once the deal is open. Raises NoSuchGame for any other key, and DealIsSecret if
    a deal of the day has to be finished first.
    """
    over = Game.objects.exclude(status=Game.Status.RUNNING)
    over = over.select_related("room__daily").prefetch_related("seats")
    mine = Q(code=key) & (Q(seats__player=player) | Q(room__host=player, origin="imported"))
    tried = Q(code=key, daily_try__isnull=False, status=Game.Status.FINISHED)
    allowed = Q(share=key) | tried if player is None else Q(share=key) | tried | mine
    game = None if not key or "\0" in key else over.filter(allowed).distinct().first()
    if game is None:
        raise NoSuchGame
    if is_secret(game) and not has_finished(player, game):
        raise DealIsSecret
    return game
