"""Plays with less money among players who pay little: who reads the table is not left poorest."""

from math import inf

from games.bots.appraisal import TUNED, WHOLE, Lot, Mind, Unseen, careful, limits
from games.bots.fast_table import Table
from games.bots.minds import MINDS, PURSE
from games.bots.reading import Reading

USUAL_FROM, THRIFTY_BELOW = 0.9, 0.6  # how the others spend: as usual; so little that all is thrift
FOLLOWING = 1.1  # how eager thrift is, as a multiple of how the others spend
LEAST = 0.2
NEAR_END = 2  # end cards still to come from which on it never lets itself become the poorest,
MARGIN = 2  # but stays so many thousands above
KEEPING = 0.95  # the part of the poorest rival's money that thrift keeps

# Positions in which the prices of minds are compared: own money, that of the poorest rival, the
# pull of the lot, and what is unseen.
_SCENES = (
    (106, 100, 0.2, Unseen(45, 3, 13, 4)),
    (80, 72, 0.3, Unseen(30, 2, 8, 2)),
    (55, 45, 0.5, Unseen(20, 1, 4, 1)),
)


def _price(mind: Mind, own: int, rival: int, pull: float, left: Unseen) -> float:
    spare = own - max(careful(mind.reserve, TUNED.end, left) * rival, mind.floor)
    part = mind.luxury * (1 + mind.patience * (0.5 - left.left / WHOLE)) * pull
    return max(0.0, min(mind.open * own * part, spare) if mind.open else min(part, 1.0) * spare)


def _spending(mind: Mind) -> float:
    """The prices of `mind` as a multiple of those of our own bots."""
    return sum(_price(mind, *scene) / _price(Mind(), *scene) for scene in _SCENES) / len(_SCENES)


SPENDING = tuple(map(_spending, MINDS))


def spending(reading: Reading, seat: int) -> float:
    """What the others are expected to pay, as a multiple of what our own bots would."""
    others = [other for other in range(len(reading.weights)) if other != seat]
    return sum(reading.mean(other, SPENDING) for other in others) / len(others)


def thrifty_limits(table: Table, money: list[int], lot: Lot, others: float) -> list[float]:
    """The most each seat would pay if it adapts to `others`, who spend so much."""
    usual = limits(table, money, lot)
    weight = min(1.0, max(0.0, (others - THRIFTY_BELOW) / (USUAL_FROM - THRIFTY_BELOW)))
    if weight == 1:
        return usual
    seats, scale = len(money), min(1.0, max(LEAST, FOLLOWING * others))
    thrift = lot.sought(scale)._replace(reserve=[KEEPING] * seats, open=[PURSE] * seats)
    saved = limits(table, money, thrift)
    return [
        weight * much + (1 - weight) * little for much, little in zip(usual, saved, strict=True)
    ]


def without_being_poorest(table: Table, money: list[int], seat: int, left: Unseen) -> float:
    """The most that `seat` may pay if the end is near and it is not to be the poorest."""
    if left.end_cards > NEAR_END:
        return inf
    part = [2 if each == table.gambling else 1 for each in range(len(money))]
    counted = [own * times for own, times in zip(money, part, strict=True)]
    own = counted.pop(seat)
    return (own - min(counted) - MARGIN) / part[seat]
