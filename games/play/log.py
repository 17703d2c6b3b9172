"""The log: what a line holds, the hash that chains it to the line before, and how it is written.

`LogLine` is the one place that knows the columns of the log. A move appends a line, an imported
record is written as many of them, verification computes their hashes again, and the admin shows
them: all of that goes through here. A new column is added to the model and to `LogLine`, and to
`LogLine.hash_after` in such a way that lines which were stored before keep their hash.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from operator import attrgetter
from typing import Any, NamedTuple

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
_in_json = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
_values_of = attrgetter(*COLUMNS)
_names = ", ".join(f'"{name}"' for name in COLUMNS)
# The statements of every move, by hand: the ORM took longer to build them than to run them. Each
# takes all moves of a batch, as for each statement threads wait for each other.
APPEND = f"INSERT INTO games_loggedaction (game_id, {_names}) VALUES "  # noqa: S608
_marks = f"({', '.join('%s' for _ in ('game', *COLUMNS))})"
ADVANCED = "RETURNING id, orders, bots, clock, weekends_off"
# Whoever comes second finds no row at the version before. Rows are locked in the order of their
# ids, no harder than by any other update, so that rows can be added meanwhile that name the game;
# LOCK is left out for SQLite, where who writes is alone.
LOCK = " ORDER BY id FOR NO KEY UPDATE"
ADVANCE = f"""UPDATE games_game SET version = version + 1, notify_at = %s WHERE id IN (
    SELECT id FROM games_game WHERE id IN ({{ids}}) AND (id, version) IN (VALUES {{versions}})
    AND status = 'running'{LOCK}) {ADVANCED}"""  # noqa: S608
ADVANCE_ONE = f"""UPDATE games_game SET version = version + 1, notify_at = %s
    WHERE id = %s AND version = %s AND status = 'running' {ADVANCED}"""  # noqa: S608
# A bot answers for a seat only as long as the lease it was asked under holds.
ADVANCE_UNDER_LEASE = ADVANCE_ONE.replace("RETURNING", "AND lease = %s RETURNING")


def line_after(
    previous: str,
    number: int,
    action: Action,
    at: datetime,
    by: str = BY_PLAYER,
    device: int | None = None,
) -> LogLine:
    """The line for `action`, chained to the line with the hash `previous`."""
    payload = _in_json(action_dict(action))
    facts = (number, action.seat, payload, by, device, at)
    return LogLine(*facts, hash=LogLine(*facts, hash="").hash_after(previous))


def line_of(row: LoggedAction) -> LogLine:
    """A stored row as a line."""
    return LogLine._make(_values_of(row))


def append(cursor: CursorWrapper, lines: Sequence[tuple[int, LogLine]]) -> None:
    """Write a line for each of these games; raises IntegrityError if one has its number."""
    values = [
        value
        for game_id, line in lines
        for value in (game_id, *line[:-2], _stored(cursor, line.at), line.hash)
    ]
    if lines:
        cursor.execute(APPEND + ", ".join([_marks] * len(lines)), values)


class Advanced(NamedTuple):
    """What is stored beside the log of a game that was advanced; texts as in `automation`."""

    auto_bids: str
    bots: str
    clock: int
    weekends_off: bool


def advance(
    cursor: CursorWrapper, versions: Mapping[int, int], at: datetime, lease: str = ""
) -> dict[int, Advanced]:
    """Take each game from its version in `versions` to the next one, at this time.

    In the same statement it is stored when absent players are to be told of it. A `lease` is that
    of a single game. A game is missing in what is returned if it is no longer there, or is not
    running, or the lease has ended.
    """
    facts: list[Any] = [_stored(cursor, notify_time(at))]
    pairs = [each for pair in versions.items() for each in pair]
    if lease:
        cursor.execute(ADVANCE_UNDER_LEASE, [*facts, *pairs, lease])
    elif len(versions) == 1:
        cursor.execute(ADVANCE_ONE, [*facts, *pairs])
    elif versions:
        cursor.execute(_advance_statement(cursor, len(versions)), [*facts, *versions, *pairs])
    else:
        return {}
    return {game_id: Advanced(*rest) for game_id, *rest in cursor.fetchall()}


def _advance_statement(cursor: CursorWrapper, count: int) -> str:
    ids, versions = ", ".join(["%s"] * count), ", ".join(["(%s, %s)"] * count)
    statement = ADVANCE.format(ids=ids, versions=versions)
    has_locks = cursor.db.features.has_select_for_update
    return statement if has_locks else statement.replace(LOCK, "")


def _stored(cursor: CursorWrapper, moment: datetime) -> str:
    """A moment as the database takes it in a statement written by hand."""
    return str(cursor.db.ops.adapt_datetimefield_value(moment))
