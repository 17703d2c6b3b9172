"""The link by which a player lets anybody look at a game that is over."""

from games.models import Game, new_invite


def share(game: Game) -> str:
    """The key of the game's link; it is made once and stays."""
    Game.objects.filter(pk=game.pk, share="").update(share=new_invite())
    game.refresh_from_db(fields=["share"])
    return game.share
