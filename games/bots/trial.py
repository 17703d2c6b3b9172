"""Simulates one action in one random future: an order of the unseen cards, limits of others."""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from games.bots import beliefs
from games.bots.appraisal import Lot, Temper, Unseen, appraise, limits
from games.bots.fast_table import NOBODY, NUMBER, WORTH, Table, imagine
from games.bots.future import a_future, numbers, unseen
from games.bots.memory import Memory
from games.bots.playout import play_on, seal, sell, sell_sealed, winners
from games.bots.raises import AMOUNT
from games.engine.actions import Action, Bid, Commit, Discard
from games.engine.editions import Edition
from games.engine.money import MASK
from games.engine.observation import Observation
from games.engine.seats import NEXT_SEAT


class Future(NamedTuple):
    """The limits for the lot on the table, the noise behind them, and the lots to come."""

    most: list[float]
    chances: list[float]
    lots: list[Lot]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A decision of `seat` with all that it can know, prepared for many simulations."""

    seat: int
    table: Table
    money: list[int]
    edition: Edition
    temper: Temper
    unseen: Unseen
    to_come: list[int]
    patience: float = 1.0

    @property
    def length(self) -> float:
        """The effort of one playout in lots: those expected to be sold, and two for the rest.

        With more `patience` a playout counts for less, so that there are more of them.
        """
        left, end_cards = self.unseen.left, self.unseen.end_cards
        lots = 2 + (left - end_cards) * end_cards / (end_cards + 1) + (end_cards - 1)
        return lots / self.patience

    def future(self, rng: Random) -> Future:
        """One random future, to be used for every candidate."""
        seats, temper = len(self.money), self.temper
        chances = [rng.random() for _ in range(seats)]
        lot = appraise(self.table.lot, self.unseen, temper, chances)
        most = limits(self.table, self.money, lot)
        lots = a_future(self.to_come, self.unseen, seats, temper, rng)
        return Future(most, chances, lots)

    def caution(self, _: Action) -> float:
        """What is taken off the chance of an action because the simulation may be wrong."""
        return 0.0

    def won(self, action: Action, future: Future) -> float:
        """The part of the win after `action` in `future`: 1, a share, or 0."""
        first = winners(self.ending(action, future), self.edition)
        return 1 / len(first) if self.seat in first else 0.0

    def ending(self, action: Action, future: Future) -> Table:
        """The table at the end of the game after `action` in `future`."""
        table = self.table.copy()
        act(table, action, future)
        play_on(table, future.lots)
        return table


def prospect(view: Observation, memory: Memory, temper: Temper, patience: float = 1.0) -> Prospect:
    """The decision that `view` asks its seat for; ValueError for a spectator."""
    if view.seat is None:
        raise ValueError("a spectator has nothing to decide")
    return Prospect(
        view.seat,
        imagine(view, beliefs.hands(view, memory), beliefs.bids(view)),
        beliefs.exact(view, memory),
        view.edition,
        temper,
        unseen(view),
        numbers(view),
        patience,
    )


def act(table: Table, action: Action, future: Future) -> None:
    """Apply `action` and finish the sale of the lot, the others bidding as in `future`."""
    seat, most = action.seat, future.most
    if isinstance(action, Bid):
        _lay(table, seat, action.mask)
        sell(table, most)
    elif isinstance(action, Commit):
        bids = seal(table, most, future.chances)
        bids[seat] = MASK[frozenset((action.money,))]
        sell_sealed(table, bids)
    elif isinstance(action, Discard):
        _give_up(table, seat, NUMBER[action.card])
    else:
        sell(table, [*most[:seat], 0.0, *most[seat + 1 :]])  # with a limit of nothing it passes


def _lay(table: Table, seat: int, money: int) -> None:
    table.hands[seat] ^= money
    table.bids[seat] |= money
    table.highest = AMOUNT[table.bids[seat]]
    table.turn = NEXT_SEAT[table.active][seat]


def _give_up(table: Table, seat: int, luxury: int) -> None:
    """Remove the luxury and the theft; the same seat begins."""
    table.luxuries[seat] &= ~(1 << luxury)
    table.standing[seat] -= WORTH[luxury]
    table.theft = NOBODY
    table.turn = seat
