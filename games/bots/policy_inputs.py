"""What the policy sees: the seats from the viewer's own on clockwise, its hand, and the table."""

from collections.abc import Sequence
from math import log2

from games.bots import beliefs
from games.bots.appraisal import KIND, appraise, limits
from games.bots.choices import raises
from games.bots.fast_table import (
    EXCURSIONS,
    GAMBLING,
    HALF,
    HIGHEST,
    LOWEST,
    MINUS_FIVE,
    PRESTIGE,
    THEFT,
    WORTH,
    YACHT_CLUB,
    Table,
    imagine,
)
from games.bots.future import numbers, unseen
from games.bots.habits import CALM, habits
from games.bots.habits import KINDS as HABIT_KINDS
from games.bots.memory import NEVER, Memory
from games.bots.raises import AMOUNT
from games.engine.editions import Edition
from games.engine.money import SMALL_CHANGE, VALUES
from games.engine.observation import Observation
from games.engine.seats import MOST_SEATS, SEATS

RICH, FAR, NEAR, CLOSE = 106.0, 30.0, 8.0, 6.0
SEAT, HABITS, LATER = 17, 10, 8
A_SEAT = SEAT + HABITS + LATER
KINDS = (PRESTIGE, HALF, MINUS_FIVE, THEFT, GAMBLING, EXCURSIONS, YACHT_CLUB)
A_RAISE = 5
LATELY, BY_KIND = 1, 2  # places in the numbers of habits
GREAT = 7  # the worth from which a luxury is a great one
TABLE = 69
INPUTS = MOST_SEATS * A_SEAT + len(VALUES) + TABLE


def within(number: float, least: float = -1.0, most: float = 1.0) -> float:
    return max(least, min(most, number))


def inputs(view: Observation, memory: Memory, seat: int) -> tuple[list[float], list[int]]:
    """The inputs for `seat`, and the raises it may choose among."""
    table = imagine(view, beliefs.hands(view, memory), beliefs.bids(view))
    money = [AMOUNT[hand | bid] for hand, bid in zip(table.hands, table.bids, strict=True)]
    counted = [own * 2 if each == table.gambling else own for each, own in enumerate(money)]
    usual = limits(table, money, appraise(table.lot, unseen(view), CALM, [0.5] * len(money)))
    seen = habits(memory.sales[:-1], view.advanced, len(money))
    score = [own * factor for own, factor in zip(table.standing, table.factor, strict=True)]
    likely = _likely(table.lot, usual, seen)
    after = [_after(table, each) for each in range(len(money))]
    refused = memory.sales[-1].refused if memory.sales else (NEVER,) * MOST_SEATS
    found: list[float] = []
    for place in range(MOST_SEATS):
        other = (seat + place) % len(money)
        if place < len(money):
            found += _seat(table, other, counted, usual, score)
            found += _leads(other, score, after)
            found += seen[other]
            found += _later(table, other, refused)
            found.append(within((counted[other] - counted[seat]) / FAR))
            found.append(_lead(score[other], score[seat]))
            found += _eager(table, other, usual[other], likely[other])
        else:
            found += [0.0] * A_SEAT
    hand = table.hands[seat]
    is_sealed = table.lot == YACHT_CLUB
    choices = raises(hand, table.highest - AMOUNT[table.bids[seat]])
    choices = [0] * len(choices) if is_sealed else choices
    found += [float(hand >> bit & 1) for bit in range(len(VALUES))]
    found += _lot(table.lot)
    found += _to_come(view)
    found += _prices(table, seat, choices, counted, usual, likely)
    found += [float(len(money) == seats) for seats in SEATS]
    return found + _rules(view.edition), choices


def _seat(
    table: Table, seat: int, money: list[int], usual: Sequence[float], score: Sequence[float]
) -> list[float]:
    """What stays the same until the lot is sold."""
    own, cards = money[seat], table.hands[seat] | table.bids[seat]
    margin = own - min(money[:seat] + money[seat + 1 :])
    return [
        1.0,
        own / RICH,
        within(margin / FAR),
        within(margin / NEAR),
        table.standing[seat] / 20,
        log2(table.factor[seat]) / 2,
        score[seat] / 40,
        within(usual[seat] / FAR, -1.0, 2.0),
        cards.bit_count() / len(VALUES),
        (cards & SMALL_CHANGE).bit_count() / 4,
        float(table.theft == seat),
        float(table.gambling == seat),
        float(margin <= 0),
        HIGHEST[table.luxuries[seat]] / 12,
    ]


