"""Whose moves a continued game has copied: the names at its seats in the games it came from."""

from dataclasses import dataclass
from functools import lru_cache

from games.engine.history import BY_RECORD
from games.models import Game
from games.play.position import earlier_position

MOST_ANCESTORS = 20


@dataclass(frozen=True, slots=True)
class Era:
    """The first so many actions, and so many events of the story, were those of these names."""

    actions: int
    events: int
    names: tuple[str, ...]


def eras_of(game: Game) -> tuple[Era, ...]:
    """The eras of the copied part, the oldest first; empty for a game that was begun here."""
    return tuple(
        Era(actions, _events_until(game.pk, game.commitment, actions), names)
        for actions, names in _names_by_action(game)
    )


def _names_by_action(game: Game, most: int = MOST_ANCESTORS) -> list[tuple[int, tuple[str, ...]]]:
    """Until which action, the names of whom; the copy of a copy has several such parts."""
    source = game.continues if game.origin == Game.Origin.CONTINUED and most else None
    copied = _copied_actions(game) if source else 0
    if source is None or not copied:
        return []
    older = [part for part in _names_by_action(source, most - 1) if part[0] < copied]
    return [*older, (copied, tuple(seat.name for seat in source.seats.all()))]


def _copied_actions(game: Game) -> int:
    return game.log.filter(by=BY_RECORD).count()


@lru_cache(maxsize=500)
def _events_until(game_id: int, commitment: str, actions: int) -> int:  # noqa: ARG001
    """How many events the story has after so many actions; the log never changes."""
    return len(earlier_position(game_id, actions).story)
