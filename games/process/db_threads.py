"""The threads in which the event loop's code uses the database; their connections stay open.

Django's database connections block and belong to one thread, so the event loop runs every query in
a thread of a fixed pool; no other code makes threads for queries. A process has these pools:
- "table" (here): moves, the hub's reads, the scheduler, probes. One thread on SQLite, which has one
  writer, so that more would only wait for each other; 8 on PostgreSQL.
- "arrival" (here): sockets that are being opened. That takes several queries; with a pool of its
  own, sockets that are being opened wait for each other, and moves do not wait for them.
- "http" (`server.http_threads`): pages and forms, HTTP_THREADS of them, each with its connection.
- "limits" (`accounts.limits`): queries to Redis for rate limits; no database connection.
Bots and reviews compute in processes, not threads (`background.pools`).

A thread keeps its connection for the life of the process. After a failure of the connection all
connections of that thread are closed, and the next query opens a new one.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connection, connections
from django.db.utils import InterfaceError, OperationalError

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 8, thread_name_prefix="table")
_arrivals = ThreadPoolExecutor(
    1 if connection.vendor == "sqlite" else 2, thread_name_prefix="arrival"
)


async def in_arrival_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work`, which opens a socket, in a thread of the pool “arrival”; what it returns."""
    return await _run_in(_arrivals, lambda: work(*args, **kwargs))


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work` in a thread of the pool “table”; what it returns, or what it raises."""
    return await _run_in(_pool, lambda: work(*args, **kwargs))


async def _run_in(pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(pool, _guarded, work)


def _guarded(work: Callable[[], T]) -> T:
    """What `work` returns; if the connection has failed, the thread gets a new one."""
    try:
        return work()
    except (InterfaceError, OperationalError):
        connections.close_all()
        raise
