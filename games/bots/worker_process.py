"""One decision of a bot in a worker process: plain values in, an action out."""

import os
import signal
from collections.abc import Sequence
from functools import reduce
from multiprocessing import parent_process
from multiprocessing.connection import wait
from random import Random
from threading import Thread

from games.bots import PLAYERS
from games.bots.memory import NOTHING, remember
from games.engine.actions import Action
from games.engine.events import Event
from games.engine.observation import Observation


def decide(bot: str, view: Observation, story: Sequence[Event], seed: str) -> Action:
    """The action of the bot, the same on every machine; `story` is all that the table has seen."""
    return PLAYERS[bot](view, reduce(remember, story, NOTHING), Random(seed))


def set_up_worker(niceness: int = 5) -> None:
    """Set up a worker process: a lower priority, and an exit when the server has ended.

    Ctrl-C reaches all processes of a terminal: the server says when its workers end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    parent = parent_process()
    if parent is not None:
        Thread(target=_exit_after, args=(parent.sentinel,), daemon=True).start()


def _exit_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
