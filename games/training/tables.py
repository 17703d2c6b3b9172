"""Many tables at once: the rules on arrays, a row for a table and a column for a seat.

This is the third twin of the engine's rules; `tests/bots/test_tables.py` plays the same games with
both and compares hands, cards and winners. A theft always takes the least luxury.
"""

import numpy as np

from games.bots.fast_table import (
    DISGRACES,
    EXCURSIONS,
    GAMBLING,
    HALF,
    HIGHEST,
    LOWEST,
    MINUS_FIVE,
    NOBODY,
    PRESTIGE,
    THEFT,
    WORTH,
    YACHT_CLUB,
)
from games.bots.raises import AMOUNT
from games.engine.money import ALL
from games.engine.seats import MOST_SEATS, NEXT_SEAT
from games.training.arrays import WHOLE, Array, full, zeros
from games.training.deals import NO_LOT, Deals

AMOUNTS = np.array(AMOUNT, np.int32)
DEAREST = np.array([1 << hand.bit_length() - 1 if hand else 0 for hand in range(ALL + 1)], np.int32)
NEXT = np.array(NEXT_SEAT, np.int32)
IS_DISGRACE = np.isin(np.arange(GAMBLING + 1), DISGRACES)
IS_END = np.isin(np.arange(GAMBLING + 1), (PRESTIGE, HALF))
WORTHS = np.array([*WORTH, *[0] * (GAMBLING + 1 - len(WORTH))], np.int32)
LEAST_LUXURY, BEST_LUXURY = np.array(LOWEST, np.int32), np.array(HIGHEST, np.int32)
BITS = 1 << np.arange(MOST_SEATS)
PLENTY = 10_000


