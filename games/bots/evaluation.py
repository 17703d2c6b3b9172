"""Evaluates an action by one simulated auction: the net judges the position after the sale."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from games.bots import beliefs, net_features, neural_net
from games.bots.appraisal import Temper, Unseen, appraise, limits
from games.bots.fast_table import DISGRACES, Table, imagine
from games.bots.future import numbers, unseen
from games.bots.guarded import guarded
from games.bots.memory import Memory
from games.bots.playout import take, winners
from games.bots.raises import AMOUNT, CHEAPEST
from games.bots.reading import read
from games.bots.thrift import spending
from games.bots.trial import Future, Prospect, act
from games.engine.actions import Action
from games.engine.editions import Edition
from games.engine.observation import Observation

DEAREST = 60  # nobody pays more for one lot, in thousands
FEELING = 0.75  # the share of others who bid by appraisal and not by their chances to win
BEYOND = 1.2  # a seat that has laid so many times its appraisal does not bid by it
KNOWN, LOOSE = 0.1, 0.6  # how far limits may be off: those that are well known, the others
STEP = 2.0  # the same in thousands, on top
SPENDERS = 1.05  # who is expected to pay so many times what is usual plays like the net's teachers
PATIENCE, PATIENCE_WITH_STARS = 1.3, 2.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision of `seat`; what each seat would pay by appraisal and by its chances to win."""

    seat: int
    table: Table
    edition: Edition
    unseen: Unseen
    net: list[neural_net.Neuron]
    by_feel: list[float]
    by_chance: list[float] = field(default_factory=list)
    known: dict[tuple[int, ...], list[float]] = field(default_factory=dict)

    @property
    def length(self) -> float:
        """The effort of one trial in lots."""
        return 1.0

    def future(self, rng: Random) -> Future:
        """A random limit for each seat, the same for every action that is compared."""
        random = rng.random
        most: list[float] = []
        for seat, (felt, reckoned) in enumerate(zip(self.by_feel, self.by_chance, strict=True)):
            off, laid = random() + random() - 1, AMOUNT[self.table.bids[seat]]
            if seat == self.seat:
                most.append(reckoned * (1 + KNOWN * off))
            elif laid > BEYOND * felt:
                most.append(laid * (1 + LOOSE * abs(off)))
            elif random() < FEELING:
                most.append(felt * (1 + KNOWN * off))
            else:
                most.append(reckoned * (1 + LOOSE * off) + STEP * off)
        return Future(most, [random() for _ in most], [])

    def caution(self, _: Action) -> float:
        """What is taken off the chance of an action: nothing."""
        return 0.0

    def won(self, action: Action, future: Future) -> float:
        """The chance to win after `action`, if the others bid up to the limits of `future`."""
        table = self.table.copy()
        act(table, action, future)
        return self.chances(table)[self.seat]

    def chances(self, table: Table) -> list[float]:
        """The chance of each seat to win; the lot went to the seat whose turn it is."""
        key = (table.turn, *table.hands)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._judge(table)
        return found

    def _judge(self, table: Table) -> list[float]:
        if self.unseen.left == 1:
            first = winners(table, self.edition)
            return [(seat in first) / (len(first) or 1) for seat in range(len(table.hands))]
        return neural_net.chances(self.net, net_features.seats(table, self.unseen))

    def price(self, seat: int) -> int:
        """The most that `seat` should pay by its chances to win, in thousands."""
        if not self.table.active >> seat & 1:
            return 0
        low, high = 0, min(DEAREST, AMOUNT[self.table.hands[seat] | self.table.bids[seat]])
        is_worth = self._is_worth_avoiding if self.table.lot in DISGRACES else self._is_worth
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if is_worth(seat, middle) else (low, middle - 1)
        return low

    def _is_worth(self, seat: int, price: int) -> bool:
        """Whether getting the lot at this price is better than a rival getting it for the same."""
        paid = self._payment(seat, price)
        rivals = [
            self._after(other, {other: theirs})[seat]
            for other in self._rivals(seat)
            if (theirs := self._payment(other, price))
        ]
        if not paid or not rivals:
            return False
        return self._after(seat, {seat: paid})[seat] > sum(rivals) / len(rivals)

    def _is_worth_avoiding(self, seat: int, price: int) -> bool:
        """Whether paying this price, while another takes the disgrace, is better than taking it."""
        paid = self._payment(seat, price)
        if not paid:
            return False
        laid = dict(enumerate(self.table.bids))
        rivals = [self._after(other, laid | {seat: paid, other: 0})[seat] for other in laid]
        del rivals[seat]
        return sum(rivals) / len(rivals) > self._after(seat, laid | {seat: 0})[seat]

    def _rivals(self, seat: int) -> Iterator[int]:
        active = self.table.active & ~(1 << seat)
        return (other for other in range(len(self.table.hands)) if active >> other & 1)

    def _payment(self, seat: int, price: int) -> int:
        """The mask of a payment of at least `price`, open bid included; 0 without enough money."""
        bid, hand = self.table.bids[seat], self.table.hands[seat]
        missing = price - AMOUNT[bid]
        if missing <= 0:
            return bid
        more = CHEAPEST[hand][missing - 1]
        return bid | more if more else 0

    def _after(self, taker: int, paid: dict[int, int]) -> list[float]:
        """The chances of all seats once `taker` has the lot and these masks are `paid`."""
        table = self.table.copy()
        whole = zip(table.hands, table.bids, strict=True)
        table.hands = [(hand | bid) & ~paid.get(i, 0) for i, (hand, bid) in enumerate(whole)]
        table.turn = taker
        take(table, taker)
        return self.chances(table)


def judgement(view: Observation, memory: Memory, temper: Temper) -> Judgement:
    """The decision that `view` asks its seat for; ValueError for a spectator."""
    if view.seat is None:
        raise ValueError("a spectator has nothing to decide")
    table = imagine(view, beliefs.hands(view, memory), beliefs.bids(view))
    cards, seats = unseen(view), len(table.hands)
    lot = appraise(table.lot, cards, temper, [0.5] * seats)
    felt = limits(table, beliefs.exact(view, memory), lot)
    shared = neural_net.neurons(net_features.outlook(cards, numbers(view)))
    found = Judgement(view.seat, table, view.edition, cards, shared, felt)
    found.by_chance.extend(map(found.price, range(seats)))
    return found


def known_or_tried(view: Observation, memory: Memory, temper: Temper) -> Judgement | Prospect:
    """A judgement among players who spend like those the net was trained on; among others, and
    with ★ cards, which it never saw, playouts with the minds that the others seem to have."""
    if view.advanced:
        return guarded(view, memory, temper, PATIENCE_WITH_STARS)
    if view.seat is not None and spending(read(view, memory), view.seat) > SPENDERS:
        return judgement(view, memory, temper)
    return guarded(view, memory, temper, PATIENCE)
