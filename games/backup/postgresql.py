"""Backup of PostgreSQL by its own tools: a dump of one snapshot, a restore in one transaction."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection, connections
from django.db.backends.postgresql.client import DatabaseClient
from psycopg import sql

from games.backup import BackupFailed

DUMP = ("pg_dump", "--format=custom", "--no-owner", "--no-privileges")
SCRIPT = ("pg_restore", "--no-owner", "--no-privileges", "--file=-")
RUN = ("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
OTHERS = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend'"""
TABLES = """SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')"""
# Functions that belong to an extension stay.
FUNCTIONS = """SELECT p.proname, pg_get_function_identity_arguments(p.oid) FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')"""


@contextmanager
def dump(target: Path) -> Iterator[tuple[int, int, list[str]]]:
    """Dump one snapshot into a file; numbers of games and log lines in it, and its migrations."""
    with _connected() as base:
        _check_tools(base, "pg_dump")
        base.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        snapshot = _value(base, "SELECT pg_export_snapshot()")
        games = _value(base, "SELECT count(*) FROM games_game")
        lines = _value(base, "SELECT count(*) FROM games_loggedaction")
        rows = base.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
        _run(*DUMP, f"--snapshot={snapshot}", f"--file={target}")
    yield games, lines, [f"{app}.{name}" for app, name in rows]


def check(dumped: Path, _counted: tuple[int, int]) -> None:
    """Raise BackupFailed if a dump cannot be read, or others are connected to the database."""
    with _connected() as base:
        _check_tools(base, "pg_restore", "psql")
        if others := _value(base, OTHERS):
            raise BackupFailed(
                f"{others} other connections to the database are open."
                " Stop the servers and the clocks first."
            )
    done = subprocess.run(  # noqa: S603
        ["pg_restore", "--list", dumped],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupFailed(f"The dump cannot be read: {_last_line(done.stderr)}")


def load(dumped: Path) -> None:
    """Drop what is there and restore a dump, in one transaction; a failure changes nothing."""
    with _connected() as base:
        clearing = "".join(statement.as_string(base) for statement in _drops(base))
    arguments, environment = _access()
    with (
        subprocess.Popen([*SCRIPT, dumped], stdout=subprocess.PIPE) as script,  # noqa: S603
        subprocess.Popen(  # noqa: S603
            [*RUN, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
        ) as running,
    ):
        words = _pour(clearing, script, running)
    if script.returncode or running.returncode:
        raise BackupFailed(f"Nothing was restored: {_last_line(words)}")
    with _connected() as base:
        base.autocommit = True
        base.execute("ANALYZE")


def _pour(clearing: str, script: Any, running: Any) -> str:
    """Send statements and a script to `psql`; what it writes to standard error.

    A script that was cut short must not be committed: it is ended by a statement that fails.
    """
    try:
        running.stdin.write(clearing.encode())
        shutil.copyfileobj(script.stdout, running.stdin)
        if script.wait():
            running.stdin.write(b"\nSELECT the_dump_could_not_be_read;\n")
        running.stdin.close()
    except BrokenPipeError:
        script.kill()
    return str(running.stderr.read().decode(errors="replace"))


def _drops(base: Any) -> Iterator[sql.Composed]:
    for (table,) in base.execute(TABLES).fetchall():
        yield sql.SQL("DROP TABLE {} CASCADE;\n").format(sql.Identifier(table))
    for function, arguments in base.execute(FUNCTIONS).fetchall():
        signature = sql.SQL(arguments)
        drop = sql.SQL("DROP FUNCTION {}({}) CASCADE;\n")
        yield drop.format(sql.Identifier(function), signature)


@contextmanager
def _connected() -> Iterator[Any]:
    """A connection of our own; Django's are closed, as they would count as other clients."""
    connections.close_all()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    wanted = connection.get_connection_params()
    kept = {name: wanted[name] for name in wanted if name not in {"cursor_factory", "context"}}
    with psycopg.connect(**kept) as base:
        yield base


def _value(base: Any, question: str) -> Any:
    return base.execute(question).fetchone()[0]


def _check_tools(base: Any, *tools: str) -> None:
    """Raise BackupFailed where a tool is missing or older than the server."""
    server = base.info.server_version // 10_000
    for tool in tools:
        if shutil.which(tool) is None:
            raise BackupFailed(f"{tool} is missing. Install PostgreSQL's client tools.")
        said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
        found = re.search(r"\) (\d+)", said.stdout)
        if found and int(found[1]) < server:
            raise BackupFailed(
                f"{tool} is of version {found[1]} and the server of version {server}."
                f" Install the client tools of version {server}."
            )


def _access() -> tuple[list[str], dict[str, str]]:
    """Arguments and environment for a tool; the password is in the environment, not in `ps`."""
    words, secrets = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    return words[1:], os.environ | (secrets or {})


def _run(*command: str) -> None:
    arguments, environment = _access()
    done = subprocess.run(  # noqa: S603
        [*command, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupFailed(f"{command[0]} failed: {_last_line(done.stderr)}")


def _last_line(words: str) -> str:
    return next(reversed(words.strip().splitlines()), "it does not say why.")
