"""Tables with strangers at them, and all that is kept of each lot until it is sold."""

import numpy as np

from games.bots.fast_table import PRESTIGE
from games.training.arrays import Array
from games.training.deals import NO_LOT, Chance, Deals
from games.training.habits import Habits
from games.training.inputs import Sight
from games.training.scenes import scene
from games.training.strangers import Strangers
from games.training.tables import WORTHS, Tables

OTHERS_WORTH = 6  # what a lot counts in points for players who copy prices, if it is no luxury


class TrainingTable:
    """Games that go on in step; where `alike`, the strangers at a table are of one mind."""

    def __init__(self, deals: Deals, alike: Array, chance: Chance) -> None:
        games = len(deals)
        self.tables = Tables(deals)
        self.strangers = Strangers(games, alike, chance)
        self.habits, self.sight = Habits(games), Sight(games)
        self._look(np.arange(games))

    def act(self, rows: Array, money: Array) -> None:
        """Whose turn it is at these tables lays `money` or passes; the next card is turned up."""
        sold, tables = self.tables.act(rows, money), self.tables
        if not len(sold):
            return
        lot = tables.lot[sold]
        self.habits.remember(tables, sold)
        worth = np.where(lot < PRESTIGE, WORTHS[lot], OTHERS_WORTH)
        self.strangers.remember(tables, sold, worth)
        tables.turn_up(sold)
        self._look(sold[tables.lot[sold] != NO_LOT])

    def _look(self, rows: Array) -> None:
        if not len(rows):
            return
        now = scene(self.tables, rows)
        usual = now.usual()
        self.strangers.look(rows, now)
        self.habits.look(rows, now, usual)
        self.sight.look(self.tables, rows, now, usual, self.habits)
