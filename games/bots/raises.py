"""Which money cards to lay for a raise, looked up by hand and floor."""

from games.engine.money import ALL, SMALL_CHANGE, TOTAL, cheapest_above

THOUSAND = 1_000
AMOUNT = tuple(total // THOUSAND for total in TOTAL)
CHANGE = 2.94  # what a small card is worth beyond its value: it makes later bids exact

_FLOORS = range(AMOUNT[ALL] + 1)
_COST = tuple(AMOUNT[mask] + CHANGE * (mask & SMALL_CHANGE).bit_count() for mask in range(ALL + 1))


class Raises(dict[int, tuple[int, ...]]):
    """`raises[hand][floor]`: the set to lay for more than `floor` thousands; 0 if there is none."""

    def __init__(self, is_change_dear: bool) -> None:
        self._cost = _COST if is_change_dear else AMOUNT

    def __missing__(self, hand: int) -> tuple[int, ...]:
        ladder, row, best = list(cheapest_above(hand, 0)), [], 0
        for floor in reversed(_FLOORS):
            while ladder and ladder[-1][0] > floor * THOUSAND:
                _, money = ladder.pop()
                best = money if not best or self._cost[money] <= self._cost[best] else best
            row.append(best)
        self[hand] = tuple(reversed(row))
        return self[hand]


LEAST = Raises(is_change_dear=False)
CHEAPEST = Raises(is_change_dear=True)


def sensible(hand: int, floor: int, totals: int = 4) -> list[int]:
    """The sets above `floor` thousands that the analysis compares: one for each of the smallest
    `totals`, then every single card."""
    smallest = [mask for _, mask in cheapest_above(hand, floor * THOUSAND)[:totals]]
    singles = [1 << bit for bit in range(hand.bit_length()) if hand >> bit & 1]
    return list(dict.fromkeys(smallest + [card for card in singles if AMOUNT[card] > floor]))


def raise_within(hand: int, bid: int, highest: int, limit: float) -> int:
    """The cheapest raise above `highest` thousands with a total within `limit`; 0 if none."""
    floor = highest - AMOUNT[bid]
    for raises in (CHEAPEST, LEAST):
        mask = raises[hand][floor]
        if mask and AMOUNT[bid | mask] <= limit:
            return mask
    return 0
