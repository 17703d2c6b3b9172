"""A population of players of different minds: opponents for measuring and tuning.

`kinds` has the players, `scene` what they look at. Nobody who plays with people meets them.
"""

from games.bots.population.kinds import KINDS as POPULATION

__all__ = ["POPULATION"]
