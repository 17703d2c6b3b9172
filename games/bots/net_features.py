"""Features of a table between two lots, the input of the neural net."""

from collections.abc import Sequence
from math import log2

from games.bots.appraisal import Unseen
from games.bots.fast_table import HALF, MINUS_FIVE, THEFT, Table
from games.bots.playout import purses
from games.bots.raises import AMOUNT
from games.engine.money import ALL, SMALL_CHANGE

MIDDLING = 0b1110000  # the money cards of 6, 8 and 10 thousand
_RICH = AMOUNT[ALL]


def outlook(unseen: Unseen, to_come: Sequence[int]) -> list[float]:
    """The features that all seats share: how near the end is, and what may come before it."""
    luxury, prestige, left, end_cards = unseen
    sold = end_cards / (end_cards + 1)  # the part of the other cards that comes before the end
    before = (end_cards - 1) / end_cards  # the same for the cards that count to the end
    disgraces = (MINUS_FIVE in to_come) + (THEFT in to_come)
    return [
        unseen.end_chance,
        ((left - end_cards) * sold + end_cards - 1) / 10,
        luxury * sold / 40,
        prestige * before / 2,
        (HALF in to_come) * before,
        disgraces * sold / 2,
        float(end_cards == 1),
        float(end_cards <= 2),
    ]


def seats(table: Table, unseen: Unseen) -> list[tuple[float, ...]]:
    """The features of each seat: money, status, both relative to the others, and expectations."""
    money = purses(table)
    status = [own * factor for own, factor in zip(table.standing, table.factor, strict=True)]
    risk = unseen.end_chance
    hoped = unseen.luxury * unseen.end_cards / (unseen.end_cards + 1)
    return [_seat(table, seat, money, status, risk, hoped) for seat in range(len(money))]


def _seat(
    table: Table, seat: int, money: list[int], status: list[float], risk: float, hoped: float
) -> tuple[float, ...]:
    own, score, hand = money[seat], status[seat], table.hands[seat]
    purses, scores = money[:], status[:]
    del purses[seat], scores[seat]
    poorest, others = min(purses), len(purses)
    margin = own - poorest
    least = min(own, poorest)
    rivals = [rival for rival, purse in zip(scores, purses, strict=True) if purse > least]
    best, rival = max(scores), max(rivals, default=0.0)
    is_poor = float(margin <= 0)
    lead = _lead(score, rival)
    factor, standing = table.factor[seat], table.standing[seat]
    return (
        own / _RICH,
        _within_one(margin / 30),
        _within_one(margin / 8),
        (own - sum(purses) / others) / 50,
        sum(purse < own for purse in purses) / others,
        is_poor,
        is_poor * risk,
        is_poor if risk else 0.0,
        standing / 20,
        log2(factor),
        score / 40,
        _lead(score, best),
        lead,
        lead * risk,
        float(score > best),
        float(score > rival),
        (max(standing, 0) + hoped / len(money)) * factor / 40,
        hand.bit_count() / 11,
        (hand & SMALL_CHANGE).bit_count() / 4,
        (hand & MIDDLING).bit_count() / 3,
        float(table.theft == seat),
        poorest / _RICH,
    )


def _lead(score: float, rival: float) -> float:
    """By how much `score` is ahead, between −1 and 1."""
    return (score - rival) / (abs(score) + abs(rival) + 4)


def _within_one(number: float) -> float:
    return max(-1.0, min(1.0, number))
