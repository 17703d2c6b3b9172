"""Badges: what somebody has done in open games that is worth telling."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.bots.characters import CHARACTERS
from games.engine.editions import EDITIONS
from games.engine.seats import SEATS
from games.ratings.open_games import OpenGame

UNSCATHED = 10
STRONGEST = "master"


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge by id, and when it was earned."""

    id: str
    at: datetime


def badges(games: Sequence[OpenGame]) -> list[Badge]:
    """The badges earned in these games, which are in order."""
    found = [(id, earned(games)) for id, earned in BADGES.items()]
    return [Badge(id, at) for id, at in found if at is not None]


def _all_of(
    kinds: Sequence[object], kind: Callable[[OpenGame], object], games: Sequence[OpenGame]
) -> datetime | None:
    """When the last of all kinds of games was first won; None if one never was."""
    first: dict[object, datetime] = {}
    for game in games:
        if game.win:
            first.setdefault(kind(game), game.at)
    return max(first.values()) if set(kinds) <= first.keys() else None


def _first(games: Sequence[OpenGame], holds: Callable[[OpenGame], bool]) -> datetime | None:
    return next((game.at for game in games if game.win and holds(game)), None)


def _every_edition(games: Sequence[OpenGame]) -> datetime | None:
    return _all_of(list(EDITIONS), lambda game: game.edition, games)


def _every_table(games: Sequence[OpenGame]) -> datetime | None:
    return _all_of(SEATS, lambda game: 1 + len(game.others), games)


def _second_poorest(games: Sequence[OpenGame]) -> datetime | None:
    """Won with less money than all others but those who were cast out."""
    return _first(games, is_second_poorest)


def is_second_poorest(game: OpenGame) -> bool:
    """Whether everybody who was not cast out had more money."""
    left = [seat.money or 0 for seat in game.others if not seat.is_cast_out]
    return bool(left) and all(money > (game.own.money or 0) for money in left)


def _beat_the_strongest(games: Sequence[OpenGame]) -> datetime | None:
    """Won against at least two of the strongest built-in bots."""
    return _first(games, lambda game: sum(map(_is_strongest, game.bots)) >= 2)


def _is_strongest(bot: str) -> bool:
    character = CHARACTERS.get(bot)
    return character is not None and character.level == STRONGEST


def _unscathed(games: Sequence[OpenGame]) -> datetime | None:
    """So many games in a row without being cast out or leaving."""
    run = 0
    for game in games:
        run = 0 if game.own.is_cast_out or game.own.left_at else run + 1
        if run == UNSCATHED:
            return game.at
    return None


BADGES: dict[str, Callable[[Sequence[OpenGame]], datetime | None]] = {
    "every-edition": _every_edition,
    "second-poorest": _second_poorest,
    "every-table": _every_table,
    "beat-masters": _beat_the_strongest,
    "unscathed": _unscathed,
}
