"""Which players may open a game that is over."""

from django.db.models import QuerySet

from games.models import DailyTry, Game, Player
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
    game = None if not key or "\0" in key else _by_code(key, player) or _by_share(key)
    if game is None:
        raise NoSuchGame
    if is_secret(game) and not has_finished(player, game):
        raise DealIsSecret
    return game


def _by_code(code: str, player: Player | None) -> Game | None:
    """The game with this code, if the player may open it by that."""
    game = _over().filter(code=code).first()
    return game if game and (has_part(game, player) or _is_first_try(game)) else None


def _by_share(key: str) -> Game | None:
    """The game with this share key; that it is not empty lets SQLite use the index of those."""
    return _over().filter(share=key).exclude(share="").first()


def _over() -> QuerySet[Game]:
    games = Game.objects.exclude(status=Game.Status.RUNNING)
    return games.select_related("room__daily").prefetch_related("seats")


def _is_first_try(game: Game) -> bool:
    finished = game.status == Game.Status.FINISHED
    return finished and DailyTry.objects.filter(game=game).exists()
