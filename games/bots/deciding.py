"""One decision of a bot, from plain values: what runs in a process of its own."""

from collections.abc import Sequence
from functools import reduce
from random import Random

from games.bots import PLAYERS
from games.bots.memory import NOTHING, remember
from games.engine.actions import Action
from games.engine.events import Event
from games.engine.observation import Observation


def decide(bot: str, view: Observation, story: Sequence[Event], seed: str) -> Action:
    """What the bot does, by level or character; the same facts give the same action."""
    return PLAYERS[bot](view, reduce(remember, story, NOTHING), Random(seed))
