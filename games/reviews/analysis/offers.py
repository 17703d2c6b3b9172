"""Every lot with its price and its worth to the seat that got it."""

from dataclasses import dataclass

from games.bots import beliefs
from games.bots.appraisal import TUNED, appraise, limits
from games.bots.fast_table import NUMBER, imagine
from games.bots.future import unseen
from games.bots.memory import Memory
from games.engine.cards import Card
from games.engine.history import story
from games.engine.observation import Observation, observe
from games.engine.record import Record
from games.engine.timeline import Sale, sales
from games.reviews.analysis.moments import interludes_of

CALM = TUNED._replace(noise=0.0)


@dataclass(frozen=True, slots=True)
class Offer:
    """A lot, the seat that got it (None: no seat), what was paid, and its worth to that seat.

    The worth is the most that the bots' appraisal would have paid in that seat when the lot was
    turned up; for a disgrace, to avoid it.
    """

    lot: Card
    seat: int | None
    price: int
    worth: int


def offers_of(record: Record) -> tuple[Offer, ...]:
    """The offer of every lot, in the order they were turned up."""
    sold = sales(story(record.positions))
    memories = [interlude.memory for interlude in interludes_of(record)]
    return tuple(
        _offer(record, number, sale, memory)
        for number, (sale, memory) in enumerate(zip(sold, memories, strict=False), start=1)
    )


def _offer(record: Record, number: int, sale: Sale, memory: Memory) -> Offer:
    state = next(state for state in record.states if state.revealed >= number)
    if sale.seat is None or state.revealed > number:
        return Offer(sale.lot, None, sale.price, 0)
    worth = worths(observe(state, None), memory)[sale.seat]
    return Offer(sale.lot, sale.seat, sale.price, worth)


def worths(view: Observation, memory: Memory) -> list[int]:
    """The most that each seat should pay for the lot just turned up."""
    seats = len(view.seats)
    lot = appraise(NUMBER[view.revealed[-1]], unseen(view), CALM, [0.5] * seats)
    table = imagine(view, beliefs.hands(view, memory), [0] * seats)
    found = limits(table, beliefs.exact(view, memory), lot)
    return [max(0, int(most)) * 1_000 for most in found]
