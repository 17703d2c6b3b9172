"""What the policy sees, for many tables at once; twin of `games/bots/policy_inputs.py`."""

import numpy as np

from games.bots.choices import FURTHER, MOST, RAISES
from games.bots.fast_table import HALF, MINUS_FIVE, PRESTIGE, THEFT, WORTH, YACHT_CLUB
from games.bots.habits import KINDS as HABIT_KINDS
from games.bots.policy_inputs import (
    A_RAISE,
    BY_KIND,
    CLOSE,
    FAR,
    GREAT,
    HABITS,
    INPUTS,
    KINDS,
    LATELY,
    LATER,
    NEAR,
    RICH,
    SEAT,
)
from games.engine.money import ALL, SMALL_CHANGE, VALUES
from games.engine.seats import MOST_SEATS, SEATS
from games.training.arrays import Array, zeros
from games.training.habits import Habits
from games.training.scenes import WORTHS_OF_ALL, Scene
from games.training.strangers import CHEAPEST_SETS, LEAST_SETS
from games.training.tables import (
    AMOUNTS,
    BEST_LUXURY,
    BITS,
    LEAST_LUXURY,
    PLENTY,
    WORTHS,
    Tables,
)

COUNT = np.array([hand.bit_count() for hand in range(ALL + 1)], np.int32)
CARDS = np.arange(len(VALUES))
PLACES = np.arange(MOST_SEATS)
GREAT_LOTS = np.array([number for number, worth in enumerate(WORTH) if worth >= GREAT])


class Sight:
    """What stays the same at each table until its lot is sold, kept from when it is turned up."""

    def __init__(self, games: int) -> None:
        self.seats = zeros((games, MOST_SEATS, SEAT + HABITS))
        self.money = zeros((games, MOST_SEATS))
        self.score = zeros((games, MOST_SEATS))
        self.poorest = zeros((games, MOST_SEATS))
        self.usual, self.likely = self.poorest.copy(), self.poorest.copy()
        self.table = zeros((games, 9 + 16 + 6))

    def look(self, tables: Tables, rows: Array, now: Scene, usual: Array, habits: Habits) -> None:
        margin = now.own - now.rival
        score = tables.standing[rows] * tables.factor[rows]
        hands = tables.hands[rows]
        columns = (
            now.there,
            now.own / RICH,
            np.clip(margin / FAR, -1, 1),
            np.clip(margin / NEAR, -1, 1),
            now.standing / 20,
            np.log2(tables.factor[rows]) / 2,
            score / 40,
            np.clip(usual / FAR, -1, 2),
            COUNT[hands] / len(VALUES),
            COUNT[hands & SMALL_CHANGE] / 4,
            tables.theft[rows, None] == PLACES,
            now.is_gambler,
            margin <= 0,
            BEST_LUXURY[tables.luxuries[rows]] / 12,
            *_leads(score, _after(tables, rows, now), now.there),
        )
        seats = np.stack([np.asarray(each, np.float32) for each in columns], axis=-1)
        seen = habits.numbers(rows)
        both = np.concatenate([seats, seen], axis=-1)
        kind = BY_KIND + np.minimum(now.kind, HABIT_KINDS - 1)
        by_kind = np.take_along_axis(seen, kind[:, None, None], axis=2)[:, :, 0]
        self.likely[rows] = usual * (1 + (seen[:, :, LATELY] + by_kind) / 2)
        self.seats[rows] = both * now.there[:, :, None]
        self.money[rows], self.score[rows], self.usual[rows] = now.own, score, usual
        self.poorest[rows] = now.rival
        self.table[rows] = _table(tables, rows, now)


def _after(tables: Tables, rows: Array, now: Scene) -> Array:
    """The score of each seat once it has the lot."""
    lot, standing = now.lot[:, None], tables.standing[rows]
    robbed = tables.theft[rows, None] == PLACES
    gained = np.where(robbed, 0, WORTHS[lot])
    lost = np.where(lot == MINUS_FIVE, 5, 0)
    lost = np.where(lot == THEFT, LEAST_LUXURY[tables.luxuries[rows]], lost)
    times = np.where(lot == PRESTIGE, 2, np.where(lot == HALF, 0.5, 1))
    return (standing + gained - lost) * tables.factor[rows] * times


def _leads(score: Array, after: Array, there: Array) -> tuple[Array, Array, Array]:
    ranked = np.sort(np.where(there, score, -PLENTY), axis=1)
    best = np.where(score == ranked[:, -1:], ranked[:, -2:-1], ranked[:, -1:])
    return after / 40, _lead(score, best), _lead(after, best)


def _lead(score: Array, other: Array) -> Array:
    return (score - other) / (np.abs(score) + np.abs(other) + 4)


