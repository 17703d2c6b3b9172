"""Which tests run on PostgreSQL after all have run on SQLite: those that ask it anything new.

Tests that commit run on both, always. Of the others a run on SQLite with STATEMENTS=DIRECTORY
writes down what kinds of statements each puts to the database. A run on PostgreSQL with the same
DIRECTORY then chooses so few tests that each kind is put to it, too. Of one kind are statements
with the same words, the same kinds of values and the same outcome; a kind of value is, say, an
integer beyond 32 bits, or a text of about this length with letters beyond ASCII.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

# What a list makes longer, and what is counted: neither makes another statement.
REPEATED = re.compile(r"(%s|\((?:[^()]|\(%s\))*\))(?:, \1)+")
NUMBER = re.compile(r"\d+")
DATA = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
INT_BITS = 32


@cache
def words_of(sql: str) -> str:
    """The statement without the length of its lists and without numbers."""
    return NUMBER.sub("0", REPEATED.sub(r"\1", sql))


def kind_of(value: object) -> str:
    """What a database may treat differently: the type, the size, the letters."""
    size = ""
    if isinstance(value, int):
        size = f"{value.bit_length() // INT_BITS}"
    if isinstance(value, str):
        size = f"{len(value).bit_length() // 2} {value.isascii()} {value.isprintable()}"
    return f"{type(value).__name__} {size}"


def digest(sql: str, values: object, outcome: str) -> str:
    """The kind of a statement in a few letters, the same in every process."""
    rows = values if isinstance(values, (list, tuple)) else ()
    flat = [each for row in rows for each in (row if isinstance(row, (list, tuple)) else (row,))]
    facts = [words_of(sql), outcome, *sorted(set(map(kind_of, flat)))]
    return sha256("\n".join(facts).encode(errors="replace")).hexdigest()[:12]


class Recorder:
    """Notes the kinds of all statements that are put while it wraps a connection."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()

    def __call__(
        self, execute: Callable[..., Any], sql: str, values: object, many: bool, context: Any
    ) -> Any:
        outcome = ""
        try:
            return execute(sql, values, many, context)
        except Exception as error:
            outcome = type(error).__name__
            raise
        finally:
            if sql.lstrip(" (").startswith(DATA):
                self.kinds.add(digest(sql, values, outcome))


def place() -> Path | None:
    """Where the kinds are kept; None if nobody wants to know."""
    directory = os.environ.get("STATEMENTS")
    return Path(directory) if directory else None


@contextmanager
def recorded(item: pytest.Item) -> Iterator[None]:
    """Write down what the test puts to SQLite, if that is wanted."""
    here = place()
    if here is None or connection.vendor != "sqlite" or not may_be_left_out(item):
        yield
        return
    recorder = Recorder()
    with connection.execute_wrapper(recorder):
        yield
    with (here / f"{os.getpid()}.kinds").open("a") as book:
        book.write(json.dumps([item.nodeid, sorted(recorder.kinds)]) + "\n")


def may_be_left_out(item: pytest.Item) -> bool:
    """Whether it uses the database and commits nothing."""
    uses = item.get_closest_marker("django_db")
    return bool(uses) and not item.get_closest_marker("commits")


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that would put nothing new to PostgreSQL, and write down how many."""
    here = place()
    if here is None or connection.vendor != "postgresql":
        return
    names = {item.nodeid for item in items if may_be_left_out(item)}
    known = {name: kinds for name, kinds in recorded_in(here).items() if name in names}
    needless = set(known) - chosen(known)
    config.hook.pytest_deselected(items=[each for each in items if each.nodeid in needless])
    items[:] = [each for each in items if each.nodeid not in needless]
    (here / "left_out").write_text(str(len(needless)))


def recorded_in(here: Path) -> dict[str, frozenset[str]]:
    lines = [line for book in here.glob("*.kinds") for line in book.read_text().splitlines()]
    return {name: frozenset(kinds) for name, kinds in sorted(map(json.loads, lines))}


def chosen(kinds: Mapping[str, frozenset[str]]) -> set[str]:
    """So few that each kind is put by one of them: always the one with most that are missing."""
    missing = set().union(*kinds.values())
    names = set()
    while missing:
        name = max(kinds, key=lambda each: len(kinds[each] & missing))
        names.add(name)
        missing -= kinds[name]
    return names
