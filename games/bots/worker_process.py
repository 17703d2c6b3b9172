"""One decision of a bot in a worker process: plain values in, an action out."""

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


def timed_bot(bot: str) -> Bot:
    """The bot of a level or character, limited to its seconds; KeyError if there is none."""
    player = PLAYERS[bot]
    if not isinstance(player, Search):
        return player
    return player.within(SECONDS[CHARACTERS[bot].level if bot in CHARACTERS else bot])


def decide(
    bot: str, view: Observation, story: Sequence[Event], seed: str, is_timed: bool = True
) -> Action:
    """The action of the bot; `story` is all that the table has seen.

    A bot that is not timed gives the same answer to the same question on every machine.
    """
    player = timed_bot(bot) if is_timed else PLAYERS[bot]
    return player(view, reduce(remember, story, NOTHING), Random(seed))


def set_up_worker(niceness: int = 5) -> None:
    """Set up a worker process: a lower priority, and an exit when the server has ended."""
    os.nice(niceness)
    parent = parent_process()
    if parent is not None:
        Thread(target=_exit_after, args=(parent.sentinel,), daemon=True).start()


def _exit_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