def _table(tables: Tables, rows: Array, now: Scene) -> Array:
    """The lot, what is to come, the number of seats, and the rules."""
    lot, ends, left = now.lot, now.ends, now.left
    is_luxury, unseen = lot < PRESTIGE, tables.unseen[rows]
    lots = (left - ends) * ends / (ends + 1) + ends - 1
    deals, seats = tables.deals, tables.seats[rows]
    columns = (
        is_luxury,
        np.where(is_luxury, WORTHS_OF_ALL[lot] / 10, 0),
        *(lot == kind for kind in KINDS),
        *(ends == count for count in range(1, 5)),
        left / 19,
        np.where(ends == 1, 1 / left, 0),
        lots / 12,
        unseen @ WORTHS_OF_ALL / 60,
        unseen[:, GREAT_LOTS].sum(1) / 5,
        unseen[:, PRESTIGE] / 3,
        *(unseen[:, kind] > 0 for kind in KINDS[1:]),
        *(seats == count for count in SEATS),
        deals.rounds_down[rows],
        deals.floors_at_zero[rows],
        deals.luxury_breaks_ties[rows],
    )
    return np.stack([np.asarray(each, np.float32) for each in columns], axis=-1)


def choices(tables: Tables, rows: Array) -> Array:
    """The raises of each whose turn it is; twin of `games.bots.choices.raises`."""
    turn = tables.turn[rows]
    hand = tables.hands[rows, turn]
    floor = tables.highest[rows] - AMOUNTS[tables.bids[rows, turn]]
    last = CHEAPEST_SETS[hand, floor]
    least = LEAST_SETS[hand, floor]
    least = np.where(least == last, 0, least)
    found = [last, least]
    for more in FURTHER[1:]:
        raised = CHEAPEST_SETS[hand, np.minimum(floor + more, MOST)]
        again = (raised == last) | (raised == least)
        last = np.where(again, last, raised)
        found.append(np.where(again, 0, raised))
    is_sealed = tables.lot[rows] == YACHT_CLUB
    return np.where(is_sealed[:, None], 0, np.stack(found, axis=-1)).astype(np.int32)


def inputs(tables: Tables, sight: Sight, rows: Array, raises: Array) -> Array:
    """The inputs for each whose turn it is at these tables."""
    seats, turn = tables.seats[rows, None], tables.turn[rows, None]
    found = zeros((len(rows), INPUTS))
    wide = SEAT + HABITS + LATER
    block = found[:, : MOST_SEATS * wide].reshape(len(rows), MOST_SEATS, wide)
    order, is_there = (turn + PLACES) % seats, (seats > PLACES).astype(np.float32)
    row = rows[:, None]
    block[:, :, : SEAT + HABITS] = sight.seats[row, order]
    bids = AMOUNTS[tables.bids[row, order]]
    is_sealed = (tables.lot[rows] == YACHT_CLUB)[:, None]
    highest = tables.highest[rows, None]
    money, score = sight.money[row, order], sight.score[row, order]
    own, mine = money[:, :1], score[:, :1]
    later = block[:, :, SEAT + HABITS :]
    later[:, :, 0] = is_sealed | (tables.active[rows, None] & BITS[order] > 0)
    later[:, :, 1] = bids / FAR
    later[:, :, 2] = (bids > 0) & (bids == highest)
    later[:, :, 3] = np.clip((tables.refused[row, order] + 1) / FAR, -1, 1)
    later[:, :, 4] = np.clip((money - own) / FAR, -1, 1)
    later[:, :, 5] = _lead(score, mine)
    usual, likely = sight.usual[row, order], sight.likely[row, order]
    is_in = later[:, :, 0] > 0
    later[:, :, 6] = np.where(is_in, np.clip((usual - highest) / CLOSE, -1, 1), 0)
    later[:, :, 7] = np.where(is_in, np.clip((likely - highest) / CLOSE, -1, 1), 0)
    block *= is_there[:, :, None]
    rest = found[:, MOST_SEATS * wide :]
    turn = turn[:, 0]
    hand = tables.hands[rows, turn]
    rest[:, : len(VALUES)] = hand[:, None] >> CARDS & 1
    table = sight.table[rows]
    at = len(VALUES)
    rest[:, at : at + 25] = table[:, :25]
    at += 25
    laid = AMOUNTS[tables.bids[rows, turn]]
    rivals = is_in[:, 1:] & (is_there[:, 1:] > 0)
    top = np.where(rivals, likely[:, 1:], -PLENTY).max(1, keepdims=True)
    top = np.where(rivals.any(1, keepdims=True), top, 0)
    rest[:, at] = highest[:, 0] / FAR
    rest[:, at + 1] = np.clip((usual[:, 0] - highest[:, 0]) / FAR, -1, 1)
    rest[:, at + 2] = np.clip(top[:, 0] / FAR, -1, 1)
    times = np.where(tables.gambling[rows] == turn, 2, 1)[:, None]
    totals, has = laid[:, None] + AMOUNTS[raises], raises > 0
    left = own - times * totals - sight.poorest[rows, turn][:, None]
    at, end = at + 3, at + 3 + A_RAISE * RAISES
    columns = (
        has,
        totals / FAR,
        np.clip(left / 20, -1, 1),
        np.clip(left / CLOSE, -1, 1),
        np.clip((top - totals) / CLOSE, -1, 1),
    )
    for index, column in enumerate(columns):
        rest[:, at + index : end : A_RAISE] = np.where(has, column, 0)
    rest[:, end:] = table[:, 25:]
    return found
