"""One decision of a bot, from plain values: what runs in a process of its own."""

import os
from collections.abc import Sequence
from functools import reduce
from multiprocessing import parent_process
from multiprocessing.connection import wait
from random import Random
from threading import Thread

from games.bots import PLAYERS, Bot
from games.bots.characters import CHARACTERS
from games.bots.levels import SECONDS
from games.bots.memory import NOTHING, remember
from games.bots.search import Search
from games.engine.actions import Action
from games.engine.events import Event
from games.engine.observation import Observation


def in_time(bot: str) -> Bot:
    """The level or character for those who wait: it decides within its time on any machine."""
    player = PLAYERS[bot]
    if not isinstance(player, Search):
        return player
    return player.within(SECONDS[CHARACTERS[bot].level if bot in CHARACTERS else bot])


def decide(bot: str, view: Observation, story: Sequence[Event], seed: str) -> Action:
    """What the bot does within the time that people wait for it."""
    return in_time(bot)(view, reduce(remember, story, NOTHING), Random(seed))


def leave_with_the_parent(niceness: int = 5) -> None:
    """In such a process: give way to tables, and go when the server is gone, even if killed."""
    os.nice(niceness)
    parent = parent_process()
    if parent is not None:
        Thread(target=_wait_for_the_end_of, args=(parent.sentinel,), daemon=True).start()


def _wait_for_the_end_of(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
