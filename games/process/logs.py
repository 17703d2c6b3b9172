"""Log formatters: one line a record, as text or JSON, with the id of its request or socket.

No secret and no personal data gets into a line. Room links, keys and addresses are masked. Paths
are replaced by the names of their routes. Of libraries that log names and addresses only the
template of the message is kept. Of an error its type, the first line of its message and its
traceback are kept, never a variable.
"""

import json
import logging
import re
import secrets
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.urls import Resolver404, resolve

current_id: ContextVar[str] = ContextVar("current_id", default="")
MASK = "…"
MOST_CAUSES = 5
# In a path, the secret that follows /r/ or /g/ opens a room or a game.
LINK = re.compile(r"(?i)(/(?:r|g)/)[^/\s?\"'<>]+")
# Invites, sessions, tokens, seeds and hashes: long runs of letters and digits that spell no word.
KEY = re.compile(
    r"(?<![\w-])(?:"
    r"(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*(?:\d|-|[A-Z]{2}))[\w-]{20,}"
    r"|(?=[\w-]*\d)[a-z0-9]{20,}"
    r")"
)
ADDRESS = re.compile(
    r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?:[0-9a-f]{1,4}:){3,}[0-9a-f:]*|::[0-9a-f:]+"
)
# What an error quotes may be personal data, unless it reads like a name in the code.
QUOTED = re.compile(r"'(?!\w*_\w*')[^']*'|\"(?!\w*_\w*\")[^\"]*\"")
# Libraries whose messages are logged without their arguments: names, addresses, bodies.
TEMPLATE_ONLY = ("autobahn", "twisted")
FILLED_IN = re.compile(r"%(?:\([^)]*\))?[-+ #0-9.*]*[a-zA-Z]")


def new_id() -> str:
    """A random id for a request or socket; it is not a secret."""
    return secrets.token_hex(6)


def masked(text: str) -> str:
    """The text without links, keys and addresses."""
    for pattern, instead in ((LINK, rf"\1{MASK}"), (KEY, MASK), (ADDRESS, MASK)):
        text = pattern.sub(instead, text)
    return text


def route_of(path: str) -> str:
    """The name of the route of a path; it does not name the room or game in the path."""
    try:
        return resolve(path).view_name or "unnamed"
    except Resolver404:
        return "static" if path.startswith(settings.STATIC_URL) else "unknown"


def message_of(record: logging.LogRecord) -> str:
    """The message of a log record, masked."""
    if record.name.startswith(TEMPLATE_ONLY):
        return masked(FILLED_IN.sub(MASK, str(record.msg)))
    if not isinstance(record.args, tuple) or not record.args:
        return masked(record.getMessage())
    request = getattr(record, "request", None)
    paths = {request.path, request.get_full_path(), request.path_info} if request else set()
    return masked(str(record.msg) % tuple(_allowed(arg, paths) for arg in record.args))


def _allowed(arg: object, paths: set[str]) -> object:
    """An argument as it may be logged: a route for a path, an error without its values."""
    if isinstance(arg, BaseException):
        return f"{type(arg).__qualname__}: {words_of(arg)}"
    return route_of(arg.partition("?")[0]) if isinstance(arg, str) and arg in paths else arg


def error_of(error: BaseException) -> str:
    """The tracebacks of an error and its causes, without variables.

    Of each message only the first line: databases put values into the lines after it.
    """
    return "\n".join(_traceback(cause) for cause in reversed(list(_causes(error))))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(MOST_CAUSES):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _traceback(error: BaseException) -> str:
    frames = "".join(traceback.format_tb(error.__traceback__))
    return (
        f"Traceback (most recent call last):\n{frames}{type(error).__qualname__}: {words_of(error)}"
    )


def words_of(error: BaseException) -> str:
    """The message of an error, masked."""
    return first_line(str(error))


def first_line(words: str) -> str:
    """The first line without quoted values, links and keys."""
    return QUOTED.sub(f"'{MASK}'", masked(next(iter(words.splitlines()), "")))


class TextFormatter(logging.Formatter):
    """One line of text: time, level, logger, id and message."""

    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{name}={value}" for name, value in _facts(record).items())
        where = f"{record.name} [{current_id.get()}]" if current_id.get() else record.name
        words = message_of(record).replace("\n", "\n    ")
        line = f"{_time(record)} {record.levelname} {where}: {words} {facts}".rstrip()
        error = _error(record)
        return f"{line}\n{error}" if error else line


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message_of(record),
        }
        if current_id.get():
            line["id"] = current_id.get()
        if error := _error(record):
            line["error"] = error
        return json.dumps(line | _facts(record), ensure_ascii=False)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    """Further fields of a line, given by our own code as `extra={"facts": …}`."""
    return getattr(record, "facts", {})


def _error(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return error_of(error) if error else ""
