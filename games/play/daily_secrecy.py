"""The secrecy of a deal of the day: until it opens, nobody is shown what could spoil it for others.

How it works. Everybody plays the same deck, so a finished game of it tells others what comes next.
Until `DailyDeal.opens_at` such a game can be opened only by those who have finished their own first
try of it (`archive.access`), and what goes beyond watching it (record, link, playing on, seed and
salt, the admin's view of all hands) by nobody. Every place that shows a game, or takes something
from it, asks here.
"""

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from games.models import DailyTry, Game, Player
from games.text.errors import DealIsSecret


def is_secret(game: Game, now: datetime | None = None) -> bool:
    """Whether the game is of a deal of the day that is not open yet."""
    deal = game.room.daily if game.room.daily_id else None
    return deal is not None and deal.opens_at > (now or timezone.now())


def check_open(game: Game) -> None:
    """Raise DealIsSecret if the game's deal of the day is not open yet."""
    if is_secret(game):
        raise DealIsSecret


def secret_games() -> Q:
    """The condition for games whose deal of the day is not open yet."""
    return Q(room__daily__opens_at__gt=timezone.now())


def has_finished(player: Player | None, game: Game) -> bool:
    """Whether the player has finished their own first try of the deal that this game is of."""
    if player is None or not game.room.daily_id:
        return False
    tries = DailyTry.objects.filter(deal=game.room.daily_id, player=player)
    return tries.filter(game__status=Game.Status.FINISHED).exists()
