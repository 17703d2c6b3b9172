"""The open games of a person, which are all that a profile tells of."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.db.models import QuerySet

from games.engine.editions import EDITIONS
from games.models import Game, Player, Seat


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A finished open game of a person: their seat and the others'."""

    edition: str
    at: datetime
    own: Seat
    others: tuple[Seat, ...]

    @property
    def win(self) -> float:
        """The part of the win that they have; who has left has none."""
        return 0.0 if self.own.left_at else self.own.win

    @property
    def bots(self) -> list[str]:
        """The characters of the bots at the table."""
        return [seat.player.bot for seat in self.others if seat.player and seat.player.bot]


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
    rows = seats.select_related("game", "player__user").only(
        *("game_id", "player_id", "money", "win", "is_cast_out", "left_at", "game__edition"),
        *("game__finished_at", "player__name", "player__bot", "player__is_public"),
        *("player__user__username", "player__user__is_active"),
    )
    rows = rows.order_by("game__finished_at", "game", "number")
    return [_game(list(table), player) for _, table in groupby(rows, attrgetter("game_id"))]


def _game(seats: Sequence[Seat], player: Player) -> OpenGame:
    own = next(seat for seat in seats if seat.player_id == player.pk)
    at = own.game.finished_at
    assert at is not None  # noqa: S101 - a finished game has its end
    return OpenGame(own.game.edition, at, own, tuple(seat for seat in seats if seat is not own))


def by_edition(games: Sequence[OpenGame]) -> list[EditionTotal]:
    """What was played of each edition, in the order of the editions."""
    played = Counter(game.edition for game in games)
    return [
        EditionTotal(id, played[id], sum(game.win for game in games if game.edition == id))
        for id in EDITIONS
        if played[id]
    ]
