"""The learned bot: a neural net scores every choice, and it takes the best, or nearly the best.

`games/training` makes the net, by play against itself, older nets, and strangers of many minds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random

from games.bots.candidates import least_luxury
from games.bots.choices import RAISES
from games.bots.memory import Memory
from games.bots.policy_inputs import inputs
from games.bots.policy_net import layers, scores
from games.bots.style import PLAIN, Style
from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.money import CARDS, MASK, VALUES
from games.engine.observation import Observation

EAGER = 4.0  # what a zeal of 2 adds to the score of a raise


@dataclass(frozen=True, slots=True)
class Policy:
    """A bot that plays by the net; with more `heat` it takes the second best more often."""

    heat: float = 0.0
    style: Style = PLAIN

    def with_style(self, style: Style) -> "Policy":
        return replace(self, style=style)

    def __call__(self, view: Observation, memory: Memory, rng: Random) -> Action:
        if isinstance(view.legal[0], Discard):
            return least_luxury(view)
        found = self.scored(view, memory)
        return found[_pick([score for _, score in found], self.heat, rng)][0]

    def scored(self, view: Observation, memory: Memory) -> list[tuple[Action, float]]:
        """Every choice with its score."""
        seat = view.legal[0].seat
        seen, raises = inputs(view, memory, seat)
        found = scores(layers(), seen)
        if isinstance(view.legal[0], Commit):
            hand = MASK[frozenset(view.hand or ())]
            by_card = zip(VALUES, found[1 + RAISES :], strict=False)
            return [
                (Commit(seat, value), score)
                for bit, (value, score) in enumerate(by_card)
                if hand >> bit & 1
            ]
        zeal = EAGER * (self.style.zeal(view) - 1)
        by_raise = zip(raises, found[1:], strict=False)
        bids = [(Bid(seat, CARDS[money]), score + zeal) for money, score in by_raise if money]
        return [(Pass(seat), found[0]), *bids]


def _pick(found: Sequence[float], heat: float, rng: Random) -> int:
    """The index of the best score; with heat, any by its chance."""
    best = max(found)
    if not heat:
        return found.index(best)
    return rng.choices(range(len(found)), [exp((score - best) / heat) for score in found])[0]
