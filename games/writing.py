"""The writer, one for a process: moves that arrive while others are written go as one."""

import asyncio

from games.services.table import Move, Position, play_together
from games.threads import in_thread

Waiting = tuple[Move, asyncio.Future[Position]]


class Writer:
    """Writes moves of different games with one commit, as many as are waiting."""

    def __init__(self) -> None:
        self.waiting: list[Waiting] = []
        self.task: asyncio.Task[None] | None = None

    async def play(self, move: Move) -> Position:
        """What the table service's `play` returns or raises."""
        loop = asyncio.get_running_loop()
        if self.task is not None and self.task.get_loop() is not loop:
            self.waiting, self.task = [], None
        future: asyncio.Future[Position] = loop.create_future()
        self.waiting.append((move, future))
        if self.task is None:
            self.task = loop.create_task(self._write())
        return await future

    async def _write(self) -> None:
        try:
            while self.waiting:
                await _settle(self._next_batch())
        finally:
            self.task = None

    def _next_batch(self) -> list[Waiting]:
        """One move of each game, in the same order everywhere: others wait for the next batch."""
        batch: dict[int, Waiting] = {}
        for each in self.waiting:
            batch.setdefault(each[0].game_id, each)
        taken = batch.values()
        self.waiting = [each for each in self.waiting if each not in taken]
        return [batch[game_id] for game_id in sorted(batch)]


async def _settle(batch: list[Waiting]) -> None:
    """Write a batch and tell everybody in it how it went."""
    try:
        outcomes = await in_thread(play_together, [move for move, _ in batch])
    except Exception as failure:
        outcomes = [failure] * len(batch)
    for (_, future), outcome in zip(batch, outcomes, strict=True):
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


writer = Writer()
