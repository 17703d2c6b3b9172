"""The memory of a bot: money laid down and paid, folded from public events alone."""

from dataclasses import dataclass, replace

from games.engine.events import (
    Claimed,
    Disgraced,
    Event,
    PaidToAvoid,
    Passed,
    Raised,
    Revealed,
    SealedOpened,
    TookBack,
)
from games.engine.money import MASK, dearest
from games.engine.seats import MOST_SEATS


@dataclass(frozen=True, slots=True)
class Payment:
    """Money cards, as a mask, that `seat` paid when the lot with this number was for sale."""

    lot: int
    seat: int
    money: int


@dataclass(frozen=True, slots=True)
class Memory:
    """The number of the lot, the open bids as masks, and every payment not yet taken back."""

    lot: int = 0
    bids: tuple[int, ...] = (0,) * MOST_SEATS
    payments: tuple[Payment, ...] = ()

    def spent(self, seat: int) -> int:
        """The mask of all money that `seat` was seen to pay."""
        return sum(payment.money for payment in self.payments if payment.seat == seat)


NOTHING = Memory()


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after `event`."""
    match event:
        case Revealed():
            return replace(memory, lot=memory.lot + 1, bids=NOTHING.bids)
        case Raised(seat, _, money):
            return _lay(memory, seat, memory.bids[seat] | MASK[money])
        case Passed(seat) | Disgraced(seat, _):
            return _lay(memory, seat, 0)
        case Claimed(seat, _, _) | PaidToAvoid(seat, _):
            return _pay(memory, seat, memory.bids[seat])
        case SealedOpened(bids):
            return _open(memory, bids)
        case TookBack(seats):
            return _take_back(memory, seats)
        case _:
            return memory


def _lay(memory: Memory, seat: int, money: int) -> Memory:
    return replace(memory, bids=(*memory.bids[:seat], money, *memory.bids[seat + 1 :]))


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
    back = {seat: dearest(memory.spent(seat)) for seat in seats}
    payments = tuple(
        replace(payment, money=payment.money & ~back.get(payment.seat, 0))
        for payment in memory.payments
    )
    return replace(memory, payments=tuple(payment for payment in payments if payment.money))
