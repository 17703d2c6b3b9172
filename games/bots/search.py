"""The bots that think ahead: each choice is played out many times, and the best one is made.

All choices meet the same futures, so that they differ by what they are and not by luck; the worse
half is dropped again and again, so that most of the effort goes to what is hard to tell apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf, sqrt
from random import Random
from time import thread_time

from games.bots.appraisal import TUNED, Temper
from games.bots.choices import choices
from games.bots.memory import Memory
from games.bots.style import PLAIN, Style
from games.bots.trial import Prospect, prospect
from games.engine.actions import Action, Bid
from games.engine.observation import Observation

PLAYOUT = TUNED._replace(noise=0.25)
SURE = 3.0  # standard errors between the best two after which there is nothing left to find out


@dataclass(slots=True)
class Estimate:
    """A choice, a liking for it, and how often it won in how many playouts."""

    action: Action
    lean: float = 0.0
    won: float = 0.0
    playouts: int = 0

    @property
    def chance(self) -> float:
        """The chance to win, as far as it is known."""
        return self.won / self.playouts if self.playouts else 0.0

    @property
    def appeal(self) -> float:
        return self.chance + self.lean

    @property
    def variance(self) -> float:
        return self.chance * (1 - self.chance) / self.playouts if self.playouts else inf


@dataclass(frozen=True, slots=True)
class Search:
    """A bot that sells up to `lots` lots in thought before it decides.

    The effort is counted, not timed, so that the same inputs give the same action everywhere;
    `seconds` of this thread's time cut it short where somebody waits and the machine is slow.
    """

    lots: int
    seconds: float = inf
    temper: Temper = PLAYOUT
    style: Style = PLAIN

    def with_style(self, style: Style) -> "Search":
        return replace(self, style=style)

    def within(self, seconds: float) -> "Search":
        return replace(self, seconds=seconds)

    def __call__(self, view: Observation, memory: Memory, rng: Random) -> Action:
        return self.estimates(view, memory, rng)[0].action

    def estimates(self, view: Observation, memory: Memory, rng: Random) -> list[Estimate]:
        """Every sensible choice, the best first; what was dropped early is known less well."""
        lean = self.style.lean(view)
        found = [
            Estimate(action, lean if isinstance(action, Bid) else 0.0) for action in choices(view)
        ]
        if len(found) > 1:
            self._compare(found, prospect(view, memory, self.temper), rng)
        return found

    def _compare(self, found: list[Estimate], where: Prospect, rng: Random) -> None:
        """Play `found` out and put it in order, half as many of the best in each round."""
        rounds = list(_halves(len(found)))
        begin, playouts = thread_time(), self.lots / where.length / len(rounds)
        for number, alive in enumerate(rounds, start=1):
            end = begin + self.seconds * number / len(rounds)
            _play(found[:alive], where, rng, max(1, round(playouts / alive)), end)
            found[:alive] = sorted(found[:alive], key=lambda each: -each.appeal)
            if _is_settled(*found[:2]):
                return


def _halves(count: int) -> Iterator[int]:
    """How many are compared in each round, down to two."""
    while count > 1:
        yield count
        count = (count + 1) // 2


def _play(alive: list[Estimate], where: Prospect, rng: Random, times: int, end: float) -> None:
    """Let each of `alive` meet the same futures, so many `times` or until `end`."""
    for _ in range(times):
        future = where.future(rng)
        for estimate in alive:
            estimate.won += where.won(estimate.action, future)
            estimate.playouts += 1
        if thread_time() > end:
            return


def _is_settled(best: Estimate, second: Estimate) -> bool:
    return best.appeal - second.appeal > SURE * sqrt(best.variance + second.variance)
