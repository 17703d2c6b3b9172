"""The processes in which bots and reviews compute, so that a long search blocks no game.

What happens at the same time: at most WORKERS bots think, one in each process of the pool "bots",
and one slice of a review is made in the pool "reviews", which has one process of lower priority.
What is bounded: `Turns` lets WORKERS questions through to the pool; the others wait here. The clock
has at most MOST_AT_ONCE of them (`play.clock`), so the list of waiting ones is short.
What is locked: nothing. `Turns` and the pools are used in the event loop's thread only.
If a worker process dies, its pool is thrown away and made anew for the next question; the question
fails, and its game is due again when its lease ends.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from multiprocessing import get_context
from typing import TypeVar

from games.bots.worker_process import decide, set_up_worker
from games.engine.actions import Action
from games.play.clock import Question
from games.reviews.analysis.report import Answer, Task, solve

REVIEW_NICENESS = 10  # bots run at 5: a review gets the time that they leave
WORKERS = max(1, (os.cpu_count() or 2) - 1)
T = TypeVar("T")
_pools: dict[str, ProcessPoolExecutor] = {}


class Turns:
    """Shares the bots' processes between hosts: next is the host served longest ago.

    The many rooms of one host wait for each other; the rooms of other hosts do not wait for them.
    """

    def __init__(self, free: int) -> None:
        self.all = self.free = free
        self.waiting: list[tuple[int, asyncio.Future[None]]] = []
        self.served: dict[int, int] = {}
        self.count = 0

    @asynccontextmanager
    async def of(self, host: int) -> AsyncIterator[None]:
        """Wait for the host's turn, and hold one of the processes until the block ends."""
        await self._wait(host)
        try:
            yield
        finally:
            self.free += 1
            self._go_on()

    async def _wait(self, host: int) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((host, turn))
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            self._withdraw(turn)
            raise

    def _withdraw(self, turn: asyncio.Future[None]) -> None:
        """Remove a cancelled waiter; if it had its turn already, pass that on to the next."""
        self.waiting = [each for each in self.waiting if each[1] is not turn]
        if turn.done() and not turn.cancelled():
            self.free += 1
            self._go_on()

    def _go_on(self) -> None:
        while self.free and self.waiting:
            host, turn = min(self.waiting, key=lambda each: self.served.get(each[0], 0))
            self.waiting.remove((host, turn))
            if not turn.cancelled():
                self.free, self.count = self.free - 1, self.count + 1
                self.served[host] = self.count
                turn.set_result(None)
        if self.free == self.all:
            self.served.clear()


turns = Turns(WORKERS)


async def bot_action(question: Question) -> Action:
    """The action of the question's bot, or that of its auto-bid; BrokenProcessPool if it died."""
    if question.action is not None:
        return question.action
    facts = (question.level, question.view, question.story, question.seed)
    async with turns.of(question.host):
        return await _run_in_pool("bots", decide, *facts)


async def review_answers(tasks: tuple[Task, ...]) -> list[Answer]:
    """The answers to some tasks of a review; BrokenProcessPool if the worker died."""
    return await _run_in_pool("reviews", solve, tasks)


def stop_review_worker() -> None:
    """End the process for reviews while none is asked for."""
    pool = _pools.pop("reviews", None)
    if pool is not None:
        pool.shutdown(wait=False)


async def _run_in_pool(name: str, work: Callable[..., T], *facts: object) -> T:
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
        pool = ProcessPoolExecutor(1, context, set_up_worker, (REVIEW_NICENESS,))
    else:
        pool = ProcessPoolExecutor(WORKERS, context, set_up_worker)
    _pools[name] = pool
    return pool
