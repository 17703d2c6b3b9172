"""The log: what a line holds, the hash that chains it to the line before, and how it is written.

`LogLine` is the one place that knows the columns of the log. A move appends a line, an imported
record is written as many of them, verification computes their hashes again, and the admin shows
them: all of that goes through here. A new column is added to the model and to `LogLine`, and to
`LogLine.hash_after` in such a way that lines which were stored before keep their hash.
"""

import json
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper

from games.engine.actions import Action
from games.engine.history import BY_PLAYER, Entry
from games.engine.wire import action_dict, action_from
from games.models import LoggedAction
from games.play.presence_times import notify_time


class LogLine(NamedTuple):
    """One line of a game's log; `device` is the browser in which a person acted, if known."""

    number: int
    seat: int
    payload: str
    by: str
    device: int | None
    at: datetime
    hash: str

    def hash_after(self, previous: str) -> str:
        """The hash of the line: it covers every column and, by `previous`, all lines before."""
        by = self.by and f"|{self.by}"
        text = f"{previous}|{self.number}|{self.seat}|{self.at.isoformat()}|{self.payload}{by}"
        if self.device is not None:
            text += f"|device {self.device}"
        return sha256(text.encode()).hexdigest()

    def follows(self, previous: str) -> bool:
        """Whether the line is what was written after the line with the hash `previous`."""
        return self.hash == self.hash_after(previous)

    def entry(self) -> Entry:
        """The line as the fold of the history reads it; raises what a bad payload raises."""
        return Entry(action_from(json.loads(self.payload)), self.by)

    def row(self, game_id: int) -> LoggedAction:
        """The line as a row that is not stored yet."""
        return LoggedAction(game_id=game_id, **self._asdict())

    def as_dict(self) -> dict[str, Any]:
        """The line in JSON types."""
        return self._asdict() | {"payload": json.loads(self.payload), "at": self.at.isoformat()}


COLUMNS = LogLine._fields
_names = ", ".join(f'"{name}"' for name in COLUMNS)
_marks = ", ".join("%s" for _ in COLUMNS)
# The two statements of every move, by hand: the ORM took longer to build them than to run them.
APPEND = f"INSERT INTO games_loggedaction (game_id, {_names}) VALUES (%s, {_marks})"  # noqa: S608
# Whoever comes second finds no row at the version before.
ADVANCE = """UPDATE games_game SET version = %s, notify_at = %s
    WHERE id = %s AND version = %s AND status = 'running'
    RETURNING orders, bots, clock, weekends_off"""
# A bot answers for a seat only as long as the lease it was asked under holds.
ADVANCE_UNDER_LEASE = ADVANCE.replace("RETURNING", "AND lease = %s RETURNING")


def line_after(
    previous: str,
    number: int,
    action: Action,
    at: datetime,
    by: str = BY_PLAYER,
    device: int | None = None,
) -> LogLine:
    """The line for `action`, chained to the line with the hash `previous`."""
    payload = json.dumps(action_dict(action), sort_keys=True, separators=(",", ":"))
    facts = (number, action.seat, payload, by, device, at)
    return LogLine(*facts, hash=LogLine(*facts, hash="").hash_after(previous))


def line_of(row: LoggedAction) -> LogLine:
    """A stored row as a line."""
    return LogLine(*(getattr(row, name) for name in COLUMNS))


def append(cursor: CursorWrapper, game_id: int, line: LogLine) -> None:
    """Write the line; raises IntegrityError if the game has one with this number."""
    values = (*line[:-2], _stored(line.at), line.hash)
    cursor.execute(APPEND, (game_id, *values))


class Advanced(NamedTuple):
    """What is stored beside the log of a game that was advanced; texts as in `automation`."""

    auto_bids: str
    bots: str
    clock: int
    weekends_off: bool


def advance(
    cursor: CursorWrapper, game_id: int, version: int, at: datetime, lease: str = ""
) -> Advanced | None:
    """Take the game from `version` to the next one, at this time.

    In the same statement it is stored when absent players are to be told of it.

    None if it is no longer there, or is not running, or the lease has ended.
    """
    facts: tuple[Any, ...] = (version + 1, _stored(notify_time(at)), game_id, version)
    if lease:
        cursor.execute(ADVANCE_UNDER_LEASE, (*facts, lease))
    else:
        cursor.execute(ADVANCE, facts)
    rows = cursor.fetchall()
    return Advanced(*rows[0]) if rows else None


def _stored(moment: datetime) -> str:
    """A moment as the database takes it in a statement written by hand."""
    return str(connection.ops.adapt_datetimefield_value(moment))
