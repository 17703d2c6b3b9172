"""What each seat of many tables was seen to bid and to let go; twin of `games/bots/habits.py`."""

import numpy as np

from games.bots.fast_table import YACHT_CLUB
from games.bots.habits import (
    FADING,
    KINDS,
    NEAR,
    NO_BID,
    RICH,
    STEEP,
    TRUST,
    TRUST_IN_KIND,
    TRUST_LATELY,
)
from games.engine.seats import MOST_SEATS
from games.training.arrays import WHOLE, Array, full, zeros
from games.training.scenes import Scene
from games.training.tables import Tables


class Habits:
    """Sums over the sales so far, by table and seat."""

    def __init__(self, games: int) -> None:
        wide = (games, MOST_SEATS)
        self.shown, self.usual = zeros(wide), zeros(wide)
        self.shown_lately, self.usual_lately = self.shown.copy(), self.usual.copy()
        self.shown_by_kind = zeros((*wide, KINDS))
        self.usual_by_kind = self.shown_by_kind.copy()
        self.dared, self.kept = full(wide, NO_BID), full(wide, RICH)
        self.top, self.shied = zeros(wide), full(wide, -NO_BID)
        self.price, self.own, self.rival = (zeros(wide) for _ in range(3))
        self.kind = zeros(games, WHOLE)

    def look(self, rows: Array, now: Scene, usual: Array) -> None:
        """Keep what the lots turned up at these tables are usually worth to each seat."""
        self.price[rows] = np.maximum(usual, 1)
        self.own[rows], self.rival[rows], self.kind[rows] = now.own, now.rival, now.kind

    def remember(self, tables: Tables, rows: Array) -> None:
        """Add what was bid and let go for the lots that are sold at these tables."""
        rows = rows[tables.lot[rows] != YACHT_CLUB]
        bid, refused = tables.sale_bids[rows], tables.refused[rows]
        price, own = self.price[rows], self.own[rows]
        cheap = (refused >= 0) & (refused + 1 < price)
        known = (bid > 0) | (refused >= 0)
        shown = np.where(known, np.where(cheap, refused, np.maximum(bid, price)), 0)
        price = np.where(known, price, 0)
        self.shown[rows] += shown
        self.usual[rows] += price
        self.shown_lately[rows] = FADING * self.shown_lately[rows] + shown
        self.usual_lately[rows] = FADING * self.usual_lately[rows] + price
        kind = np.minimum(self.kind[rows], KINDS - 1)
        self.shown_by_kind[rows, :, kind] += shown
        self.usual_by_kind[rows, :, kind] += price
        spare = own - self.rival[rows]
        has_bid = bid > 0
        self.dared[rows] = np.minimum(self.dared[rows], np.where(has_bid, spare - bid, NO_BID))
        self.kept[rows] = np.minimum(self.kept[rows], np.where(has_bid, own - bid, RICH))
        self.top[rows] = np.maximum(self.top[rows], bid)
        shied = np.where(cheap, spare - refused - 1, -NO_BID)
        self.shied[rows] = np.maximum(self.shied[rows], shied)

    def numbers(self, rows: Array) -> Array:
        """The inputs of the policy for each seat of these tables."""
        ratios = [
            (self.shown[rows] + TRUST) / (self.usual[rows] + TRUST),
            (self.shown_lately[rows] + TRUST_LATELY) / (self.usual_lately[rows] + TRUST_LATELY),
            *(
                (self.shown_by_kind[rows, :, kind] + TRUST_IN_KIND)
                / (self.usual_by_kind[rows, :, kind] + TRUST_IN_KIND)
                for kind in range(KINDS)
            ),
        ]
        return np.stack(
            [
                *(np.minimum(ratio, STEEP) - 1 for ratio in ratios),
                np.minimum(self.usual[rows] / 50, 2),
                np.clip(self.dared[rows] / NEAR, -1, 1),
                self.kept[rows] / RICH,
                self.top[rows] / NEAR,
                np.clip(self.shied[rows] / NEAR, -1, 1),
            ],
            axis=-1,
        ).astype(np.float32)
