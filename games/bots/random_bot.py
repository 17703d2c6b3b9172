"""The bot `random`: any legal action, each with the same chance."""

from random import Random

from games.bots.memory import Memory
from games.engine.actions import Action
from games.engine.observation import Observation


def choose(view: Observation, _: Memory, rng: Random) -> Action:
    """One of the legal actions, each with the same chance."""
    return view.legal[int(rng.random() * len(view.legal))]