class Tables:
    """The positions of as many games as were dealt; `lot` is NO_LOT where the game is over."""

    def __init__(self, deals: Deals) -> None:
        games, wide = len(deals), (len(deals), MOST_SEATS)
        self.deals, self.seats, self.deck = deals, deals.seats, deals.deck
        self.there = np.arange(MOST_SEATS) < self.seats[:, None]
        self.hands = np.where(self.there, ALL, 0).astype(np.int32)
        self.bids, self.sealed, self.luxuries = (zeros(wide, WHOLE) for _ in range(3))
        self.standing, self.factor = zeros(wide, WHOLE), full(wide, 1)
        self.sale_bids, self.refused = zeros(wide, WHOLE), full(wide, -1, WHOLE)
        self.theft, self.gambling = (full(games, NOBODY, WHOLE) for _ in range(2))
        self.turn, self.first = deals.first.copy(), deals.first.copy()
        self.active, self.highest = (zeros(games, WHOLE) for _ in range(2))
        self.place, self.lot = full(games, -1, WHOLE), full(games, NO_LOT, WHOLE)
        self.unseen, self.ends = deals.cards.copy(), full(games, 4, WHOLE)
        self.purses = zeros(wide, WHOLE)
        self.turn_up(np.arange(games))

    @property
    def running(self) -> Array:
        """The rows of the games that are not over."""
        return np.flatnonzero(self.lot != NO_LOT)

    def turn_up(self, rows: Array) -> None:
        """Turn up the next card of these tables; the game is over with the last end card."""
        self.place[rows] += 1
        lot = self.deck[rows, self.place[rows]]
        self.unseen[rows, lot] -= 1
        self.ends[rows] -= IS_END[lot]
        self.lot[rows] = np.where(self.ends[rows] == 0, NO_LOT, lot)
        self.highest[rows], self.bids[rows], self.sealed[rows] = 0, 0, 0
        self.sale_bids[rows], self.refused[rows] = 0, -1
        self.purses[rows] = AMOUNTS[self.hands[rows]]
        self._ask(rows)

    def _ask(self, rows: Array) -> None:
        """Everybody is asked, from the first seat on; for a sealed bid only who has money."""
        is_sealed = self.lot[rows] == YACHT_CLUB
        asked = self.there[rows] & (~is_sealed[:, None] | (self.hands[rows] > 0))
        active = (asked * BITS).sum(1)
        first = self.first[rows]
        self.active[rows] = active
        self.turn[rows] = np.where(active >> first & 1, first, NEXT[active, first])
        if len(skipped := rows[is_sealed & (active == 0)]):
            self.turn_up(skipped)

    def act(self, rows: Array, money: Array) -> Array:
        """Whose turn it is lays `money` (a mask) or passes (0); the rows of which the lot is sold.

        For these, `turn_up` has to be called next.
        """
        sealed = self.lot[rows] == YACHT_CLUB
        raises, passes = ~sealed & (money > 0), ~sealed & (money == 0)
        self._raise(rows[raises], money[raises])
        sold = [self._pass(rows[passes])]
        if sealed.any():
            sold.append(self._commit(rows[sealed], money[sealed]))
        return np.concatenate(sold)

    def _raise(self, rows: Array, money: Array) -> None:
        turn = self.turn[rows]
        self.hands[rows, turn] ^= money
        self.bids[rows, turn] |= money
        total = AMOUNTS[self.bids[rows, turn]]
        self.highest[rows] = self.sale_bids[rows, turn] = total
        self.turn[rows] = NEXT[self.active[rows], turn]

    def _pass(self, rows: Array) -> Array:
        turn, lot = self.turn[rows], self.lot[rows]
        self.hands[rows, turn] |= self.bids[rows, turn]
        self.bids[rows, turn] = 0
        self.refused[rows, turn] = self.highest[rows]
        active = self.active[rows] & ~BITS[turn]
        following = NEXT[active, turn]
        taker = np.where(IS_DISGRACE[lot], turn, following)
        self.active[rows], self.turn[rows] = active, taker
        done = IS_DISGRACE[lot] | (active & active - 1 == 0)
        self.bids[rows[done]] = 0
        self._take(rows[done], taker[done])
        return rows[done]

    def _commit(self, rows: Array, money: Array) -> Array:
        turn = self.turn[rows]
        self.sealed[rows, turn] = money
        active = self.active[rows] & ~BITS[turn]
        self.active[rows], self.turn[rows] = active, NEXT[active, turn]
        opened = rows[active == 0]
        bids = self.sealed[opened]
        self.hands[opened] &= ~bids
        alone = (bids[:, :, None] == bids[:, None, :]).sum(2) == 1
        unique = np.where(alone, bids, 0)
        won = unique.max(1, initial=0) > 0
        self._take(opened[won], unique.argmax(1)[won])
        return opened

    def _take(self, rows: Array, taker: Array) -> None:
        """Give the lots to their takers, who begin the next round."""
        lot = self.lot[rows]
        self.first[rows] = taker
        self._take_luxury(*_those(lot < PRESTIGE, rows, taker))
        doubled, halved = lot == PRESTIGE, lot == HALF
        self.factor[rows, taker] *= np.where(doubled, 2, np.where(halved, 0.5, 1))
        self.standing[rows, taker] -= np.where(lot == MINUS_FIVE, 5, 0)
        gambled = lot == GAMBLING
        self.gambling[rows[gambled]] = taker[gambled]
        self._take_theft(*_those(lot == THEFT, rows, taker))

    def _take_luxury(self, rows: Array, taker: Array) -> None:
        lot = self.lot[rows]
        robbed = self.theft[rows] == taker
        self.theft[rows[robbed]] = NOBODY
        self.luxuries[rows, taker] |= np.where(robbed, 0, 1 << lot)
        self.standing[rows, taker] += np.where(robbed, 0, WORTHS[lot])
        travels = lot == EXCURSIONS
        trip, own = rows[travels], taker[travels, None] == np.arange(MOST_SEATS)
        back = DEAREST[ALL ^ self.hands[trip]]
        self.hands[trip] |= np.where(own | ~self.there[trip], 0, back)

    def _take_theft(self, rows: Array, taker: Array) -> None:
        luxuries = self.luxuries[rows, taker]
        self.standing[rows, taker] -= LEAST_LUXURY[luxuries]
        self.luxuries[rows, taker] = luxuries & np.maximum(luxuries - 1, 0)
        waits = luxuries == 0
        self.theft[rows[waits]] = taker[waits]

    def counted(self, money: Array, rows: Array) -> Array:
        """This money of these rows as it counts at the end: Gambling doubles it."""
        gambler = self.gambling[rows, None] == np.arange(MOST_SEATS)
        return np.where(gambler, 2 * money, money)

    def won(self) -> Array:
        """The part of the win of each seat, if all games end here."""
        rows = np.arange(len(self.seats))
        money = np.where(self.there, self.counted(AMOUNTS[self.hands], rows), PLENTY)
        left = self.there & (money > money.min(1, keepdims=True))
        tie = self.deals.luxury_breaks_ties[:, None]
        for rank in (self.status(), money, np.where(tie, BEST_LUXURY[self.luxuries], 0)):
            best = np.where(left, rank, -PLENTY).max(1, keepdims=True)
            left = left & (rank == best)
        return left / np.maximum(left.sum(1, keepdims=True), 1)

    def status(self) -> Array:
        """The status of each seat by the rules of its table's edition."""
        status = self.standing * self.factor
        floored = self.deals.floors_at_zero[:, None] & (status < 0)
        status = np.where(floored, 0, status)
        return np.where(self.deals.rounds_down[:, None], np.floor(status), status)


def _those(which: Array, *columns: Array) -> tuple[Array, ...]:
    return tuple(column[which] for column in columns)
