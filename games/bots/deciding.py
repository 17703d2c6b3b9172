"""One decision of a bot, from plain values: what runs in a process of its own."""

from collections.abc import Sequence
from random import Random

from games.bots import BOTS
from games.engine.actions import Action
from games.engine.events import Event
from games.engine.observation import Observation


def decide(level: str, view: Observation, story: Sequence[Event], seed: str) -> Action:  # noqa: ARG001
    """What the bot of this level does; the same facts give the same action."""
    return BOTS[level](view, Random(seed))
