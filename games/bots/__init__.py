"""Players that see an observation and what they remember, return an action, and nothing else."""

from collections.abc import Callable
from random import Random

from games.bots import chance, levels
from games.bots.memory import Memory
from games.engine.actions import Action
from games.engine.observation import Observation

Bot = Callable[[Observation, Memory, Random], Action]

BOTS: dict[str, Bot] = {
    "random": chance.choose,
    "novice": levels.novice,
    "regular": levels.regular,
    "expert": levels.expert,
    "master": levels.master,
}
