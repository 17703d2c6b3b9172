"""Rate limits: a token bucket for each kind of request and each player or address.

Each process has its own buckets. With Redis, what they let pass is also counted there for all
processes together, except frames and moves, which only the process with the socket sees.

The event loop, the threads of pages and the threads that query Redis count at the same time:
`_lock` is held while a bucket is read and written, never during a query to Redis.
"""

import asyncio
import math
import time
from collections import OrderedDict, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from threading import Lock

from django.conf import settings

from games.accounts.shared_limits import SharedBuckets
from games.text.errors import TooFast

OF_A_SOCKET = frozenset({"frame", "move"})
MOST_BUCKETS = 50_000  # of each kind
Bucket = tuple[float, float]

shared = SharedBuckets(settings.REDIS_URL) if settings.REDIS_URL else None
# Ordered by last use.
_buckets: defaultdict[str, OrderedDict[str, Bucket]] = defaultdict(OrderedDict)
_lock = Lock()
# Redis is queried in threads of their own, so that the event loop never waits for it.
_redis_threads = ThreadPoolExecutor(2, thread_name_prefix="limits")


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests at once, refilled over so many seconds."""

    most: int
    seconds: float

    @property
    def interval(self) -> float:
        """The seconds in which one request is refilled."""
        return self.seconds / self.most


def check(kind: str, who: object) -> None:
    """Count one request of `who`; raises TooFast, with the seconds to wait, above the limit.

    May wait for Redis a fraction of a second: on the event loop use `check_async`.
    """
    limit = _limit_of(kind)
    if limit is None:
        return
    _check_in_process(kind, str(who), limit)
    if _is_shared(kind):
        _check_in_redis(kind, str(who), limit)


async def check_async(kind: str, who: object) -> None:
    """The same for the event loop, which does not wait for Redis."""
    limit = _limit_of(kind)
    if limit is None:
        return
    _check_in_process(kind, str(who), limit)
    if _is_shared(kind):
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(_redis_threads, _check_in_redis, kind, str(who), limit)


def _limit_of(kind: str) -> Limit | None:
    rate = settings.RATES[kind]
    return None if rate is None or settings.LIMITS == "off" else Limit(*rate)


def _is_shared(kind: str) -> bool:
    return shared is not None and kind not in OF_A_SOCKET and not shared.is_resting


def _check_in_process(kind: str, who: str, limit: Limit) -> None:
    with _lock:
        buckets, now = _buckets[kind], time.monotonic()
        level, since = buckets.pop(who, (0.0, now))
        level = max(0.0, level - (now - since) / limit.interval)
        is_full = level + 1 > limit.most
        _forget_empty(buckets, now - limit.seconds)
        _keep(buckets, who, (level if is_full else level + 1, now))
    if is_full:
        raise TooFast(seconds=math.ceil((level + 1 - limit.most) * limit.interval))


def _forget_empty(buckets: OrderedDict[str, Bucket], since: float) -> None:
    """Drop the two that were not used for longest, if not `since` then: they are empty again.

    With two for each that is used, only those are kept that were used lately.
    """
    for who, (_, used) in list(islice(buckets.items(), 2)):
        if used < since:
            del buckets[who]


def _keep(buckets: OrderedDict[str, Bucket], who: str, bucket: Bucket) -> None:
    """Store a bucket; above MOST_BUCKETS it replaces the one that was not used for longest.

    So the bucket of a client that goes on is not removed by requests from many addresses.
    """
    if len(buckets) >= MOST_BUCKETS:
        buckets.popitem(last=False)
    buckets[who] = bucket


def _check_in_redis(kind: str, who: str, limit: Limit) -> None:
    """Count in Redis; a refusal fills the bucket here, so that a flood does not reach Redis."""
    if shared is None:
        return
    wait = shared.count(f"{kind}:{who}", limit.interval, limit.seconds)
    if wait > 0:
        level = limit.most - 1 + wait / limit.interval
        with _lock:
            _keep(_buckets[kind], who, (level, time.monotonic()))
        raise TooFast(seconds=math.ceil(wait))
