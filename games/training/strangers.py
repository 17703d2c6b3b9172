"""Strangers: players drawn at random from a broad range of minds, for many tables at once.

What a stranger would pay for a lot at most is one of five reckonings, changed by its likes and its
moods, and bounded by its cares. None of them is a kind of `games/bots/population`.
"""

import numpy as np

from games.bots.fast_table import EXCURSIONS, PRESTIGE, YACHT_CLUB
from games.bots.raises import CHEAPEST, LEAST
from games.engine.money import ALL
from games.engine.seats import MOST_SEATS
from games.training.arrays import Array, zeros
from games.training.deals import Chance
from games.training.scenes import Scene
from games.training.tables import AMOUNTS, Tables

CHEAPEST_SETS = np.array([CHEAPEST[hand] for hand in range(ALL + 1)], np.int16)
LEAST_SETS = np.array([LEAST[hand] for hand in range(ALL + 1)], np.int16)
RECKONINGS = ("usual", "points", "purse", "ration", "flat", "copied")
RECKONING_CHANCES = (0.4, 0.29, 0.09, 0.1, 0.06, 0.06)
ALWAYS, NEVER = 4, -1
MOOD_STAYS = 0.7


def _drawn(shape: tuple[int, int], chance: Chance) -> dict[str, Array]:
    """The traits of a stranger for each seat of each table."""

    def some(part: float, low: float, high: float, otherwise: float) -> Array:
        return np.where(chance.random(shape) < part, chance.uniform(low, high, shape), otherwise)

    def one_of(*values: float) -> Array:
        return chance.choice(np.array(values), shape)

    def factor(low: float, high: float) -> Array:
        return np.exp(chance.uniform(np.log(low), np.log(high), shape))

    def like() -> Array:
        return np.where(picky, np.exp(chance.normal(0, 0.5, shape)), 1) * np.where(
            chance.random(shape) < 0.05, one_of(0, 0.3, 2.5), 1
        )

    picky = chance.random(shape) < 0.4
    reckoning = chance.choice(len(RECKONINGS), shape, p=RECKONING_CHANCES)
    like_ours = (reckoning == 0) & (chance.random(shape) < 0.3)
    scale = np.where(like_ours, np.exp(chance.normal(0, 0.1, shape)), factor(0.25, 1.8))
    reserve = one_of(0, 0, 0.2, 0.42, 0.42, 0.6, 0.75, 0.85, 0.92, 0.97, 1.02)
    traits = {
        "reckoning": reckoning,
        "scale": scale,
        "point": factor(0.3, 4.5),
        "purse": factor(0.003, 0.03),
        "base": some(0.5, 0, 0.1, 0),
        "flat": factor(2, 30),
        "copied": factor(0.7, 1.4),
        "great": like(),
        "small": like(),
        "prestige": like(),
        "disgrace": like(),
        "patience": some(0.35, -0.8, 2, 0),
        "waits_for": np.where(chance.random(shape) < 0.2, one_of(3, 2, 1), ALWAYS),
        "waiting": chance.uniform(0, 0.6, shape),
        "rushing": some(0.7, 1, 3, 1),
        "noise": one_of(0, 0, 0, 0, 0, 0.05, 0.1, 0.25, 0.6),
        "moody": some(0.1, 0.1, 0.6, 0),
        "jitter": one_of(0, 0, 0, 0, 0, 0.05, 0.2),
        "reserve": reserve,
        "reserve_late": np.where(chance.random(shape) < 0.5, reserve, one_of(0.9, 1, 1.03)),
        "margin": some(0.5, -14, 4, -200),
        "margin_from": one_of(1, 1, 2, 2, 3, ALWAYS, ALWAYS),
        "minds_second": chance.random(shape) < 0.1,
        "floor": some(0.35, 5, 85, 0),
        "floor_until": one_of(ALWAYS, ALWAYS, 3, 2, 1),
        "above_mean": some(0.08, -4, 16, 200),
        "most": some(0.3, 6, 45, 200),
        "jump": some(0.2, 0.3, 1, 0),
        "seals": chance.random(shape),
    }
    for name in ("margin", "reserve", "reserve_late", "floor", "most"):
        traits[name] = np.where(like_ours, OURS[name], traits[name])
    return traits


OURS = {"margin": -200.0, "reserve": 0.42, "reserve_late": 0.42, "floor": 0.0, "most": 200.0}


