"""Decks and editions for many games at once, from a generator of numpy."""

from dataclasses import dataclass

import numpy as np

from games.bots.fast_table import EXCURSIONS, GAMBLING, NUMBER, YACHT_CLUB
from games.engine.cards import BASIC
from games.engine.editions import EDITIONS
from games.training.arrays import WHOLE, Array, zeros

Chance = np.random.Generator
NO_LOT = GAMBLING + 1
STARS = (GAMBLING, EXCURSIONS, YACHT_CLUB)
DECK = np.array([*(NUMBER[card] for card in BASIC), *STARS], np.int32)
SEAT_CHANCES = {3: 0.3, 4: 0.45, 5: 0.25}


@dataclass(frozen=True, slots=True)
class Deals:
    """For each game its seats, the first one, the deck (top first, absent cards last), how many of
    each lot the deck has, and the rules of its edition."""

    seats: Array
    first: Array
    deck: Array
    cards: Array
    rounds_down: Array
    floors_at_zero: Array
    luxury_breaks_ties: Array

    def __len__(self) -> int:
        return len(self.seats)


def dealt(games: int, stars: float, chance: Chance) -> Deals:
    """So many games of all editions and numbers of seats, a part of them with ★ cards."""
    seats = chance.choice(list(SEAT_CHANCES), games, p=list(SEAT_CHANCES.values())).astype(np.int32)
    edition = chance.integers(len(EDITIONS), size=games)
    has = (chance.random((games, 1)) < stars) & (chance.random((games, len(STARS))) < 0.6)
    order = chance.random((games, len(DECK)))
    order[:, len(BASIC) :] += np.where(has, 0, 1)
    cards = zeros((games, NO_LOT + 1), WHOLE)
    cards[:, NUMBERS] = COUNTS
    cards[:, list(STARS)] = has
    rules = list(EDITIONS.values())
    return Deals(
        seats,
        (chance.random(games) * seats).astype(np.int32),
        DECK[order.argsort(1)],
        cards,
        np.array([each.halves_round_down for each in rules])[edition],
        np.array([each.minus_five_floors_at_zero for each in rules])[edition],
        np.array([each.luxury_breaks_ties for each in rules])[edition],
    )


NUMBERS, COUNTS = np.unique(DECK[: len(BASIC)], return_counts=True)
