"""What a lot is worth to each seat of many tables, when it is turned up.

The twin of `appraise` and `limits` in `games/bots/appraisal.py`.
"""

from dataclasses import dataclass

import numpy as np

from games.bots.appraisal import FEAR_OF_THEFT, KIND, TUNED, USE_FOR_THEFT
from games.bots.fast_table import (
    GAMBLING,
    HALF,
    MINUS_FIVE,
    PRESTIGE,
    THEFT,
)
from games.engine.seats import MOST_SEATS
from games.training.arrays import Array
from games.training.tables import LEAST_LUXURY, PLENTY, WORTHS, Tables

KINDS = np.array(KIND, np.int32)
TEMPER = np.array(TUNED[:4], np.float32)


@dataclass(frozen=True, slots=True)
class Scene:
    """For each seat of some tables: its money as it counts, that of the poorest `rival`, the
    `second` poorest other and the mean of the others, the pull of the lot, its gain and share; for
    each table the kind of the lot, the unseen cards and end cards."""

    there: Array
    own: Array
    rival: Array
    second: Array
    mean: Array
    pull: Array
    gain: Array
    standing: Array
    is_gambler: Array
    lot: Array
    kind: Array
    left: Array
    ends: Array

    def careful(self, part: Array) -> Array:
        """The part of the poorest rival's money to keep: more if the next card may be the last."""
        rise = np.where(self.ends == 1, (1 / self.left) ** TUNED.end, 0)[:, None]
        return part + np.maximum(1 - part, 0) * rise

    def usual(self, zeal: Array = 1.0, reserve: Array = TUNED.reserve) -> Array:
        """The most that our own heuristic would pay."""
        kept = self.careful(reserve) * self.rival
        spare, eager = self.own - kept, TEMPER[self.kind][:, None] * zeal
        bid = spare * np.minimum(eager * self.pull, 1)
        gamble = np.minimum(spare, eager * kept / 2)
        found = np.where((self.lot == GAMBLING)[:, None], gamble, bid)
        found = np.where(self.is_gambler & (self.lot != GAMBLING)[:, None], found / 2, found)
        return np.where(self.there, found, 0).astype(np.float32)

    @property
    def points(self) -> Array:
        """The points that the lot brings to each seat, or that it is worth to be spared."""
        plain = {MINUS_FIVE: 5.0, GAMBLING: 6.0}
        standing = np.maximum(self.standing, 0)
        lot = self.lot[:, None]
        found = np.where(lot == PRESTIGE, np.maximum(5, 0.8 * standing), self.gain)
        found = np.where(lot == HALF, np.maximum(3, standing / 2), found)
        found = np.where(lot == THEFT, np.maximum(3, self.gain), found)
        for number, points in plain.items():
            found = np.where(lot == number, points, found)
        return found


def scene(tables: Tables, rows: Array) -> Scene:
    """The tables of these rows when their lots are turned up."""
    lot, there = tables.lot[rows], tables.there[rows]
    unseen, ends = tables.unseen[rows], tables.ends[rows]
    own = tables.counted(tables.purses[rows], rows).astype(np.float32)
    ranked = np.sort(np.where(there, own, PLENTY), axis=1)
    is_poorest = own == ranked[:, :1]
    poorest, seats = np.where(is_poorest, ranked[:, 1:2], ranked[:, :1]), tables.seats[rows, None]
    is_low = own <= ranked[:, 1:2]
    luxury, prestige = unseen @ WORTHS_OF_ALL, unseen[:, PRESTIGE]
    to_come = (luxury * ends / (ends + 1))[:, None]
    slope = (TUNED.rivalry * prestige * (ends - 1) / ends)[:, None]
    standing = tables.standing[rows].astype(np.float32)
    gain = _gains(tables, rows, lot)
    final = np.maximum(standing, 0) + TUNED.hope * to_come
    value = gain + SHARES[lot][:, None] * final
    calm = TUNED.calm / tables.factor[rows]
    return Scene(
        there,
        own,
        poorest,
        np.where(is_low, ranked[:, 2:3], ranked[:, 1:2]),
        (np.where(there, own, 0).sum(1, keepdims=True) - own) / (seats - 1),
        value / (value + TUNED.rivalry * to_come + slope * final + calm),
        gain,
        standing,
        tables.gambling[rows, None] == np.arange(MOST_SEATS),
        lot,
        KINDS[lot],
        unseen.sum(1),
        ends,
    )


def _gains(tables: Tables, rows: Array, lot: Array) -> Array:
    least = LEAST_LUXURY[tables.luxuries[rows]]
    gain = np.broadcast_to(GAINS[lot][:, None], least.shape)
    robbed = tables.theft[rows, None] == np.arange(MOST_SEATS)
    gain = np.where(robbed & (lot < PRESTIGE)[:, None], USE_FOR_THEFT, gain)
    lost = np.where(least > 0, least, FEAR_OF_THEFT)
    return np.where((lot == THEFT)[:, None], lost, gain).astype(np.float32)


GAINS = np.array([*WORTHS[:PRESTIGE], 0, 0, 5, FEAR_OF_THEFT, 0], np.float32)
SHARES = np.array([*[0] * PRESTIGE, 1, 0.5, 0, 0, 0], np.float32)
WORTHS_OF_ALL: Array = np.append(WORTHS, 0)
