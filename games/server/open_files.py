"""How many files the process may open, each connection being one, and a warning if they run out."""

import logging
import resource
from typing import Any

from twisted.logger import globalLogPublisher

from games.server.sparse_log import SparseLog

FEW_FILES = 4_096
# What Twisted logs when the system refuses a file for a new connection.
OUT_OF_FILES = ("EMFILE encountered", "Could not accept new connection")
log = logging.getLogger(__name__)


def raise_file_limit() -> int:
    """Raise the soft limit of open files to the hard one; the limit that holds now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    level = logging.WARNING if hard < FEW_FILES else logging.INFO
    log.log(level, "The process may open %s files (its soft limit was %s).", hard, soft)
    return hard


def warn_of_shortage() -> None:
    """Log a warning when no file is left for a new connection: Daphne silences Twisted's own."""
    observer: Any = ShortageObserver()
    globalLogPublisher.addObserver(observer)


class ShortageObserver:
    """An observer of Twisted's log that passes on that files have run out."""

    def __init__(self) -> None:
        self.log = SparseLog()

    def __call__(self, event: dict[str, Any]) -> None:
        words = f"{event.get('log_format')} {event.get('message')}"
        if any(sign in words for sign in OUT_OF_FILES):
            self.log.warn("No file is left for a new connection: it was closed.")
