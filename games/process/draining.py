"""Whether this process is draining (SIGTERM or SIGINT came: it takes nothing new and finishes).

What happens at the same time: the flag is set and waited for in the event loop's thread; other
threads may read it. Nothing is locked. Two things run elsewhere. The signal handler interrupts the
main thread anywhere, so it only schedules `begin` on the loop. The watchdog is a daemon thread; it
ends the process DRAIN_SECONDS + LAST_SECONDS after the signal, even if the loop hangs.
"""

import asyncio
import os
import signal
from asyncio import FIRST_COMPLETED
from collections.abc import Callable
from multiprocessing import active_children
from threading import Timer
from typing import Any

from django.conf import settings

# What the interpreter may take to end after DRAIN_SECONDS.
LAST_SECONDS = 1.0
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Draining:
    """A flag that can be waited for in any event loop."""

    def __init__(self) -> None:
        self.has_begun = False
        self.waiting: set[asyncio.Future[None]] = set()

    def begin(self) -> None:
        """Set the flag and wake all that wait for it. Call this in the event loop's thread."""
        self.has_begun = True
        for future in self.waiting:
            if not future.done():
                future.set_result(None)

    async def sleep(self, seconds: float) -> None:
        """Wait `seconds`, or until draining begins if that is sooner."""
        await self._wait([], seconds)

    async def wait_for(self, work: asyncio.Future[Any], seconds: float | None = None) -> None:
        """Wait until the work is done or draining begins, or for so many seconds."""
        await self._wait([work], seconds)

    async def _wait(self, work: list[asyncio.Future[Any]], seconds: float | None) -> None:
        if self.has_begun:
            return
        begin: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.add(begin)
        try:
            await asyncio.wait([begin, *work], timeout=seconds, return_when=FIRST_COMPLETED)
        finally:
            self.waiting.discard(begin)


draining = Draining()


def is_draining() -> bool:
    """Whether draining has begun in this process."""
    return draining.has_begun


def on_stop_signal(begin: Callable[[], object]) -> None:
    """At the first SIGTERM or SIGINT (Ctrl-C) call `begin` in the running event loop.

    The next signal ends the process at once, and so does the end of DRAIN_SECONDS. Both signals
    are heard even if the process was started with SIGINT ignored, as shells start what runs in the
    background.
    """

    def first(*_: object) -> None:
        for sign in STOP_SIGNALS:
            signal.signal(sign, lambda *_: end_at_once())
        watchdog = Timer(settings.DRAIN_SECONDS + LAST_SECONDS, end_at_once)
        watchdog.daemon = True
        watchdog.start()
        loop.call_soon_threadsafe(begin)

    loop = asyncio.get_running_loop()
    for sign in STOP_SIGNALS:
        signal.signal(sign, first)


def end_at_once() -> None:
    """Exit with status 1 without waiting; acknowledged moves are stored already."""
    kill_children()
    os._exit(1)


def kill_children() -> None:
    """Kill the bots' processes: the interpreter would wait for a search that is running."""
    for child in active_children():
        child.kill()
