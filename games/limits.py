"""How often: a bucket per person or address and kind of deed, in this process's memory."""

import math
import time
from dataclasses import dataclass

from django.conf import settings

from games.refusals import TooFast


@dataclass(frozen=True, slots=True)
class Limit:
    """So many deeds at once, refilled over so many seconds."""

    deeds: int
    seconds: float


LIMITS = {
    "room": Limit(10, 60),
    "code": Limit(10, 60),
    "join": Limit(20, 60),
    "chat": Limit(5, 10),
    "move": Limit(30, 10),
    "program": Limit(40, 10),
    "frame": Limit(60, 10),
    "socket": Limit(120, 60),
    "review": Limit(6, 60),
    "account": Limit(10, 60),
    "export": Limit(10, 60),
    "import": Limit(10, 60),
    "report": Limit(5, 600),
}
MOST_BUCKETS = 50_000
_buckets: dict[tuple[str, str], tuple[float, float]] = {}


def check(kind: str, who: object) -> None:
    """Count one deed of `who`; TooFast, with the seconds to wait, when it is one too many."""
    if settings.LIMITS == "off":
        return
    limit, key, now = LIMITS[kind], (kind, str(who)), time.monotonic()
    level, since = _buckets.get(key, (0.0, now))
    level = max(0.0, level - (now - since) * limit.deeds / limit.seconds)
    if level + 1 > limit.deeds:
        wait = (level + 1 - limit.deeds) * limit.seconds / limit.deeds
        raise TooFast(seconds=math.ceil(wait))
    if len(_buckets) >= MOST_BUCKETS:
        _buckets.clear()
    _buckets[key] = (level + 1, now)


def forget() -> None:
    """Empty every bucket."""
    _buckets.clear()
