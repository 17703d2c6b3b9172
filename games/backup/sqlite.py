"""Backup of SQLite: a copy while others write; a restore that replaces the closed file."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection, connections

from games.backup import BackupFailed
from games.backup.file_format import replace

PAGES, PAUSE = 1_000, 0.002
IN_USE = "Another process has the database open. Stop the server and the clocks first."


def copy(target: Path) -> Path:
    """Copy the database as it is now into an empty file.

    The read transaction holds one moment of the database, and in WAL mode keeps no writer waiting.
    Without it every commit of another process would make the copy start again.
    """
    try:
        with _opened(_file()) as source, _opened(target) as copied:
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(copied, pages=PAGES, progress=_pause)
            copied.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise BackupFailed(f"The database could not be copied: {error}.") from None
    return target


def facts(copied: Path) -> tuple[int, int, list[str]]:
    """Numbers of games and log lines in a copy, and its migrations; BackupFailed if damaged."""
    try:
        with _opened(copied) as base:
            (verdict,) = base.execute("PRAGMA integrity_check(1)").fetchone()
            (games,) = base.execute("SELECT count(*) FROM games_game").fetchone()
            (lines,) = base.execute("SELECT count(*) FROM games_loggedaction").fetchone()
            rows = base.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    except sqlite3.DatabaseError as error:
        raise BackupFailed(f"The database is not sound: {error}.") from None
    if verdict != "ok":
        raise BackupFailed(f"The database is not sound: {verdict}.")
    return games, lines, [f"{app}.{name}" for app, name in rows]


@contextmanager
def dump(target: Path) -> Iterator[tuple[int, int, list[str]]]:
    """Copy the database into an empty file; what `facts` finds in the copy."""
    yield facts(copy(target))


def check(copied: Path, counted: tuple[int, int]) -> None:
    """Raise BackupFailed if a copy is damaged or has other numbers than `counted`."""
    games, lines, _ = facts(copied)
    if (games, lines) != counted:
        raise BackupFailed(
            f"The database has {games} games with {lines} lines,"
            f" and the backup counts {counted[0]} with {counted[1]}."
        )


def load(copied: Path) -> None:
    """Replace the database by a copy; BackupFailed if another process has it open."""
    connections.close_all()
    with _opened(_file()) as base:
        try:
            (mode,) = base.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            mode = "wal"
    if mode == "wal":
        raise BackupFailed(IN_USE)
    replace(copied, _file())


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _pause(_status: int, _remaining: int, _total: int) -> None:
    time.sleep(PAUSE)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as base:
        yield base
