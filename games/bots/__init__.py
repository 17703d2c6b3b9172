"""Bots: functions of an observation, a memory and a random generator that return an action.

`levels` has the four levels, `characters` named bots with a style; `heuristic` and `policy` decide,
the latter by a neural net (`policy_net`), which sees `policy_inputs`, among them the `habits` of
each player. `playout` plays on, on a `fast_table`; `reading` tells from bids and passes which of
`minds` a player may have, for the analysis of games. `match`, `wire` and `story` let bots play
without the web, `league` against many kinds of players from `population`, `worker_process` in a
process of the server. May import: engine, of which only modules that run whole games may use the
state. Called by rooms, play, archive, daily, lessons, ratings, background, reviews.analysis and
commands.
"""

from collections.abc import Callable
from random import Random

from games.bots import random_bot
from games.bots.characters import CHARACTERS
from games.bots.levels import LEVELS
from games.bots.memory import Memory
from games.engine.actions import Action
from games.engine.observation import Observation

Bot = Callable[[Observation, Memory, Random], Action]

BOTS: dict[str, Bot] = {"random": random_bot.choose, **LEVELS}
"""The bots by level; with the same observation, memory and generator each acts the same."""

PLAYERS: dict[str, Bot] = BOTS | {name: person.bot for name, person in CHARACTERS.items()}
"""The bots and the characters."""
