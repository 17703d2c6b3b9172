"""The memory of a bot: money laid and paid, bids and passes, folded from public events alone."""

from dataclasses import dataclass, replace
from typing import TypeVar

from games.engine.cards import Card
from games.engine.events import (
    Claimed,
    Disgraced,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Passed,
    Raised,
    Revealed,
    SealedOpened,
    TookBack,
)
from games.engine.money import MASK, highest_card
from games.engine.seats import MOST_SEATS


@dataclass(frozen=True, slots=True)
class Payment:
    """Money cards, as a mask, that `seat` paid when the lot with this number was for sale."""

    lot: int
    seat: int
    money: int


T = TypeVar("T")
NOBODY_YET = (0,) * MOST_SEATS
NEVER = -1
Claims = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Sale:
    """An open auction: what each seat owned and had spent (masks) when the lot was turned up, its
    highest bid, and the highest bid of another when it passed (NEVER: it has not), in thousands."""

    lot: Card
    claimed: Claims
    spent: tuple[int, ...]
    bids: tuple[int, ...] = NOBODY_YET
    refused: tuple[int, ...] = (NEVER,) * MOST_SEATS


@dataclass(frozen=True, slots=True)
class Memory:
    """The number of the lot, the open bids as masks, every payment not yet taken back, the cards
    of each seat, and every sale with its bids and passes, the running one last."""

    lot: int = 0
    bids: tuple[int, ...] = NOBODY_YET
    payments: tuple[Payment, ...] = ()
    claimed: Claims = ((),) * MOST_SEATS
    sales: tuple[Sale, ...] = ()

    def spent(self, seat: int) -> int:
        """The mask of all money that `seat` was seen to pay."""
        return sum(payment.money for payment in self.payments if payment.seat == seat)


NOTHING = Memory()


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after `event`."""
    match event:
        case Revealed(lot):
            spent = tuple(memory.spent(seat) for seat in range(MOST_SEATS))
            sales = (*memory.sales, Sale(lot, memory.claimed, spent))
            return replace(memory, lot=memory.lot + 1, bids=NOTHING.bids, sales=sales)
        case Raised(seat, total, money):
            return _lay(_bid(memory, seat, total // 1_000), seat, memory.bids[seat] | MASK[money])
        case Passed(seat):
            return _lay(_refuse(memory, seat), seat, 0)
        case Disgraced(seat, lot):
            return _own(_lay(_refuse(memory, seat), seat, 0), seat, lot)
        case Claimed(seat, lot, _):
            return _own(_pay(memory, seat, memory.bids[seat]), seat, lot)
        case PaidToAvoid(seat, _):
            return _pay(memory, seat, memory.bids[seat])
        case LuxuryLost(seat, luxury):
            return _lose(memory, seat, luxury)
        case SealedOpened(bids):
            return _open(memory, bids)
        case TookBack(seats):
            return _take_back(memory, seats)
        case _:
            return memory


def _bid(memory: Memory, seat: int, total: int) -> Memory:
    """Write down a bid of the running sale, in thousands."""
    if not memory.sales:
        return memory
    *before, sale = memory.sales
    return replace(memory, sales=(*before, replace(sale, bids=_with(sale.bids, seat, total))))


def _refuse(memory: Memory, seat: int) -> Memory:
    """Write down the bid that `seat` let stand."""
    if not memory.sales:
        return memory
    *before, sale = memory.sales
    refused = _with(sale.refused, seat, max(sale.bids))
    return replace(memory, sales=(*before, replace(sale, refused=refused)))


def _own(memory: Memory, seat: int, card: Card) -> Memory:
    return replace(memory, claimed=_with(memory.claimed, seat, (*memory.claimed[seat], card)))


def _lose(memory: Memory, seat: int, luxury: Card) -> Memory:
    """Remove the luxury and the theft that took it."""
    left = tuple(card for card in memory.claimed[seat] if card not in {luxury, Card.THEFT})
    return replace(memory, claimed=_with(memory.claimed, seat, left))


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _lay(memory: Memory, seat: int, money: int) -> Memory:
    return replace(memory, bids=_with(memory.bids, seat, money))


def _pay(memory: Memory, seat: int, money: int) -> Memory:
    if not money:
        return memory
    paid = Payment(memory.lot, seat, money)
    return _lay(replace(memory, payments=(*memory.payments, paid)), seat, 0)


def _open(memory: Memory, bids: tuple[int, ...]) -> Memory:
    """Every sealed bid is paid; the claim that follows finds nothing left to pay."""
    for seat, value in enumerate(bids):
        if value:
            memory = _pay(memory, seat, MASK[frozenset({value})])
    return memory


def _take_back(memory: Memory, seats: tuple[int, ...]) -> Memory:
    back = {seat: highest_card(memory.spent(seat)) for seat in seats}
    payments = tuple(
        replace(payment, money=payment.money & ~back.get(payment.seat, 0))
        for payment in memory.payments
    )
    return replace(memory, payments=tuple(payment for payment in payments if payment.money))
