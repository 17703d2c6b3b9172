"""Backup and restore on PostgreSQL, while two processes play."""

import asyncio
import os
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.support.backups import LOG, VERSIONS, backed_up_in_play, fails
from tests.support.server import environment_for, run_manage

pytestmark = pytest.mark.cluster


def ask(database: str, question: str) -> list[tuple]:
    with psycopg.connect(database) as base:
        return base.execute(question).fetchall()


def at(database: str, data: Path) -> dict[str, str]:
    return environment_for(data) | {"DATABASE_URL": database, "SECRET_KEY": "shared" * 10}


def test_a_backup_in_play_is_restored_whole(houses, database, own_database, tmp_path):
    target = tmp_path / "house.backup"
    shown = asyncio.run(backed_up_in_play(houses[0], target))
    elsewhere, environment = own_database, at(own_database, tmp_path / "data")

    said = run_manage(environment, "restore", str(target))

    assert "games with" in said
    assert "as they were played" in run_manage(environment, "record", "verify")
    everything, copied = ask(database, LOG), ask(elsewhere, LOG)
    assert copied == everything[: len(copied)]
    assert len(copied) < len(everything)
    versions = dict(ask(elsewhere, VERSIONS))
    assert all(versions[invite] >= version for invite, version in shown.items())
    with pytest.raises(psycopg.Error, match="append-only"):
        ask(elsewhere, "UPDATE games_loggedaction SET seat = 0 RETURNING 1")

    assert "--force" in fails(environment, "restore", str(target))
    with psycopg.connect(elsewhere):
        assert "Stop the servers" in fails(environment, "restore", "--force", str(target))
    assert "games with" in run_manage(environment, "restore", "--force", str(target))
    assert ask(elsewhere, LOG) == copied


def test_missing_tools_are_named(houses, tmp_path):
    environment = houses[0].environment | {"PATH": str(tmp_path)}

    said = fails(environment, "backup", str(tmp_path / "house.backup"))

    assert "pg_dump is missing" in said


def test_the_password_is_on_no_command_line(houses, tmp_path):
    """A `pg_dump` that writes down how it was called, and fails."""
    spy = tmp_path / "pg_dump"
    spy.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99" && exit\n'
        f'echo "$@" >{tmp_path}/words; echo "no" >&2; exit 1\n'
    )
    spy.chmod(0o755)
    environment = houses[0].environment
    password = urlsplit(environment["DATABASE_URL"]).password

    said = fails(
        environment | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}, "backup", str(tmp_path / "x")
    )

    words = (tmp_path / "words").read_text()
    assert "pg_dump failed: no" in said
    assert "--snapshot=" in words
    assert password not in words + said


def test_a_client_older_than_the_server_is_named(houses, tmp_path):
    old = tmp_path / "pg_dump"
    old.write_text('#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n')
    old.chmod(0o755)
    environment = houses[0].environment | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}

    assert "pg_dump is of version 9" in fails(environment, "backup", str(tmp_path / "x"))
