"""The bots that think ahead: each choice is tried many times, and the best one is made.

All choices meet the same futures, so that they differ by what they are and not by luck; the worse
half is dropped again and again, so that most of the effort goes to what is hard to tell apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from random import Random
from time import thread_time

from games.bots.appraisal import TUNED, Temper
from games.bots.choices import choices
from games.bots.judging import Judgement
from games.bots.memory import Memory
from games.bots.style import PLAIN, Style
from games.bots.trial import Prospect, prospect
from games.engine.actions import Action, Bid
from games.engine.observation import Observation

PLAYOUT = TUNED._replace(noise=0.1)
Trial = Prospect | Judgement
SURE = 3.0  # standard errors behind the best after which a choice is dropped before its time


@dataclass(slots=True)
class Estimate:
    """A choice, a liking for it, and what its playouts won, future by future."""

    action: Action
    lean: float = 0.0
    won: list[float] = field(default_factory=list)

    @property
    def chance(self) -> float:
        """The chance to win, as far as it is known."""
        return sum(self.won) / len(self.won) if self.won else 0.0

    @property
    def appeal(self) -> float:
        return self.chance + self.lean

    def is_surely_worse(self, best: "Estimate") -> bool:
        """Whether more of the same futures would hardly bring it before `best`."""
        behind = best.appeal - self.appeal
        gaps = [ours - theirs for ours, theirs in zip(best.won, self.won, strict=True)]
        spread = sum(gap * gap for gap in gaps) / len(gaps)
        return behind > SURE * sqrt(spread / len(gaps))


@dataclass(frozen=True, slots=True)
class Search:
    """A bot that sells up to `lots` lots in thought before it decides.

    The effort is counted, not timed, so that the same inputs give the same action everywhere;
    `seconds` of this thread's time cut it short where somebody waits and the machine is slow.
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
        """Every sensible choice, the best first; what was dropped early is known less well."""
        lean, begin = self.style.lean(view), thread_time()
        found = [
            Estimate(action, lean if isinstance(action, Bid) else 0.0) for action in choices(view)
        ]
        if len(found) > 1:
            self._compare(found, self.trial(view, memory, self.temper), rng, begin)
        return sorted(found, key=lambda each: (-len(each.won), -each.appeal))

    def _compare(self, found: Sequence[Estimate], where: Trial, rng: Random, begin: float) -> None:
        """Play `found` out, in each round only the better half of the round before."""
        rounds = (len(found) - 1).bit_length()
        playouts = self.lots / where.length / rounds
        for number in range(1, rounds + 1):
            times = max(1, round(playouts / len(found)))
            _play(found, where, rng, times, begin + self.seconds * number / rounds)
            found = _better_half(found)
            if len(found) == 1:
                return


def _play(found: Sequence[Estimate], where: Trial, rng: Random, times: int, end: float) -> None:
    """Let each of `found` meet the same futures, so many `times` or until `end`."""
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
