"""Random futures, and how a game ends in them on average.

A future is an order of the unseen cards and the noise of every limit. The last end card may lie in
any place behind the other end cards, each with the same chance, and nobody plays differently before
it is turned up. So as long as all end cards are to come, a playout goes through all cards and
counts every place where the game may end: that halves the variance of what a future tells, for a
third more work. Later it would not pay, and the game ends where the last end card lies.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.bots.appraisal import Lot, Mind, Temper, Unseen, appraise
from games.bots.fast_table import HALF, PRESTIGE, WORTH, Table
from games.bots.playout import first_of, play_on, purses
from games.engine.cards import END_CARDS
from games.engine.editions import Edition
from games.reviews.analysis.mind_odds import MindOdds


class Course(NamedTuple):
    """One future: the minds of the seats, the noise for the lot on the table, the lots to come
    before the end, and after how many of them the end may come at the earliest."""

    minds: list[Mind]
    chances: list[float]
    lots: list[Lot]
    earliest: int


class Fate(NamedTuple):
    """By seat: the part of the win and the chance to be cast out."""

    won: Sequence[float]
    out: Sequence[float]


def counts_all_ends(start: Unseen) -> bool:
    """Whether all end cards are to come."""
    return start.end_cards == len(END_CARDS)


def a_course(
    to_come: list[int], start: Unseen, odds: MindOdds, temper: Temper, rng: Random
) -> Course:
    """The lots `to_come` in a random order, with minds drawn by their `odds`."""
    random, minds = rng.random, odds.draw(rng)
    chances = [random() for _ in minds]
    order = rng.sample(to_come, len(to_come))
    luxury, prestige, left, end_cards = start
    *others, last = (place for place, lot in enumerate(order) if PRESTIGE <= lot <= HALF)
    if counts_all_ends(start):
        earliest = others[-1] + 1
        del order[last]
    else:
        earliest = last
        del order[last:]
    lots = []
    for number in order:
        left -= 1
        if number < PRESTIGE:
            luxury -= WORTH[number]
        elif number <= HALF:
            prestige -= number == PRESTIGE
            end_cards -= 1
        after = Unseen(luxury, prestige, left, end_cards)
        lots.append(appraise(number, after, temper, [random() for _ in minds], minds))
    return Course(minds, chances, lots, earliest)


def fate_of(table: Table, ahead: Course, edition: Edition) -> Fate:
    """How the game ends on average if it goes on from `table`, which is changed."""
    lots, earliest = ahead.lots, ahead.earliest
    won, out = [0.0] * len(table.hands), [0.0] * len(table.hands)
    play_on(table, lots[:earliest])
    _count(table, edition, won, out)
    for lot in lots[earliest:]:
        play_on(table, (lot,))
        _count(table, edition, won, out)
    places = len(lots) - earliest + 1
    return Fate([each / places for each in won], [each / places for each in out])


def _count(table: Table, edition: Edition, won: list[float], out: list[float]) -> None:
    """Count one ending: who wins, and who is cast out."""
    money = purses(table)
    first, least = first_of(table, money, edition), min(money)
    for seat in first:
        won[seat] += 1 / len(first)
    for seat, own in enumerate(money):
        if own == least:
            out[seat] += 1
