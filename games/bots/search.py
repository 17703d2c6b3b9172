"""The bots that search: each candidate action is simulated many times, and the best is taken.

All candidates are simulated with the same random futures, so that luck favours none of them; the
worse half is dropped after each round (successive halving), so that most of the effort goes to
those that are hard to tell apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from random import Random
from time import thread_time

from games.bots.appraisal import TUNED, Temper
from games.bots.candidates import candidates
from games.bots.evaluation import Judgement
from games.bots.memory import Memory
from games.bots.style import PLAIN, Style
from games.bots.trial import Prospect, prospect
from games.engine.actions import Action, Bid
from games.engine.observation import Observation

PLAYOUT = TUNED._replace(noise=0.1)
Trial = Prospect | Judgement
SURE = 3.0  # standard errors behind the best at which a candidate is dropped early


@dataclass(slots=True)
class Estimate:
    """A candidate, the bonus that style and caution give it (`lean`), and its wins, future by
    future."""

    action: Action
    lean: float = 0.0
    won: list[float] = field(default_factory=list)

    @property
    def chance(self) -> float:
        """The mean of its wins so far."""
        return sum(self.won) / len(self.won) if self.won else 0.0

    @property
    def appeal(self) -> float:
        return self.chance + self.lean

    def is_surely_worse(self, best: "Estimate") -> bool:
        """Whether it is more than SURE standard errors behind `best`."""
        behind = best.appeal - self.appeal
        gaps = [ours - theirs for ours, theirs in zip(best.won, self.won, strict=True)]
        spread = sum(gap * gap for gap in gaps) / len(gaps)
        return behind > SURE * sqrt(spread / len(gaps))


@dataclass(frozen=True, slots=True)
class Search:
    """A bot that simulates the sale of up to `lots` lots before it decides.

    The effort is counted, not timed, so that the same inputs give the same action everywhere;
    `seconds` of CPU time cut it short on a slow machine.
    """

    lots: int
    seconds: float = inf
    temper: Temper = PLAYOUT
    trial: Callable[[Observation, Memory, Temper], Trial] = prospect
    style: Style = PLAIN

    def with_style(self, style: Style) -> "Search":
        return replace(self, style=style)

    def within(self, seconds: float) -> "Search":
        return replace(self, seconds=seconds)

    def __call__(self, view: Observation, memory: Memory, rng: Random) -> Action:
        return self.estimates(view, memory, rng)[0].action

    def estimates(self, view: Observation, memory: Memory, rng: Random) -> list[Estimate]:
        """All candidates, the best first; those that were dropped early have fewer playouts."""
        lean, begin = self.style.lean(view), thread_time()
        found = [
            Estimate(action, lean if isinstance(action, Bid) else 0.0)
            for action in candidates(view)
        ]
        if len(found) > 1:
            where = self.trial(view, memory, self.temper)
            for estimate in found:
                estimate.lean -= where.caution(estimate.action)
            self._compare(found, where, rng, begin)
        return sorted(found, key=lambda each: (-len(each.won), -each.appeal))

    def _compare(self, found: Sequence[Estimate], where: Trial, rng: Random, begin: float) -> None:
        """Simulate `found`, in each round only the better half of the round before."""
        rounds = (len(found) - 1).bit_length()
        playouts = self.lots / where.length / rounds
        for number in range(1, rounds + 1):
            times = max(1, round(playouts / len(found)))
            _play(found, where, rng, times, begin + self.seconds * number / rounds)
            found = _better_half(found)
            if len(found) == 1:
                return


def _play(found: Sequence[Estimate], where: Trial, rng: Random, times: int, end: float) -> None:
    """Simulate each of `found` in the same futures, `times` of them or until `end`."""
    for _ in range(times):
        future = where.future(rng)
        for estimate in found:
            estimate.won.append(where.won(estimate.action, future))
        if thread_time() > end:
            return


def _better_half(found: Sequence[Estimate]) -> Sequence[Estimate]:
    """At most half of `found`, the best first, without those that are surely worse than it."""
    best, *rest = sorted(found, key=lambda each: -each.appeal)[: (len(found) + 1) // 2]
    return [best, *(each for each in rest if not each.is_surely_worse(best))]
