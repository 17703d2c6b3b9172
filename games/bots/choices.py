"""The raises that a policy chooses among, for one hand."""

from games.bots.raises import AMOUNT, CHEAPEST, LEAST
from games.engine.money import VALUES

FURTHER = (0, 1, 3, 6, 10, 16)  # thousands above the highest bid that a raise has to beat
RAISES = len(FURTHER) + 1
MOST = AMOUNT[-1]
CHOICES = 1 + RAISES + len(VALUES)
"""To pass, each raise, and each money card for a sealed bid."""


def raises(hand: int, floor: int) -> list[int]:
    """The sets to lay for more than `floor` thousands: the cheapest with its change, the least
    total, and the cheapest ones further above; 0 where there is none or the same as before."""
    found = [CHEAPEST[hand][floor], LEAST[hand][floor]]
    found += [CHEAPEST[hand][min(floor + more, MOST)] for more in FURTHER[1:]]
    last = found[0]
    least = found[1] = 0 if found[1] == last else found[1]
    for index in range(2, RAISES):
        if found[index] in {last, least}:
            found[index] = 0
        else:
            last = found[index]
    return found
