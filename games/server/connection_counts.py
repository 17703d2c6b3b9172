"""Counts of connections, sockets or large bodies: for each address and in all.

Not locked: use a tally in the event loop's thread only.
"""

from collections import Counter


class Tally:
    """Counts by key; a key at 0 is not kept."""

    def __init__(self) -> None:
        self.total = 0
        self.of_one: Counter[str] = Counter()

    def add(self, key: str) -> None:
        """Count one more for this key."""
        self.total += 1
        self.of_one[key] += 1

    def drop(self, key: str) -> None:
        """Count one less for this key."""
        self.total -= 1
        self.of_one[key] -= 1
        if not self.of_one[key]:
            del self.of_one[key]

    def is_full_for(self, key: str, most: int) -> bool:
        """Whether this key has `most` already; “” is never full."""
        return key != "" and self.of_one[key] >= most
