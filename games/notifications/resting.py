"""Push services that do not answer, or fail, PATIENCE times in a row are left alone for a while.

An answer about one browser (429 too) says nothing about the service: others use it as well.

In memory, and used in the event loop's thread only: a process that forgets it sends a few requests
too many.
"""

import time
from collections.abc import Callable

from games.notifications.push_service import Answer

PATIENCE = 3
SHORTEST, LONGEST = 30.0, 900.0
MOST_ORIGINS = 1_000


class Resting:
    """Until when each origin rests, and how often in a row it has failed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.until: dict[str, float] = {}
        self.failures: dict[str, int] = {}

    def origins(self) -> tuple[str, ...]:
        """The origins that rest now."""
        now = self.clock()
        return tuple(origin for origin, until in self.until.items() if until > now)

    def failed(self, origin: str) -> None:
        """Count a failure; from PATIENCE on it rests, each time in a row twice as long."""
        if len(self.failures) >= MOST_ORIGINS:
            self.failures.clear()
            self.until.clear()
        count = self.failures[origin] = self.failures.get(origin, 0) + 1
        if count >= PATIENCE:
            pause = min(LONGEST, SHORTEST * 2.0 ** min(count - PATIENCE, 10))
            self.until[origin] = self.clock() + pause

    def answered(self, origin: str, answer: Answer) -> None:
        """An answer ends the failures in a row, unless it says that the service itself failed."""
        if answer.status >= 500:
            self.failed(origin)
        else:
            self.failures.pop(origin, None)
            self.until.pop(origin, None)
