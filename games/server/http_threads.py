"""The threads in which pages are rendered: a fixed number, each with its database connection.

Django's ASGI handler starts a thread for each request; with CONN_MAX_AGE=None each of them would
leave an open database connection behind.

What happens at the same time: at most HTTP_THREADS requests run, each alone in its thread. The
others wait in the event loop, HTTP_WAIT seconds at most, and are then refused with 503.
What is bounded: threads and their database connections by HTTP_THREADS. The number of waiting
requests is bounded elsewhere: MAX_CONNECTIONS (`connection_limits`), rate limits (`admission`).
What is locked: nothing. The queue of free threads is used in the event loop's thread only; a worker
thread returns itself by `call_soon_threadsafe`.
A cancelled request cannot stop its thread: the thread is used again only when it has finished.
"""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponseBadRequest

from games.server.plain_responses import refuse
from games.server.site_request import SiteRequest
from games.text.errors import Busy


class Threads:
    """Executors of one thread each, lent to one request at a time. Use it from one event loop."""

    def __init__(self, count: int) -> None:
        # Last in, first out: in quiet hours few threads, and few connections, are in use.
        self.free: asyncio.LifoQueue[ThreadPoolExecutor] = asyncio.LifoQueue()
        for _ in range(count):
            self.free.put_nowait(ThreadPoolExecutor(1, thread_name_prefix="http"))

    async def borrow(self, patience: float) -> ThreadPoolExecutor:
        """A thread, once one is free; TimeoutError after `patience` seconds."""
        async with asyncio.timeout(patience):
            return await self.free.get()

    def give_back(self, executor: ThreadPoolExecutor) -> None:
        """Make the thread free again as soon as it has finished what it is doing."""
        loop = asyncio.get_running_loop()

        def free(_: object) -> None:
            with suppress(RuntimeError):  # the loop is closed: the process ends
                loop.call_soon_threadsafe(self.free.put_nowait, executor)

        executor.submit(lambda: None).add_done_callback(free)


class PageHandler(ASGIHandler):
    """Django's ASGI handler in borrowed threads; 503 if none becomes free within HTTP_WAIT."""

    request_class = SiteRequest

    def __init__(self) -> None:
        super().__init__()
        self.threads = Threads(settings.HTTP_THREADS)

    def create_request(self, scope: Mapping[str, Any], body_file: Any) -> Any:
        """Django's request, or a 400 if its Content-Type cannot be parsed."""
        try:
            return super().create_request(scope, body_file)
        except ValueError:
            return None, HttpResponseBadRequest()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            executor = await self.threads.borrow(settings.HTTP_WAIT)
        except TimeoutError:
            return await refuse(scope, send, Busy())
        try:
            async with ThreadSensitiveContext(executor=executor):
                await self.handle(scope, receive, send)
        finally:
            self.threads.give_back(executor)
