"""Players that see an observation and return an action, and nothing else."""

from collections.abc import Callable
from random import Random

from games.bots import chance
from games.engine.actions import Action
from games.engine.observation import Observation

Bot = Callable[[Observation, Random], Action]

BOTS: dict[str, Bot] = {"random": chance.choose}
