"""The link by which a player lets anybody look at a game that is over."""

from games.models import Game, Player, new_invite
from games.refusals import NoSuchGame
from games.selectors import has_part


def share(game: Game) -> str:
    """The key of the game's link; it is made once and stays until it is closed."""
    Game.objects.filter(pk=game.pk, share="").update(share=new_invite())
    game.refresh_from_db(fields=["share"])
    return game.share


def close(game: Game, player: Player | None) -> None:
    """Let the link lead nowhere from now on; NoSuchGame for who has no part in the game."""
    if not has_part(game, player):
        raise NoSuchGame
    Game.objects.filter(pk=game.pk).update(share="")
