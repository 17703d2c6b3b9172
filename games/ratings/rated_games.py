"""Rated games as they are stored, for the fold: who sat where, and how it ended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from games.bots.characters import CHARACTERS
from games.engine.edition_groups import EditionGroup, group_of
from games.models import Game, Seat
from games.ratings.fold import NEW, Entrant, Rating
from games.ratings.strengths import bot_rating

COLUMNS = ("game", "game__finished_at", "game__advanced", "pk", "place", "left_at", "win",
           "player", "player__bot", "rated__mu_before", "rated__sigma_before")  # fmt: skip


@dataclass(frozen=True, slots=True)
class RatedSeatFacts:
    """A seat of a rated game; `player` is None for bots and for people who were forgotten."""

    id: int
    player: int | None
    win: float
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished rated game that counts."""

    id: int
    at: datetime
    group: EditionGroup
    seats: tuple[RatedSeatFacts, ...]

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(seat.entrant for seat in self.seats)


def counted_games() -> QuerySet[Game]:
    """The rated games that count, in the order in which they count."""
    games = Game.objects.filter(is_rated=True, status=Game.Status.FINISHED, voided_at=None)
    return games.order_by("finished_at", "pk")


def rated_games(numbers: Sequence[int]) -> list[RatedGame]:
    """Those of the games with these ids that count, in order."""
    seats = Seat.objects.filter(game__in=counted_games().order_by().filter(pk__in=numbers))
    rows = seats.order_by("game__finished_at", "game", "number").values(*COLUMNS)
    return list(_games(rows.iterator()))


def _games(rows: Iterator[Mapping[str, Any]]) -> Iterator[RatedGame]:
    for game, found in groupby(rows, key=lambda row: row["game"]):
        seats = list(found)
        group = group_of(seats[0]["game__advanced"])
        at = seats[0]["game__finished_at"]
        yield RatedGame(game, at, group, tuple(_facts(row, group) for row in seats))


def _facts(row: Mapping[str, Any], group: EditionGroup) -> RatedSeatFacts:
    bot = row["player__bot"]
    who = None if bot else row["player"]
    fixed = _bot(bot, group) if bot else _forgotten(row)
    entrant = Entrant(row["place"], who, fixed, row["left_at"] is not None)
    return RatedSeatFacts(row["pk"], who, row["win"], entrant)


def _bot(bot: str, group: EditionGroup) -> Rating:
    character = CHARACTERS.get(bot)
    return bot_rating(group, character.level) if character else NEW


def _forgotten(row: Mapping[str, Any]) -> Rating:
    """The rating that somebody who was forgotten had before the game, which is all that stays."""
    mu, sigma = row["rated__mu_before"], row["rated__sigma_before"]
    return NEW if mu is None or sigma is None else Rating(mu, sigma)
