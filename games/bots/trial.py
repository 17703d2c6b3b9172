"""One choice met with one future: the unseen cards in some order, the others in some mood."""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from games.bots import beliefs
from games.bots.appraisal import Lot, Temper, Unseen, appraise, limits
from games.bots.future import a_future, numbers, unseen
from games.bots.imagined import NOBODY, NUMBER, WORTH, Table, imagine
from games.bots.memory import Memory
from games.bots.playout import NEXT, play_on, seal, sell, sell_sealed, winners
from games.bots.raising import AMOUNT
from games.engine.actions import Action, Bid, Commit, Discard
from games.engine.editions import Edition
from games.engine.money import MASK
from games.engine.observation import Observation


class Future(NamedTuple):
    """The limits for the lot on the table, the chances behind them, and the lots to come."""

    most: list[float]
    chances: list[float]
    lots: list[Lot]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A decision of `seat` with all that can be known about it, ready to be tried often."""

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
        """The effort of one playout in lots: those expected to be sold, and one for the rest.

        With more `patience` it counts for less, so that more of them are played.
        """
        left, end_cards = self.unseen.left, self.unseen.end_cards
        lots = 2 + (left - end_cards) * end_cards / (end_cards + 1) + (end_cards - 1)
        return lots / self.patience

    def future(self, rng: Random) -> Future:
        """One future, the same for every choice that meets it."""
        seats, temper = len(self.money), self.temper
        chances = [rng.random() for _ in range(seats)]
        lot = appraise(self.table.lot, self.unseen, temper, chances)
        most = limits(self.table, self.money, lot)
        lots = a_future(self.to_come, self.unseen, seats, temper, rng)
        return Future(most, chances, lots)

    def won(self, action: Action, future: Future) -> float:
        """The part of the win that `action` brings in `future`: 1, a share, or 0."""
        first = winners(self.ending(action, future), self.edition)
        return 1 / len(first) if self.seat in first else 0.0

    def ending(self, action: Action, future: Future) -> Table:
        """The table at the end of the game that `action` leads to in `future`."""
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
    """Do `action` and sell the lot on the table, the others acting as `future` has them."""
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
    table.turn = NEXT[table.active][seat]


def _give_up(table: Table, seat: int, luxury: int) -> None:
    """The theft that waits for this choice is done with; whoever had it begins."""
    table.luxuries[seat] &= ~(1 << luxury)
    table.standing[seat] -= WORTH[luxury]
    table.theft = NOBODY
    table.turn = seat
