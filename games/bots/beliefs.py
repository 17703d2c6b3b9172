"""What a bot believes about the money of each seat, depending on its memory."""

from collections.abc import Callable, Sequence

from games.bots.memory import Memory
from games.bots.raises import AMOUNT
from games.engine.money import ALL, MASK
from games.engine.observation import Observation, SeatView

Purses = Callable[[Observation, Memory], list[int]]


def bids(view: Observation) -> list[int]:
    """The open bids by seat, as masks."""
    return [MASK[frozenset(seat.bid)] for seat in view.seats]


def hands(view: Observation, memory: Memory) -> list[int]:
    """Every hand as a mask: all money except open bids and what was seen to be paid."""
    spent = [_spent(seat, memory.spent(i)) for i, seat in enumerate(view.seats)]
    found = [ALL & ~gone & ~bid for gone, bid in zip(spent, bids(view), strict=True)]
    if view.seat is not None and view.hand is not None:
        found[view.seat] = MASK[frozenset(view.hand)]
    return found


def _spent(seat: SeatView, remembered: int) -> int:
    return remembered if seat.spent is None else MASK[frozenset(seat.spent)]


def exact(view: Observation, memory: Memory) -> list[int]:
    """The money of each seat in thousands, open bid included, with a perfect memory."""
    both = zip(hands(view, memory), bids(view), strict=True)
    return [AMOUNT[hand | bid] for hand, bid in both]


def blank(view: Observation, _: Memory) -> list[int]:
    """The same without a memory: the others are believed to have as much as the viewer."""
    return _unless_shown(view, [_own(view)] * len(view.seats))


def _unless_shown(view: Observation, guesses: Sequence[int]) -> list[int]:
    """`guesses`, with the viewer's own money and openly spent money as they are."""
    known = [
        guess if seat.spent is None else AMOUNT[ALL & ~MASK[frozenset(seat.spent)]]
        for seat, guess in zip(view.seats, guesses, strict=True)
    ]
    if view.seat is not None:
        known[view.seat] = _own(view)
    return known


def _own(view: Observation) -> int:
    if view.seat is None or view.hand is None:
        return AMOUNT[ALL]
    return (sum(view.hand) + view.seats[view.seat].bid_total) // 1_000
