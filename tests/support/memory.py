"""What a process remembers between requests, emptied."""

from games.accounts import limits
from games.play.position import forget_positions


def forget() -> None:
    """Nothing is counted, and every position comes back from its log."""
    forget_limits()
    forget_positions()


def forget_limits() -> None:
    limits._buckets.clear()
