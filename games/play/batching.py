"""Group commit: moves that arrive while others are being written are written with one commit.

How it works
------------
A commit waits for the disk (SQLite with synchronous=FULL) or for a round trip (PostgreSQL), which
takes longer than the move itself. There is one `Writer` in a process. All of its state belongs to
the event loop: `waiting` holds moves in the order of arrival, each with the future its sender waits
for, and `task` is the one task that writes. So nothing here needs a lock.

The task takes one move of each game, writes them in a thread as one transaction
(`moves.play_many`), gives each sender its outcome and starts again until nothing waits. While a
batch is being written, new moves gather for the next one: under load batches grow by themselves,
and a single move is written at once.

One move of each game: two moves of one game in a batch would race for one version inside a
transaction; the second one waits for the next batch and is then judged by what the first has done.
Games are sorted by id, so that two processes which write overlapping batches lock rows in the same
order and cannot wait for each other.

What can go wrong: if a move is refused, the others of its batch are not affected. If the database
does not answer, every sender of the batch gets the error, its page is told, and nothing is stored
or everything is: the page asks for the table and finds out which. If a sender has gone (its future
is cancelled), its move still counts. If the process dies before the commit, nothing of the batch is
stored and nobody was told otherwise.
"""

import asyncio

from games.play.moves import Move, play_many
from games.play.position import StoredPosition
from games.process import metrics
from games.process.db_threads import in_thread

Waiting = tuple[Move, asyncio.Future[StoredPosition]]


class Writer:
    """Writes moves of different games with one commit, as many as are waiting."""

    def __init__(self) -> None:
        self.waiting: list[Waiting] = []
        self.task: asyncio.Task[None] | None = None

    async def play(self, move: Move) -> StoredPosition:
        """What the table service's `play` returns or raises."""
        loop = asyncio.get_running_loop()
        if self.task is not None and self.task.get_loop() is not loop:
            self.waiting, self.task = [], None
        future: asyncio.Future[StoredPosition] = loop.create_future()
        self.waiting.append((move, future))
        if self.task is None:
            self.task = loop.create_task(self._write())
        return await metrics.committing(future)

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
        outcomes = await in_thread(play_many, [move for move, _ in batch])
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
