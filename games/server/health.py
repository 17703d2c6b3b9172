"""Readiness of this process: database, migrations, Redis and the scheduler's heartbeat.

One check runs at a time, and its result is kept for a second, so that many probes cost little. The
database is queried in the threads that moves use: if they are stuck, the check times out.
"""

import asyncio
import time
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from redis.asyncio import Redis

from games.models import ClockBeat
from games.process.db_threads import in_thread
from games.process.draining import is_draining

FRESH = 1.0
PATIENCE = 2.0
LATE = timedelta(seconds=30)


class Readiness:
    """Finds the faults that keep this process from serving; use it in the event loop's thread."""

    def __init__(self) -> None:
        self.at = -FRESH
        self.faults: list[str] = []
        self.task: asyncio.Task[None] | None = None
        self.is_migrated = False

    async def ask(self) -> list[str]:
        """One line for each fault, at most FRESH seconds old; an empty list if ready."""
        if is_draining():
            return ["draining: this process is being stopped"]
        if time.monotonic() - self.at >= FRESH:
            if self.task is None or self.task.done():
                self.task = asyncio.create_task(self._check())
            await asyncio.shield(self.task)
        return self.faults

    async def _check(self) -> None:
        found = await asyncio.gather(self._database(), _redis())
        self.faults = [fault for faults in found for fault in faults]
        self.at = time.monotonic()

    async def _database(self) -> list[str]:
        try:
            async with asyncio.timeout(PATIENCE):
                return await in_thread(self._check_database)
        except Exception:
            return ["database: it does not answer"]

    def _check_database(self) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not self.is_migrated and (missing := _unapplied()):
            return [f"migrations: {missing} are not applied"]
        self.is_migrated = True
        return _clock()


def _unapplied() -> int:
    loader = MigrationLoader(connection)
    return len(set(loader.disk_migrations or ()) - set(loader.applied_migrations or ()))


def _clock() -> list[str]:
    """A fault if the last heartbeat is old, or ahead of now (a clock was set back)."""
    last = ClockBeat.objects.values_list("at", flat=True).first()
    if last is not None and abs(timezone.now() - last) <= LATE:
        return []
    return [f"clock: not seen for {LATE.seconds} s"]


async def _redis() -> list[str]:
    if not settings.REDIS_URL:
        return []
    try:
        async with asyncio.timeout(PATIENCE), Redis.from_url(settings.REDIS_URL) as redis:
            await redis.ping()
    except Exception:
        return ["redis: it does not answer"]
    return []
