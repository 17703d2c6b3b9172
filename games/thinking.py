"""Bots think in processes of their own: a long search never holds up a table."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from games.bots.deciding import decide, leave_with_the_parent
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
        _pool = ProcessPoolExecutor(workers, get_context("spawn"), leave_with_the_parent)
    return _pool


def _forget_thinkers() -> None:
    global _pool  # noqa: PLW0603
    _pool = None
