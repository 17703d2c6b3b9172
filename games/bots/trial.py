"""Plays one action and the rest of the sale, if the others bid up to some limits."""

from dataclasses import dataclass
from typing import NamedTuple

from games.bots import beliefs
from games.bots.appraisal import TUNED, Temper, Unseen
from games.bots.fast_table import NOBODY, NUMBER, WORTH, Table, imagine
from games.bots.future import numbers, unseen
from games.bots.memory import Memory
from games.bots.playout import seal, sell, sell_sealed
from games.bots.raises import AMOUNT
from games.engine.actions import Action, Bid, Commit, Discard
from games.engine.editions import Edition
from games.engine.money import MASK
from games.engine.observation import Observation
from games.engine.seats import NEXT_SEAT

PLAYOUT = TUNED._replace(noise=0.1)


class Future(NamedTuple):
    """The limits for the lot on the table, and the noise behind them."""

    most: list[float]
    chances: list[float]


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

    @property
    def length(self) -> float:
        """The effort of one playout in lots: those expected to be sold, and two for the rest."""
        left, end_cards = self.unseen.left, self.unseen.end_cards
        return 2 + (left - end_cards) * end_cards / (end_cards + 1) + (end_cards - 1)


def prospect(view: Observation, memory: Memory, temper: Temper) -> Prospect:
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
