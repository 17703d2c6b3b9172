"""A backup taken while a real server plays, restored elsewhere: nothing acknowledged is lost."""

import asyncio
import json
import shutil
import sqlite3
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.backups import LOG, VERSIONS, backed_up_in_play, fails
from tests.support.server import ROOT, Server, environment_for, run_manage

TRY_EACH = """
from django.core.management import CommandError, call_command
for path in {}:
    try:
        call_command("restore", path, force=True)
    except CommandError as refusal:
        print(refusal)
"""


def ask(data: Path, question: str, *facts: object) -> list[tuple]:
    with closing(sqlite3.connect(data / "db.sqlite3")) as base:
        return base.execute(question, facts).fetchall()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as server:
        yield server
    assert "Traceback" not in server.words(), server.words()


@pytest.fixture(scope="module")
def taken(house: Server, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, int]]:
    """A backup of a house in play, and what had been acknowledged when it began."""
    target = tmp_path_factory.mktemp("backups") / "house.backup"
    return target, asyncio.run(backed_up_in_play(house, target))


@pytest.fixture(scope="module")
def elsewhere(taken: tuple[Path, dict[str, int]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the backup was restored."""
    data = tmp_path_factory.mktemp("elsewhere")
    said = run_manage(environment_for(data), "restore", str(taken[0]))
    assert "games with" in said
    assert "record verify" in said
    return data


def test_a_backup_in_play_holds_every_move_acknowledged_before_it(house, taken, elsewhere):
    verified = run_manage(environment_for(elsewhere), "record", "verify")

    assert "games are as they were played" in verified
    everything, copied = (ask(data, LOG) for data in (house.data, elsewhere))
    assert copied == everything[: len(copied)]
    assert len(copied) < len(everything)
    versions = dict(ask(elsewhere, VERSIONS))
    assert all(versions[invite] >= shown for invite, shown in taken[1].items())


def test_the_log_refuses_changes_after_a_restore(elsewhere):
    for statement in ("UPDATE games_loggedaction SET seat = 0", "DELETE FROM games_loggedaction"):
        with pytest.raises(sqlite3.DatabaseError, match="append-only"):
            ask(elsewhere, statement)


def test_people_and_their_phones_are_known_again_after_a_restore(house, elsewhere):
    for name in ("secret_key", "vapid_key"):
        assert (elsewhere / name).read_text() == (house.data / name).read_text()
    for name in ("secret_key", "vapid_key", "db.sqlite3"):
        assert stat.S_IMODE((elsewhere / name).stat().st_mode) == 0o600


def test_a_backup_can_be_read_by_its_owner_alone_and_tells_what_it_is(taken):
    assert stat.S_IMODE(taken[0].stat().st_mode) == 0o600
    assert list(taken[0].parent.iterdir()) == [taken[0]]
    with tarfile.open(taken[0]) as tar:
        assert tar.getnames() == ["manifest.json", "database", "secret_key", "vapid_key"]
        manifest = json.load(tar.extractfile("manifest.json"))
    assert manifest["format"] == "high-society-backup/1"
    assert manifest["games"] >= 2


def test_keys_from_the_environment_are_neither_backed_up_nor_replaced(elsewhere, tmp_path):
    kept = (elsewhere / "vapid_key").read_text()
    other = "A" * 42 + "E"
    given = environment_for(elsewhere) | {"SECRET_KEY": "s" * 50, "VAPID_PRIVATE_KEY": other}

    said = run_manage(given, "backup", str(tmp_path / "without.backup"))
    with tarfile.open(tmp_path / "without.backup") as tar:
        assert tar.getnames() == ["manifest.json", "database"]
    assert "comes from VAPID_PRIVATE_KEY" in said
    assert "comes from SECRET_KEY" in said

    run_manage(environment_for(elsewhere), "backup", str(tmp_path / "with.backup"))
    said = run_manage(given, "restore", "--force", str(tmp_path / "with.backup"))
    assert "The key for push messages stays as it is" in said
    assert (elsewhere / "vapid_key").read_text() == kept


def test_games_are_not_overwritten_unless_asked(taken, elsewhere):
    environment = environment_for(elsewhere)
    before = ask(elsewhere, LOG)

    assert "--force" in fails(environment, "restore", str(taken[0]))
    assert ask(elsewhere, LOG) == before
    assert "games with" in run_manage(environment, "restore", "--force", str(taken[0]))


def test_a_database_in_use_is_not_replaced(house, taken):
    before = ask(house.data, LOG)

    assert "Stop the server" in fails(house.environment, "restore", "--force", str(taken[0]))
    assert ask(house.data, LOG) == before


def rewritten(source: Path, target: Path, **changes: object) -> Path:
    """A backup with other words in its manifest."""
    with tarfile.open(source) as old, tarfile.open(target, "w") as new:
        for entry in old:
            content = old.extractfile(entry).read()
            if entry.name == "manifest.json":
                content = json.dumps(json.loads(content) | changes).encode()
                entry.size = len(content)
            path = target.with_suffix(".part")
            path.write_bytes(content)
            with path.open("rb") as file:
                new.addfile(entry, file)
    return target


def damaged(source: Path, target: Path) -> Iterator[tuple[Path, str]]:
    """Files that must not be restored, and what is said about each."""
    whole = source.read_bytes()
    middle = len(whole) // 2
    newer = ["games.0999_from_the_future"]
    for number, words in enumerate(
        (b"", b"no backup", whole[:middle], whole[:middle] + b"?" + whole[middle + 1 :])
    ):
        path = target / f"{number}.backup"
        path.write_bytes(words)
        yield path, "is damaged"
    yield rewritten(source, target / "newer.backup", migrations=newer), "newer version"
    yield rewritten(source, target / "other.backup", database="postgresql"), "this site uses"
    yield target / "nowhere.backup", "could not be read"


def test_a_file_that_is_no_sound_backup_changes_nothing(taken, elsewhere, tmp_path):
    files = dict(damaged(taken[0], tmp_path))
    before = ask(elsewhere, LOG), sorted(path.name for path in elsewhere.iterdir())

    tried = TRY_EACH.format([str(path) for path in files])
    said = run_manage(environment_for(elsewhere), "shell", "--verbosity", "0", "-c", tried)

    for (path, sentence), words in zip(files.items(), said.splitlines(), strict=True):
        assert sentence in words, path
    assert (ask(elsewhere, LOG), sorted(path.name for path in elsewhere.iterdir())) == before


def columns(place):
    return [name for _, name, *_ in ask(place, "PRAGMA table_info(games_game)")]


def test_a_backup_of_an_older_version_is_brought_up_to_date(elsewhere, tmp_path):
    older, data = tmp_path / "older", tmp_path / "data"
    shutil.copytree(elsewhere, older)
    run_manage(environment_for(older), "migrate", "games", "0019", "--verbosity", "0")
    assert "lease" not in columns(older)
    run_manage(environment_for(older), "backup", str(tmp_path / "older.backup"))

    run_manage(environment_for(data), "restore", str(tmp_path / "older.backup"))

    assert "lease" in columns(data)
    assert ask(data, LOG) == ask(elsewhere, LOG)


def test_a_full_disk_leaves_no_half_a_backup(house, tmp_path):
    small = f"ulimit -f 100; exec {sys.executable} manage.py backup {tmp_path}/x.backup"
    done = subprocess.run(
        ["bash", "-c", small],
        cwd=ROOT, env=house.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: "), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_empty_place_has_nothing_to_back_up(tmp_path):
    said = fails(environment_for(tmp_path), "backup", str(tmp_path / "x.backup"))

    assert "nothing to back up" in said
    assert not (tmp_path / "x.backup").exists()
