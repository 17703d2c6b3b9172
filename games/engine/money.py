"""Money cards: a set of them is an 11-bit mask; totals and subsets are looked up in tables."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from operator import itemgetter

VALUES = (1_000, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 12_000, 15_000, 20_000, 25_000)
SMALL_CHANGE = 0b1111
ALL = (1 << len(VALUES)) - 1
UNKNOWN = ALL + 1


def _cards(mask: int) -> frozenset[int]:
    return frozenset(value for bit, value in enumerate(VALUES) if mask >> bit & 1)


CARDS = tuple(_cards(mask) for mask in range(ALL + 1))
DESCENDING = tuple(tuple(sorted(cards, reverse=True)) for cards in CARDS)
TOTAL = tuple(sum(cards) for cards in CARDS)
MASK = {cards: mask for mask, cards in enumerate(CARDS)}


def highest_card(mask: int) -> int:
    """The mask of the highest single card in `mask`; 0 for 0."""
    return 1 << mask.bit_length() - 1 if mask else 0


def highest_unique(bids: Sequence[int]) -> int | None:
    """The seat whose sealed bid is the highest that nobody else made; None if there is none.

    `bids` are masks of one card or amounts, by seat; 0 is no bid.
    """
    unique = [bid for bid in bids if bid and bids.count(bid) == 1]
    return bids.index(max(unique)) if unique else None


def _price(mask: int) -> tuple[int, int, int, int]:
    """Orders sets by total, then by the small change they use up, then by the number of cards."""
    return TOTAL[mask], (mask & SMALL_CHANGE).bit_count(), mask.bit_count(), mask


# A process meets most of the 2 048 hands in time. What is remembered of them consists of these
# objects, the same for all, and takes 4 MB; with its own integers and pairs for each it took 12.
_BY_PRICE = tuple(sorted(range(1, ALL + 1), key=_price))
_RANK = {mask: rank for rank, mask in enumerate(_BY_PRICE)}
_PRICED = tuple(zip(TOTAL, range(ALL + 1), strict=True))


@cache
def subsets(hand: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The non-empty subsets of `hand`, cheapest first, and for each floor in thousands the index of
    the first that is above it."""
    masks = [_BY_PRICE[rank] for rank in sorted(_RANK[mask] for mask in _submasks(hand))]
    totals = [TOTAL[mask] for mask in masks]
    above = [bisect_right(totals, floor) for floor in range(0, TOTAL[ALL] + 1, 1_000)]
    return tuple(masks), tuple(above)


def _submasks(hand: int) -> Iterator[int]:
    mask = hand
    while mask:
        yield mask
        mask = mask - 1 & hand


@cache
def _cheapest(hand: int) -> tuple[tuple[int, int], ...]:
    """Every total that `hand` can make, ascending, each with the mask of its cheapest set."""
    best: dict[int, tuple[int, int]] = {}
    for mask in subsets(hand)[0]:
        best.setdefault(TOTAL[mask], _PRICED[mask])
    return tuple(best.values())


def cheapest_above(hand: int, floor: int) -> tuple[tuple[int, int], ...]:
    """Each total above `floor` that `hand` can make, ascending, and its cheapest set's mask."""
    ladder = _cheapest(hand)
    return ladder[bisect_right(ladder, floor, key=itemgetter(0)) :]
