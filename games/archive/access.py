"""Which players may open a game that is over."""

from django.db.models import Q

from games.models import Game, Player
from games.play.position import seat_of
from games.text.errors import NoSuchGame


def has_part(game: Game, player: Player | None) -> bool:
    """Whether the player had a seat in the game or imported it."""
    if player is None:
        return False
    is_owner = game.origin == Game.Origin.IMPORTED and game.room.host_id == player.pk
    return is_owner or seat_of(game, player) is not None


def game_behind(key: str, player: Player | None) -> Game:
    """The game that is over with this share key, or with this code if `player` has a part in it.

    Raises NoSuchGame for any other key.
    """
    over = Game.objects.exclude(status=Game.Status.RUNNING)
    over = over.select_related("room").prefetch_related("seats")
    mine = Q(code=key) & (Q(seats__player=player) | Q(room__host=player, origin="imported"))
    allowed = Q(share=key) if player is None else Q(share=key) | mine
    game = None if not key or "\0" in key else over.filter(allowed).distinct().first()
    if game is None:
        raise NoSuchGame
    return game
