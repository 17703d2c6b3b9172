"""The share link of a game that is over: who has it can open the game."""

from games.archive.access import has_part
from games.models import Game, Player, new_invite
from games.play.daily_secrecy import check_open
from games.text.errors import NoSuchGame


def share(game: Game) -> str:
    """The key of the game's link; a new one only if it has none.

    Raises DealIsSecret for a deal of the day that is not open yet.
    """
    check_open(game)
    Game.objects.filter(pk=game.pk, share="").update(share=new_invite())
    game.refresh_from_db(fields=["share"])
    return game.share


def close(game: Game, player: Player | None) -> None:
    """Remove the link; NoSuchGame if the player has no part in the game."""
    if not has_part(game, player):
        raise NoSuchGame
    Game.objects.filter(pk=game.pk).update(share="")
