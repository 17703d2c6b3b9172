"""Simulations among players of any mind, by a seat that takes care not to be cast out.

The others play by minds drawn from what is read of them (`reading`). The seat itself never spends,
in the games that are played on, what the poorest of these others keeps to the end. What is read
may be wrong all the same: who hoards pays like anybody else until the end. So an action that would
leave the seat among the poorest at the table costs a part of the chance to win for every thousand,
whatever the simulations say: it has to wait until others have spent. Early in the game some daring
is allowed, since where nobody dares nobody wins; once two end cards are out nobody, in the games
that are played on, lets themselves become the poorest.
"""

from dataclasses import dataclass, field, fields
from itertools import accumulate
from random import Random

from games.bots.appraisal import Lot, Mind, Temper, appraise, limits
from games.bots.fast_table import HALF, PRESTIGE, YACHT_CLUB
from games.bots.future import a_future
from games.bots.memory import Memory
from games.bots.minds import MINDS
from games.bots.playout import play_on, purses, sell
from games.bots.raises import AMOUNT, LEAST
from games.bots.reading import Weights, read
from games.bots.thrift import NEAR_END
from games.bots.trial import Future, Prospect, prospect
from games.engine.actions import Action, Bid
from games.engine.observation import Observation

OWN = Mind()
ABOVE = 2  # how much more to keep than the poorest other is expected to keep, in thousands
# How far below the poorest other it may go, in thousands, by the number of end cards to come: if
# nobody dares, nobody wins; but late in the game it has to stay above.
SLACK = (-4, -4, -2, 2, 4)
WARY = 1.03  # the part of the poorest rival's money that all keep once the end is near
FEAR = 0.08  # the chance to win that each thousand below that is worth
HASTE = 0.01  # what each thousand above the lowest bid is worth: it could be bid later


@dataclass(frozen=True, slots=True)
class Guarded(Prospect):
    """A decision among players of whom `chances` are read: cumulative weights of MINDS by seat,
    and those of one mind for all, which is the case with the chance `alike`."""

    chances: list[Weights] = field(default_factory=list)
    shared: Weights = field(default_factory=list)
    alike: float = 0.0

    def future(self, rng: Random) -> Future:
        """A random future with random minds, in which the seat keeps enough to the end."""
        minds, noise = self._minds(rng), [rng.random() for _ in self.money]
        lot = appraise(self.table.lot, self.unseen, self.temper, noise, minds)
        lots = a_future(self.to_come, self.unseen, len(noise), self.temper, rng, minds)
        lot, *lots = self._wary([lot, *lots])
        future = Future(limits(self.table, self.money, lot), noise, lots)
        kept = self._kept_by_others(future) + ABOVE
        lot, *lots = (self._saving(each, kept) for each in (lot, *lots))
        return Future(limits(self.table, self.money, lot), noise, lots)

    def _wary(self, lots: list[Lot]) -> list[Lot]:
        """The lots with others who, near the end, do not let themselves become the poorest."""
        end_cards, seat, found = self.unseen.end_cards, self.seat, lots[:]
        for index, lot in enumerate(lots):
            end_cards -= index > 0 and PRESTIGE <= lot.number <= HALF
            if end_cards <= NEAR_END:
                reserve = [max(WARY, part) for part in lot.reserve]
                reserve[seat] = lot.reserve[seat]
                found[index] = lot._replace(reserve=reserve)
        return found

    def _saving(self, lot: Lot, kept: int) -> Lot:
        """The lot with a seat that never spends the last `kept` thousands."""
        return lot._replace(floor=[*lot.floor[: self.seat], kept, *lot.floor[self.seat + 1 :]])

    def _minds(self, rng: Random) -> list[Mind]:
        if rng.random() < self.alike:
            found = rng.choices(MINDS, cum_weights=self.shared) * len(self.money)
        else:
            found = [rng.choices(MINDS, cum_weights=each)[0] for each in self.chances]
        found[self.seat] = OWN
        return found

    def _kept_by_others(self, future: Future) -> int:
        """What the poorest other has at the end of the game."""
        table = self.table.copy()
        if table.lot != YACHT_CLUB:
            sell(table, future.most)
        play_on(table, future.lots)
        money = purses(table)
        del money[self.seat]
        return min(money)

    def caution(self, action: Action) -> float:
        """What is taken off the chance of a bid: for haste, and for being the poorest after it."""
        if not isinstance(action, Bid):
            return 0.0
        seat, hand, bid = self.seat, self.table.hands[self.seat], self.table.bids[self.seat]
        laid = AMOUNT[bid | action.mask]
        least = AMOUNT[bid | LEAST[hand][self.table.highest - AMOUNT[bid]]]
        others = self._counted()
        left = others.pop(seat) - laid * (2 if self.table.gambling == seat else 1)
        slack = SLACK[self.unseen.end_cards]
        return HASTE * (laid - least) + FEAR * max(0, min(others) - slack - left)

    def _counted(self) -> list[int]:
        """The money of each seat as it counts at the end, open bids included."""
        gambler = self.table.gambling
        return [own * (2 if seat == gambler else 1) for seat, own in enumerate(self.money)]


def guarded(view: Observation, memory: Memory, temper: Temper, patience: float = 1.0) -> Guarded:
    """The decision that `view` asks its seat for; ValueError for a spectator."""
    known, reading = prospect(view, memory, temper, patience), read(view, memory)
    return Guarded(
        **{each.name: getattr(known, each.name) for each in fields(known)},
        chances=[list(accumulate(weights)) for weights in reading.weights],
        shared=list(accumulate(reading.shared)),
        alike=reading.alike,
    )
