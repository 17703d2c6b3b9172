"""The threads in which sockets reach the database: few, and their connections stay open."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connection, connections
from django.db.utils import InterfaceError, OperationalError

P = ParamSpec("P")
T = TypeVar("T")

# SQLite has one writer at a time; more threads would only wait for each other.
_pool = ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 8, thread_name_prefix="table")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `work` returns, done off the event loop."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, lambda: _guarded(work, *args, **kwargs))


def _guarded(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """A connection that has failed is not used again."""
    try:
        return work(*args, **kwargs)
    except (InterfaceError, OperationalError):
        connections.close_all()
        raise
