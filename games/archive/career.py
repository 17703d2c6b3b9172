"""Statistics of a player's games."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, OuterRef, Subquery

from games.archive.counted_games import counted_seats
from games.engine.scoring import Number, plain
from games.models import Player, Seat

CONFIDENCE = 1.959964  # standard errors on either side of a 95 % interval


class Outing(NamedTuple):
    """One game with the outcome of the player's seat."""

    code: str
    edition: str
    at: datetime
    players: int
    place: int
    status: Number
    money: int
    is_cast_out: bool
    win: float


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`, with the 95 % confidence interval of the share."""

    part: float
    whole: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.part / self.whole


@dataclass(frozen=True, slots=True)
class Figures:
    """The sums and means of some games; `chance` is the number of wins expected by luck alone."""

    games: int
    wins: Share
    chance: float
    cast_out: Share
    status: float
    money: float


@dataclass(frozen=True, slots=True)
class Streaks:
    """Longest runs of games: won, won until the last game, and not cast out."""

    won: int
    won_now: int
    unscathed: int


def outings(player: Player) -> list[Outing]:
    """The player's games that count, oldest first."""
    players = Seat.objects.filter(game=OuterRef("game")).values("game")
    rows = counted_seats(player).annotate(
        players=Subquery(players.annotate(count=Count("pk")).values("count"))
    )
    columns = ("game__code", "game__edition", "game__finished_at", "players", "place", "status")
    rows = rows.order_by("game__finished_at", "pk")
    found = rows.values_list(*columns, "money", "is_cast_out", "win")
    return [
        Outing(code, edition, at, players, place, plain(status), money, is_out, win)
        for code, edition, at, players, place, status, money, is_out, win in found
    ]


def figures(games: Sequence[Outing]) -> Figures:
    """The figures of these games; there must be at least one."""
    count = len(games)
    return Figures(
        games=count,
        wins=share_of(math.fsum(game.win for game in games), count),
        chance=math.fsum(1 / game.players for game in games),
        cast_out=share_of(sum(game.is_cast_out for game in games), count),
        status=sum(game.status for game in games) / count,
        money=sum(game.money for game in games) / count,
    )


def share_of(part: float, whole: int) -> Share:
    """The share with Wilson's interval, which holds for few games too."""
    share, z = part / whole, CONFIDENCE**2 / whole
    middle = (share + z / 2) / (1 + z)
    width = CONFIDENCE * math.sqrt(share * (1 - share) / whole + z / (4 * whole)) / (1 + z)
    return Share(part, whole, max(0.0, middle - width), min(1.0, middle + width))


def by(
    key: Callable[[Outing], str | int], games: Iterable[Outing]
) -> list[tuple[str | int, Figures]]:
    """The figures of each kind of game, in the order of the kinds."""
    kinds = groupby(sorted(games, key=key), key)
    return [(kind, figures(list(group))) for kind, group in kinds]


def streaks(games: Sequence[Outing]) -> Streaks:
    """The longest runs of games; a shared win counts as a win."""
    won = _runs(game.win > 0 for game in games)
    unscathed = _runs(not game.is_cast_out for game in games)
    return Streaks(max(won), won[-1], max(unscathed))


def _runs(hits: Iterable[bool]) -> list[int]:
    """The length of the run before the first game and after each."""
    runs = [0]
    for hit in hits:
        runs.append(runs[-1] + 1 if hit else 0)
    return runs


def places(games: Iterable[Outing]) -> dict[int, int]:
    """How often each place was reached; 0 stands for cast out."""
    found: dict[int, int] = {}
    for game in games:
        place = 0 if game.is_cast_out else game.place
        found[place] = found.get(place, 0) + 1
    return found
