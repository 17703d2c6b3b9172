"""The end of a game: everything that follows from it, in the transaction of its last move.

`CONSEQUENCES` is the list of what a finished game brings about. Each is called once for each game,
in this order, with the row of the game locked; if one raises, the last move is not stored either.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from games.engine.scoring import result_of
from games.engine.standings import standings
from games.engine.state import GameState
from games.engine.wire import result_dict
from games.models import Game, Seat
from games.play.announcements import announce_table
from games.ratings.entering import enter


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game whose last move is being written: its id, its result as stored, and the time."""

    game_id: int
    result: dict[str, Any]
    at: datetime


def finish(game_id: int, state: GameState, at: datetime) -> None:
    """Do what follows from the end of the game; `state` is its last one."""
    finished = FinishedGame(game_id, result_dict(result_of(state)), at)
    for consequence in CONSEQUENCES:
        consequence(finished)


def _store_result(finished: FinishedGame) -> None:
    Game.objects.filter(pk=finished.game_id).update(
        status=Game.Status.FINISHED, result=finished.result, finished_at=finished.at
    )


def _store_standings(finished: FinishedGame) -> None:
    """Lists and statistics read each seat's standing from its row."""
    for number, standing in enumerate(standings(finished.result)):
        Seat.objects.filter(game_id=finished.game_id, number=number).update(**asdict(standing))


def _announce_table(finished: FinishedGame) -> None:
    """An open table is no longer to be watched in the list, but to be joined."""
    open_games = Game.objects.filter(pk=finished.game_id, is_open=True)
    for room_id in open_games.values_list("room", flat=True):
        announce_table(room_id)


def _enter_rating(finished: FinishedGame) -> None:
    enter(finished.game_id, finished.at)


CONSEQUENCES: tuple[Callable[[FinishedGame], None], ...] = (
    _store_result,
    _store_standings,
    _announce_table,
    _enter_rating,
)
