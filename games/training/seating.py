"""Who sits at the tables that the policy learns at: itself, an older one, and strangers."""

import numpy as np

from games.engine.seats import MOST_SEATS
from games.training.arrays import Array
from games.training.deals import Chance, Deals

STRANGER, LEARNER, ELDER = range(3)
LONE_AMONG_ALIKE, LONE_AMONG_MIXED, PAIR, ALL, LONE_AMONG_ELDERS, VISITED = range(6)
NAMES = ("alike", "mixed", "pair", "self", "elders", "visited")
"""A lone learner among strangers of one mind, of many, or older policies; two learners among
strangers; learners alone; and learners with one stranger or older policy."""


def seated(deals: Deals, parts: tuple[float, ...], chance: Chance) -> tuple[Array, Array, Array]:
    """Who sits at each seat, whether the strangers are alike, and the sort of each table."""
    games = len(deals)
    sort = chance.choice(len(NAMES), games, p=parts)
    order = np.where(np.arange(MOST_SEATS) < deals.seats[:, None], 0.0, 2.0)
    order = (order + chance.random((games, MOST_SEATS))).argsort(1).argsort(1)
    is_old = chance.random((games, 1)) < 0.5
    by_sort = [
        np.where(order < 1, LEARNER, STRANGER),
        np.where(order < 1, LEARNER, STRANGER),
        np.where(order < 2, LEARNER, STRANGER),
        np.full_like(order, LEARNER),
        np.where(order < 1, LEARNER, ELDER),
        np.where(order < 1, np.where(is_old, ELDER, STRANGER), LEARNER),
    ]
    alike = (sort == LONE_AMONG_ALIKE) | ((sort != LONE_AMONG_MIXED) & (chance.random(games) < 0.5))
    return np.choose(sort[:, None], by_sort), alike, sort