def _later(table: Table, seat: int, refused: Sequence[int]) -> list[float]:
    """What changes while the lot is for sale."""
    bid = AMOUNT[table.bids[seat]]
    is_sealed = table.lot == YACHT_CLUB
    return [
        1.0 if is_sealed else float(table.active >> seat & 1),
        bid / FAR,
        float(0 < bid == table.highest),
        within((refused[seat] + 1) / FAR),
    ]


def _lead(score: float, other: float) -> float:
    """By how much `score` is ahead, between −1 and 1."""
    return (score - other) / (abs(score) + abs(other) + 4)


def _lot(lot: int) -> list[float]:
    is_luxury = lot < PRESTIGE
    worth = WORTH[lot] / 10 if is_luxury else 0.0
    return [float(is_luxury), worth, *(float(lot == kind) for kind in KINDS)]


def _to_come(view: Observation) -> list[float]:
    """How near the end is, and what may come before it."""
    luxury, prestige, left, end_cards = unseen(view)
    lots = numbers(view)
    great = sum(lot < PRESTIGE and WORTH[lot] >= GREAT for lot in lots)
    return [
        *(float(end_cards == count) for count in range(1, 5)),
        left / 19,
        1 / left if end_cards == 1 else 0.0,
        ((left - end_cards) * end_cards / (end_cards + 1) + end_cards - 1) / 12,
        luxury / 60,
        great / 5,
        prestige / 3,
        *(float(kind in lots) for kind in KINDS[1:]),
    ]


def _prices(
    table: Table,
    seat: int,
    choices: Sequence[int],
    money: list[int],
    usual: Sequence[float],
    likely: Sequence[float],
) -> list[float]:
    """The highest bid, what a rival will likely pay, and for each raise whether there is one, its
    total, how much it leaves above the poorest other, and whether a rival will likely raise it."""
    laid, poorest = AMOUNT[table.bids[seat]], min(money[:seat] + money[seat + 1 :])
    times = 2 if table.gambling == seat else 1
    rivals = [likely[each] for each in range(len(money)) if each != seat and _is_in(table, each)]
    top = max(rivals, default=0.0)
    found = [table.highest / FAR, within((usual[seat] - table.highest) / FAR), within(top / FAR)]
    for money_laid in choices:
        total = laid + AMOUNT[money_laid]
        left = money[seat] - times * total - poorest
        found += _raise(total, left, top) if money_laid else [0.0] * A_RAISE
    return found


def _raise(total: int, left: int, top: float) -> list[float]:
    return [
        1.0,
        total / FAR,
        within(left / 20),
        within(left / CLOSE),
        within((top - total) / CLOSE),
    ]


def _is_in(table: Table, seat: int) -> bool:
    return table.lot == YACHT_CLUB or bool(table.active >> seat & 1)


def _likely(lot: int, usual: Sequence[float], seen: Sequence[Sequence[float]]) -> list[float]:
    """What each seat will likely pay for the lot, from what it was seen to pay lately, and for its
    kind."""
    kind = min(KIND[lot], HABIT_KINDS - 1)
    return [
        price * (1 + (habit[LATELY] + habit[BY_KIND + kind]) / 2)
        for price, habit in zip(usual, seen, strict=True)
    ]


def _eager(table: Table, seat: int, usual: float, likely: float) -> list[float]:
    """How far above the highest bid a seat will go that is still in."""
    if not _is_in(table, seat):
        return [0.0, 0.0]
    return [within((price - table.highest) / CLOSE) for price in (usual, likely)]


def _after(table: Table, seat: int) -> float:
    """The score of a seat once it has the lot."""
    lot, standing, factor = table.lot, table.standing[seat], table.factor[seat]
    if lot < PRESTIGE:
        return (standing + (0 if table.theft == seat else WORTH[lot])) * factor
    if lot in {PRESTIGE, HALF}:
        return standing * factor * (2 if lot == PRESTIGE else 0.5)
    lost = {MINUS_FIVE: 5, THEFT: LOWEST[table.luxuries[seat]]}.get(lot, 0)
    return (standing - lost) * factor


def _leads(seat: int, score: list[float], after: Sequence[float]) -> list[float]:
    """Its score with the lot, and by how much it leads all others without the lot and with it."""
    best = max(score[:seat] + score[seat + 1 :])
    return [after[seat] / 40, _lead(score[seat], best), _lead(after[seat], best)]


def _rules(edition: Edition) -> list[float]:
    return [
        float(edition.halves_round_down),
        float(edition.minus_five_floors_at_zero),
        float(edition.luxury_breaks_ties),
    ]
