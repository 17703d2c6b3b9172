"""Reads the table: how likely each mind is for each seat, from its bids and passes so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

from games.bots.appraisal import KIND, TUNED, WHOLE, Mind, Unseen, appraise, careful, limits
from games.bots.fast_table import GAMBLING, NUMBER, YACHT_CLUB, owning
from games.bots.future import unseen_after
from games.bots.memory import NEVER, Memory, Sale
from games.bots.minds import MINDS, PRIOR
from games.bots.raises import AMOUNT
from games.engine.cards import Card
from games.engine.money import ALL
from games.engine.observation import Observation

ALIKE = 0.5  # the chance, before anything was seen, that the others are all of one mind
SLIP = 0.04  # the part of what players do that no mind explains
BLUR = 1.2  # how far a limit is off, in thousands, besides its noise
BARE = Mind(
    1 / TUNED.luxury, 1 / TUNED.prestige, 1 / TUNED.disgrace, 1 / TUNED.gambling, 0, 0, 1, 0, 0
)
Weights = list[float]


@dataclass(frozen=True, slots=True)
class Reading:
    """How likely each of MINDS is, by seat; and how likely it is that all the others are of one
    mind, with how likely each is to be that one."""

    weights: list[Weights]
    alike: float
    shared: Weights

    def mean(self, seat: int, of: Sequence[float]) -> float:
        """The mean of a property of the minds, for `seat`."""
        return sum(weight * each for weight, each in zip(self.weights[seat], of, strict=True))


def read(view: Observation, memory: Memory) -> Reading:
    """What the bids and passes tell of each seat; without any, what strangers are like."""
    seats = len(view.seats)
    *before, last = memory.sales or (None,)
    found = [[0.0] * len(MINDS) for _ in range(seats)]
    logs = [_of_all(tuple(before), view.advanced, seats)]
    if last is not None:
        logs.append(_of_sale(last, tuple(sale.lot for sale in memory.sales), view.advanced, seats))
    for log_rows in logs:
        for seat, row in enumerate(log_rows):
            if row:
                found[seat] = [one + two for one, two in zip(found[seat], row, strict=True)]
    likely = [_posterior(row) for row in found]
    others = [seat for seat in range(seats) if seat != view.seat]
    shared, as_one = _posterior(
        [sum(column) for column in zip(*map(found.__getitem__, others), strict=True)]
    )
    odds = as_one - sum(likely[seat][1] for seat in others)
    return Reading([weights for weights, _ in likely], _chance_of(odds), shared)


def _posterior(logs: Sequence[float]) -> tuple[Weights, float]:
    """How likely each mind is after this, and the logarithm of how likely this was."""
    both = [one + two for one, two in zip(PRIOR, logs, strict=True)]
    most = max(both)
    weights = [exp(each - most) for each in both]
    total = sum(weights)
    return [weight / total for weight in weights], most + log(total)


def _chance_of(odds: float) -> float:
    """The chance that the others are of one mind, from the logarithm of how much better this
    explains what they do."""
    return ALIKE / (ALIKE + (1 - ALIKE) * exp(-max(-50.0, odds)))


Rows = tuple[tuple[float, ...], ...]  # by seat the logarithm of each mind's likelihood, or nothing


@lru_cache(maxsize=512)
def _of_all(sales: tuple[Sale, ...], advanced: tuple[Card, ...], seats: int) -> Rows:
    """The sum over all these sales."""
    if not sales:
        return ((),) * seats
    before = _of_all(sales[:-1], advanced, seats)
    rows = _of_sale(sales[-1], tuple(sale.lot for sale in sales), advanced, seats)
    return tuple(_sum(*pair) for pair in zip(before, rows, strict=True))


def _sum(first: tuple[float, ...], second: tuple[float, ...]) -> tuple[float, ...]:
    if not first or not second:
        return first or second
    return tuple(one + two for one, two in zip(first, second, strict=True))


def _of_sale(sale: Sale, lots: tuple[Card, ...], advanced: tuple[Card, ...], seats: int) -> Rows:
    number = NUMBER[sale.lot]
    left = unseen_after(lots, advanced)
    if number in {GAMBLING, YACHT_CLUB} or not left.end_cards:
        return ((),) * seats
    money = [AMOUNT[ALL & ~spent] for spent in sale.spent[:seats]]
    table = owning(sale.claimed[:seats], number)
    lot = appraise(number, left, TUNED, [0.5] * seats, [BARE] * seats)
    ratios = [
        most / own if own else 0.0
        for most, own in zip(limits(table, money, lot), money, strict=True)
    ]
    poorest, second, *_ = sorted(money)
    return tuple(
        _likelihoods(
            sale.bids[seat],
            sale.refused[seat],
            money[seat],
            second if money[seat] == poorest else poorest,
            ratios[seat],
            KIND[number],
            left,
        )
        for seat in range(seats)
    )


def _likelihoods(
    bid: int, refused: int, own: int, rival: int, ratio: float, kind: int, left: Unseen
) -> tuple[float, ...]:
    """The logarithm of the chance of this bid and pass for each mind; nothing if there was none."""
    if not bid and refused == NEVER:
        return ()
    late, found = 0.5 - left.left / WHOLE, []
    eager, end = TUNED[kind] * ratio, TUNED.end
    for mind in MINDS:
        spare = own - max(careful(mind.reserve, end, left) * rival, mind.floor)
        part = mind[kind] * (1 + mind.patience * late) * eager
        most = min(mind.open * own * part, spare) if mind.open else min(part, 1.0) * spare
        blur = BLUR + 0.5 * mind.noise * max(most, 0.0)
        over = _logistic((most - bid) / blur) if bid else 1.0
        under = 0.0 if refused == NEVER else _logistic((most - refused - 1) / blur)
        found.append(log(SLIP + (1 - SLIP) * max(0.0, over - under)))
    return tuple(found)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value)) if value > -30 else 0.0
