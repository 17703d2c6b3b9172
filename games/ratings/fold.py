"""Ratings as a pure function: finished games in order in, ratings out.

The model is Plackett–Luce with Bayesian updates (Weng and Lin), as `openskill` computes it, with
its standard numbers. A rating is a belief: the most likely strength `mu` and its uncertainty
`sigma`. Strengths are comparable within one edition group. Each step is rounded, so that the same
games give the same numbers on every machine.
"""

from collections.abc import Hashable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openskill.models import PlackettLuce

DIGITS = 6
# The number that is shown: at least so strong, with a probability of 99.8 %.
CAUTION = 3
POINTS_FOR_ONE = 40
Z = 1.96
# A rating is provisional while its uncertainty is above this.
CERTAIN = 4.5

_model = PlackettLuce()


class Rating(NamedTuple):
    """How strong somebody probably is, and how uncertain that is."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        """The cautious number that is shown: never below 0, 0 for somebody new."""
        return max(0, round(POINTS_FOR_ONE * (self.mu - CAUTION * self.sigma)))

    @property
    def middle(self) -> int:
        """The most likely strength in points."""
        return round(POINTS_FOR_ONE * self.mu)

    @property
    def bounds(self) -> tuple[int, int]:
        """The points between which the strength is with a probability of 95 %."""
        width = Z * self.sigma
        return (
            max(0, round(POINTS_FOR_ONE * (self.mu - width))),
            max(0, round(POINTS_FOR_ONE * (self.mu + width))),
        )

    @property
    def is_provisional(self) -> bool:
        return self.sigma > CERTAIN


NEW = Rating(round(_model.mu, DIGITS), round(_model.sigma, DIGITS))
BETA = _model.beta  # how much chance a game has, in units of strength


@dataclass(frozen=True, slots=True)
class Entrant:
    """A seat of a finished game.

    `who` is the person; None is a seat that has only a `fixed` strength: a bot, or somebody whose
    data was deleted. `place` is that of the result; who has left counts as last.
    """

    place: int
    who: Hashable | None = None
    fixed: Rating = NEW
    has_left: bool = False


class Step(NamedTuple):
    """What one game did to the rating of one person."""

    who: Hashable
    before: Rating
    after: Rating


def fold(
    games: Iterable[Sequence[Entrant]], ratings: MutableMapping[Hashable, Rating]
) -> Iterator[tuple[Step | None, ...]]:
    """The steps of each game by seat, None for fixed strengths; `ratings` is kept up to date."""
    for game in games:
        steps = rated(game, [strength(entrant, ratings) for entrant in game])
        for step in steps:
            if step is not None:
                ratings[step.who] = step.after
        yield steps


def strength(entrant: Entrant, ratings: MutableMapping[Hashable, Rating]) -> Rating:
    """What the entrant's strength is before the game."""
    return entrant.fixed if entrant.who is None else ratings.get(entrant.who, NEW)


def rated(game: Sequence[Entrant], before: Sequence[Rating]) -> tuple[Step | None, ...]:
    """The steps of one game by seat, whose strengths before it are known."""
    after = _model.rate([[_model.rating(*each)] for each in before], ranks=ranks(game))
    return tuple(
        None
        if entrant.who is None
        else Step(entrant.who, was, Rating(round(team[0].mu, DIGITS), round(team[0].sigma, DIGITS)))
        for entrant, was, team in zip(game, before, after, strict=True)
    )


def ranks(game: Sequence[Entrant]) -> list[float]:
    """The order of finish: by place, shared places shared, who has left last."""
    last = max(entrant.place for entrant in game) + 1
    return [float(last if entrant.has_left else entrant.place) for entrant in game]
