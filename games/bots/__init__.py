"""Players that see an observation and what they remember, return an action, and nothing else."""

from collections.abc import Callable
from random import Random

from games.bots import chance
from games.bots.characters import CHARACTERS
from games.bots.levels import LEVELS
from games.bots.memory import Memory
from games.engine.actions import Action
from games.engine.observation import Observation

Bot = Callable[[Observation, Memory, Random], Action]

BOTS: dict[str, Bot] = {"random": chance.choose, **LEVELS}
"""The bots by level; the same observation, memory and generator give the same action."""

PLAYERS: dict[str, Bot] = BOTS | {name: person.bot for name, person in CHARACTERS.items()}
"""The bots and the characters."""
