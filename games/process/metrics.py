"""Metrics for Prometheus. Every process counts for itself.

Labels come from short fixed lists: no name, link or id is ever a label. Counting costs about a
microsecond; gauges that need the database are set at a scrape (`server.probes`).
"""

import logging
import time
from collections.abc import Awaitable
from typing import Any, TypeVar

from prometheus_client import Counter, Gauge, Histogram, Info

T = TypeVar("T")
PLAYER = "player"
OTHER = "other"
ACTORS = (PLAYER, "bot", "stand-in", "order", "clock", "program", OTHER)
METHODS = frozenset({"GET", "HEAD", "POST"})
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
MOST_COMMITTED = 10_000

BUILD = Info("highsociety_build", "The version of the program and its database.")
MOVES = Counter("highsociety_moves", "Moves that were committed, by who acted.", ["by"])
COMMITTING = Histogram(
    "highsociety_move_commit_seconds", "From the receipt of a move to its commit.", buckets=SECONDS
)
PUSHING = Histogram(
    "highsociety_move_push_seconds",
    "From the commit of a move until it was sent to the sockets of this process.",
    buckets=SECONDS,
)
SOCKETS = Gauge("highsociety_sockets", "Open sockets.")
ROOMS = Gauge("highsociety_rooms_with_sockets", "Rooms that somebody looks at here.")
REFUSALS = Counter("highsociety_refusals", "Refused moves and forms, by code.", ["code"])
REQUESTS = Counter(
    "highsociety_http_requests",
    "HTTP requests by route, method and class of status.",
    ["route", "method", "status"],
)
ANSWERING = Histogram(
    "highsociety_http_request_seconds", "From a request to its answer.", ["route"], buckets=SECONDS
)
PROBLEMS = Counter(
    "highsociety_log_problems", "Warnings and errors that were logged.", ["level", "logger"]
)
NOTIFIED = Counter(
    "highsociety_notifications",
    "Push messages by what they tell and by class of status; none without an answer.",
    ["kind", "status"],
)
RUNNING = Gauge("highsociety_running_games", "Games that are running, in all processes.")
DUE = Gauge("highsociety_due_games", "Games whose bot or clock is due and not taken yet.")
DUE_AGE = Gauge("highsociety_due_age_seconds", "How long the oldest of them has been due.")
REVIEWS = Gauge("highsociety_waiting_reviews", "Reviews that were asked for and are not done.")

_moves = {actor: MOVES.labels(actor) for actor in ACTORS}
_committed: dict[int, float] = {}


def moved(by: str) -> None:
    """Count a committed move; `by` is who acted, as the log has it."""
    _moves.get(by or PLAYER, _moves[OTHER]).inc()


async def committing(outcome: Awaitable[T]) -> T:
    """Wait for the outcome of a move and measure how long its commit took; the outcome."""
    begin = time.perf_counter()
    result = await outcome
    COMMITTING.observe(time.perf_counter() - begin)
    return result


def committed(move: Any) -> None:
    """Note when a game's newest move was committed; None is an announcement without a move."""
    if move is None:
        return
    if len(_committed) >= MOST_COMMITTED:
        _committed.clear()
    _committed[move.game_id] = time.perf_counter()


def pushed(game_id: int) -> None:
    """Measure the time since the commit of a move that was sent to its sockets just now."""
    begin = _committed.pop(game_id, None)
    if begin is not None:
        PUSHING.observe(time.perf_counter() - begin)


def refused(code: str) -> None:
    """Count a refusal that was shown to a player."""
    REFUSALS.labels(code).inc()


def known_method(method: str) -> str:
    """The method of a request, or one word for all that clients make up."""
    return method if method in METHODS else OTHER


def answered(route: str, method: str, status: int, seconds: float) -> None:
    """Count a request of a known method; status 0 is one that was cut off before its response."""
    REQUESTS.labels(route, method, f"{status // 100}xx" if status else "none").inc()
    ANSWERING.labels(route).observe(seconds)


def notified(kind: str, status: int) -> None:
    """Count a push message; a status of 0 or less is one without an answer."""
    NOTIFIED.labels(kind, f"{status // 100}xx" if status > 0 else "none").inc()


class ProblemCounter(logging.Handler):
    """A log handler that counts warnings and errors."""

    def emit(self, record: logging.LogRecord) -> None:
        PROBLEMS.labels(record.levelname.lower(), record.name).inc()