class Strangers:
    """A stranger at each seat; where a table is `alike`, the same one at all of its seats."""

    def __init__(self, games: int, alike: Array, chance: Chance) -> None:
        shape = (games, MOST_SEATS)
        self.chance = chance
        self.traits = {
            name: np.where(alike[:, None], trait[:, :1], trait).astype(np.float32)
            for name, trait in _drawn(shape, chance).items()
        }
        self.mood = zeros(shape)
        self.paid, self.bought = np.full(games, 8.0), np.full(games, 4.0)
        self.most = zeros(shape)

    def look(self, rows: Array, now: Scene) -> None:
        """Settle the most that everybody pays for the lots turned up at these tables."""
        mine = {name: trait[rows] for name, trait in self.traits.items()}
        shape = now.own.shape
        swing = self.chance.uniform(-1, 1, shape)
        self.mood[rows] = MOOD_STAYS * self.mood[rows] + mine["moody"] * self.chance.normal(
            0, 1, shape
        )
        heat = _liked(mine, now) * _timed(mine, now) * (1 + mine["noise"] * swing)
        wanted = self._reckoned(mine, now, rows) * heat * np.exp(self.mood[rows])
        self.most[rows] = np.minimum(wanted, _bound(mine, now))

    def _reckoned(self, mine: dict[str, Array], now: Scene, rows: Array) -> Array:
        points, seats = now.points, now.there.sum(1, keepdims=True)
        lots = (now.left * now.ends / (now.ends + 1) + 1)[:, None]
        ways = (
            now.usual(mine["scale"], mine["reserve"]),
            mine["point"] * points,
            now.own * (mine["base"] + mine["purse"] * points),
            mine["scale"] * seats * (now.own - 20) / lots * points / 6,
            mine["flat"],
            mine["copied"] * (self.paid / self.bought)[rows, None] * points,
        )
        return np.choose(mine["reckoning"].astype(np.int32), ways)

    def remember(self, tables: Tables, rows: Array, worth: Array) -> None:
        """What was bid for the lots that were sold at these tables."""
        self.paid[rows] += tables.sale_bids[rows].max(1)
        self.bought[rows] += worth

    def money(self, tables: Tables, rows: Array) -> Array:
        """What each whose turn it is at these tables lays: a mask, 0 to pass."""
        turn = tables.turn[rows]
        swing = self.chance.uniform(-1, 1, len(rows))
        most = self.most[rows, turn] * (1 + self.traits["jitter"][rows, turn] * swing)
        hand, bid = tables.hands[rows, turn], tables.bids[rows, turn]
        laid, highest = AMOUNTS[bid], tables.highest[rows]
        found, fits = _within(CHEAPEST_SETS, hand, laid, highest, most)
        small, fits_too = _within(LEAST_SETS, hand, laid, highest, most)
        found = np.where(fits, found, np.where(fits_too, small, 0))
        goal = np.maximum(highest, (self.traits["jump"][rows, turn] * most).astype(np.int32) - 1)
        far, reaches = _within(CHEAPEST_SETS, hand, laid, goal, most)
        found = np.where(reaches & (goal > highest), far, found)
        is_sealed = tables.lot[rows] == YACHT_CLUB
        return np.where(is_sealed, self._sealed(rows, turn, hand, most), found)

    def _sealed(self, rows: Array, turn: Array, hand: Array, most: Array) -> Array:
        """One card of the hand: the dearest within the limit, or any, or else the smallest."""
        cards = 1 << np.arange(len(CARD_VALUES))
        has = hand[:, None] & cards > 0
        fits = has & (most[:, None] >= CARD_VALUES)
        by_value = (self.traits["seals"][rows, turn] < 0.5)[:, None]
        rank = np.where(by_value, CARD_VALUES, self.chance.random(fits.shape))
        pick = np.where(fits, rank, -1).argmax(1)
        return np.where(fits.any(1), cards[pick], hand & -hand)


CARD_VALUES = AMOUNTS[1 << np.arange(ALL.bit_length())]


def _within(
    sets: Array, hand: Array, laid: Array, above: Array, most: Array
) -> tuple[Array, Array]:
    """The set to lay for more than `above`, and whether there is one within `most`."""
    floor = np.clip(above - laid, 0, sets.shape[1] - 1)
    found = sets[hand, floor].astype(np.int32)
    return found, (found > 0) & (laid + AMOUNTS[found] <= most) & (above - laid < sets.shape[1])


def _liked(mine: dict[str, Array], now: Scene) -> Array:
    lot = now.lot[:, None]
    great = (now.gain >= 7) | (lot == EXCURSIONS)
    luxury = np.where(great, mine["great"], mine["small"])
    other = np.where(lot == PRESTIGE, mine["prestige"], mine["disgrace"])
    return np.where(lot < PRESTIGE, luxury, other)


def _timed(mine: dict[str, Array], now: Scene) -> Array:
    left, ends = now.left[:, None], now.ends[:, None]
    slope = 1 + mine["patience"] * (0.5 - left / 16)
    waits = mine["waits_for"] < ALWAYS
    step = np.where(ends > mine["waits_for"], mine["waiting"], mine["rushing"])
    return np.where(waits, step, np.maximum(slope, 0.1))


def _bound(mine: dict[str, Array], now: Scene) -> Array:
    """The most that cares allow: what must be kept, and the limit for one lot."""
    ends = now.ends[:, None]
    other = np.where(mine["minds_second"] > 0, now.second, now.rival)
    part: Array = np.where(ends <= 1, mine["reserve_late"], mine["reserve"])
    bound = np.minimum(now.own - part * other, mine["most"])
    margin = np.where(ends <= mine["margin_from"], mine["margin"], -200)
    bound = np.minimum(bound, now.own - other - margin)
    floor = np.where(ends >= 5 - mine["floor_until"], mine["floor"], 0)
    bound = np.minimum(bound, now.own - floor)
    return np.minimum(bound, now.own - now.mean + mine["above_mean"])
