"""The bots without look-ahead: a limit for the lot, and the cheapest raise within it."""

from dataclasses import dataclass, replace
from random import Random

from games.bots import beliefs
from games.bots.appraisal import TUNED, Temper, appraise, limits
from games.bots.candidates import least_luxury
from games.bots.fast_table import imagine
from games.bots.future import unseen
from games.bots.memory import Memory
from games.bots.playout import seal
from games.bots.raises import raise_within
from games.bots.style import PLAIN, Style
from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.money import CARDS, TOTAL
from games.engine.observation import Observation


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A bot that appraises a lot by `temper`; `purses` is what it believes of others' money."""

    temper: Temper = TUNED
    purses: beliefs.Purses = beliefs.exact
    style: Style = PLAIN

    def with_style(self, style: Style) -> "Heuristic":
        return replace(self, style=style)

    def __call__(self, view: Observation, memory: Memory, rng: Random) -> Action:
        if isinstance(view.legal[0], Discard):
            return least_luxury(view)
        seat, hands, bids = view.legal[0].seat, beliefs.hands(view, memory), beliefs.bids(view)
        table, chances = imagine(view, hands, bids), [rng.random() for _ in hands]
        lot = appraise(table.lot, unseen(view), self.temper, chances)
        most = limits(table, self.purses(view, memory), lot.sought(self.style.zeal(view)))
        if isinstance(view.legal[0], Commit):
            return Commit(seat, TOTAL[seal(table, most, chances)[seat]])
        money = raise_within(hands[seat], bids[seat], table.highest, most[seat])
        return Bid(seat, CARDS[money]) if money else Pass(seat)
