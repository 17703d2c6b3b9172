"""The open games of a person, which are all that a profile tells of."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Case, QuerySet, When

from games.engine.editions import EDITIONS
from games.models import Game, Player, Seat

COLUMNS = ("game", "player", "player__bot", "money", "win", "is_cast_out", "left_at")


class OpenSeat(NamedTuple):
    """What came of a seat of an open game, and whose it was: without objects, as there are many."""

    game: int
    player: int | None
    bot: str | None
    money: int | None
    win: float
    is_cast_out: bool
    left_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A finished open game of a person: their seat and the others'."""

    edition: str
    at: datetime
    own: OpenSeat
    others: tuple[OpenSeat, ...]

    @property
    def win(self) -> float:
        """The part of the win that they have; who has left has none."""
        return 0.0 if self.own.left_at else self.own.win

    @property
    def bots(self) -> list[str]:
        """The characters of the bots at the table."""
        return [seat.bot for seat in self.others if seat.bot]


@dataclass(frozen=True, slots=True)
class EditionTotal:
    """How many games of an edition somebody has played, and won; a shared win counts in part."""

    edition: str
    games: int
    wins: float


def open_seats(player: Player) -> QuerySet[Seat]:
    """The person's seats in open games that count."""
    return Seat.objects.filter(
        player=player,
        game__is_open=True,
        game__status=Game.Status.FINISHED,
        game__origin=Game.Origin.DEALT,
        game__voided_at=None,
    ).order_by()


def open_games(player: Player) -> list[OpenGame]:
    """The person's open games that count, oldest first."""
    seats = Seat.objects.filter(game__in=open_seats(player).values("game"))
    # The end is read once for each game: SQLite turns each date from text into a date.
    ended = Case(When(player=player, then="game__finished_at"))
    rows = seats.order_by("game", "number").values_list("game__edition", ended, *COLUMNS)
    tables = groupby(rows, key=itemgetter(2))
    games = [_game(list(table), player) for _, table in tables]
    return sorted(games, key=lambda game: (game.at, game.own.game))


def _game(rows: Sequence[tuple[Any, ...]], player: Player) -> OpenGame:
    seats = [OpenSeat._make(row[2:]) for row in rows]
    mine = next(place for place, seat in enumerate(seats) if seat.player == player.pk)
    edition, at = rows[mine][:2]
    return OpenGame(edition, at, seats[mine], (*seats[:mine], *seats[mine + 1 :]))


def by_edition(games: Sequence[OpenGame]) -> list[EditionTotal]:
    """What was played of each edition, in the order of the editions."""
    played = Counter(game.edition for game in games)
    return [
        EditionTotal(id, played[id], sum(game.win for game in games if game.edition == id))
        for id in EDITIONS
        if played[id]
    ]
