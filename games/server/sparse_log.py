"""Warnings that repeat under load: logged once every few seconds."""

import logging
import time

SECONDS = 10.0
log = logging.getLogger(__name__)


class SparseLog:
    """Logs at most one warning every SECONDS; use it in the event loop's thread only."""

    logged_at = -SECONDS

    def warn(self, sentence: str) -> None:
        """Log the sentence, unless something was logged less than SECONDS ago."""
        if time.monotonic() - self.logged_at >= SECONDS:
            self.logged_at = time.monotonic()
            log.warning(sentence)
