"""Bots think in processes of their own: a long search never holds up a table."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread

from games.bots.deciding import decide
from games.engine.actions import Action
from games.services.clock import Question

_pool: ProcessPoolExecutor | None = None


async def think(question: Question) -> Action:
    """What the bot of the question's level does."""
    loop = asyncio.get_running_loop()
    facts = (question.level, question.view, question.story, question.seed)
    try:
        return await loop.run_in_executor(_thinkers(), decide, *facts)
    except BrokenProcessPool:
        _forget_thinkers()
        raise


def _thinkers() -> ProcessPoolExecutor:
    global _pool  # noqa: PLW0603
    if _pool is None:
        workers = max(1, (os.cpu_count() or 2) - 1)
        _pool = ProcessPoolExecutor(workers, get_context("spawn"), _leave_with_the_parent)
    return _pool


def _forget_thinkers() -> None:
    global _pool  # noqa: PLW0603
    _pool = None


def _leave_with_the_parent() -> None:
    """A server that is killed cannot tell its thinkers to go."""
    os.nice(5)
    parent = parent_process()
    if parent is not None:
        Thread(target=lambda: (wait([parent.sentinel]), os._exit(0)), daemon=True).start()
