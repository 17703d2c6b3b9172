"""A table between two lots in numbers, as the net wants them: about the cards to come, and about
each seat."""

from collections.abc import Sequence
from math import log2

from games.bots.appraisal import Unseen
from games.bots.imagined import HALF, MINUS_FIVE, THEFT, Table
from games.bots.raising import AMOUNT
from games.engine.money import ALL, SMALL_CHANGE

MIDDLING = 0b1110000  # the money cards of 6, 8 and 10 thousand
_RICH = AMOUNT[ALL]


def outlook(unseen: Unseen, to_come: Sequence[int]) -> list[float]:
    """The numbers that all seats share: how near the end is, and what may come before it."""
    luxury, prestige, left, end_cards = unseen
    sold = end_cards / (end_cards + 1)  # the part of the other cards that comes before the end
    before = (end_cards - 1) / end_cards  # the same for the cards that count to the end
    disgraces = (MINUS_FIVE in to_come) + (THEFT in to_come)
    return [
        _risk(unseen),
        ((left - end_cards) * sold + end_cards - 1) / 10,
        luxury * sold / 40,
        prestige * before / 2,
        (HALF in to_come) * before,
        disgraces * sold / 2,
        float(end_cards == 1),
        float(end_cards <= 2),
    ]


def _risk(unseen: Unseen) -> float:
    """The chance that the next card ends the game."""
    return 1 / unseen.left if unseen.end_cards == 1 else 0.0


def seats(table: Table, unseen: Unseen) -> list[tuple[float, ...]]:
    """The numbers of each seat: money, status, both against the others, and what it hopes for."""
    money = [AMOUNT[hand] for hand in table.hands]
    if table.gambling >= 0:
        money[table.gambling] *= 2
    status = [own * factor for own, factor in zip(table.standing, table.factor, strict=True)]
    risk = _risk(unseen)
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
