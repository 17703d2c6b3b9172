"""Bots think in processes of their own: a long search never holds up a table.

Reviews have another process, which gives way to the bots, while there is one in the making.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from games.bots.deciding import decide, leave_with_the_parent
from games.engine.actions import Action
from games.review.report import Answer, Task, solve
from games.services.clock import Question

PATIENT = 10  # bots run at 5: while one thinks, a review gets what it leaves
T = TypeVar("T")
_pools: dict[str, ProcessPoolExecutor] = {}


async def think(question: Question) -> Action:
    """What the bot of the question's level does."""
    facts = (question.level, question.view, question.story, question.seed)
    return await _elsewhere("bots", decide, *facts)


async def look_back(tasks: tuple[Task, ...]) -> list[Answer]:
    """The answers to some tasks of a review."""
    return await _elsewhere("reviews", solve, tasks)


def rest_from_reviews() -> None:
    """There is nothing to look back at: the process for it is not kept."""
    pool = _pools.pop("reviews", None)
    if pool is not None:
        pool.shutdown(wait=False)


async def _elsewhere(name: str, work: Callable[..., T], *facts: object) -> T:
    loop = asyncio.get_running_loop()
    pool = _pools.get(name) or _new_pool(name)
    try:
        return await loop.run_in_executor(pool, work, *facts)
    except BrokenProcessPool:
        _pools.pop(name, None)
        raise


def _new_pool(name: str) -> ProcessPoolExecutor:
    context = get_context("spawn")
    if name == "reviews":
        pool = ProcessPoolExecutor(1, context, leave_with_the_parent, (PATIENT,))
    else:
        workers = max(1, (os.cpu_count() or 2) - 1)
        pool = ProcessPoolExecutor(workers, context, leave_with_the_parent)
    _pools[name] = pool
    return pool
