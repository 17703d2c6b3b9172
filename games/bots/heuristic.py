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
from games.bots.reading import read
from games.bots.style import PLAIN, Style
from games.bots.thrift import spending, thrifty_limits, without_being_poorest
from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.money import CARDS, TOTAL
from games.engine.observation import Observation


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A bot that appraises a lot by `temper`; `purses` is what it believes of others' money, and
    `reads` tells whether it adapts to what they are seen to pay."""

    temper: Temper = TUNED
    purses: beliefs.Purses = beliefs.exact
    style: Style = PLAIN
    reads: bool = False

    def with_style(self, style: Style) -> "Heuristic":
        return replace(self, style=style)

    def __call__(self, view: Observation, memory: Memory, rng: Random) -> Action:
        if isinstance(view.legal[0], Discard):
            return least_luxury(view)
        seat, hands, bids = view.legal[0].seat, beliefs.hands(view, memory), beliefs.bids(view)
        table, chances = imagine(view, hands, bids), [rng.random() for _ in hands]
        lot = appraise(table.lot, unseen(view), self.temper, chances)
        lot, purses = lot.sought(self.style.zeal(view)), self.purses(view, memory)
        if self.reads:
            most = thrifty_limits(table, purses, lot, spending(read(view, memory), seat))
            most[seat] = min(most[seat], without_being_poorest(table, purses, seat, unseen(view)))
        else:
            most = limits(table, purses, lot)
        if isinstance(view.legal[0], Commit):
            return Commit(seat, TOTAL[seal(table, most, chances)[seat]])
        money = raise_within(hands[seat], bids[seat], table.highest, most[seat])
        return Bid(seat, CARDS[money]) if money else Pass(seat)
