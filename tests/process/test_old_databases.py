"""A database of an earlier schema: migrated to now, its games replay, verify and export as before.

`tests/fixtures/database_0018.sql.gz` is a SQLite database as the code with the migrations up to
0018 wrote it, dumped by `sqlite3.Connection.iterdump`. It was filled through the services alone
(`rooms`, `play`, `presence`, `clock`, `archive`, `replays`, `reviews`, `moderation`; bots by
`clock.due_questions` and `decide`), with a fixed seed for the players' moves. It holds, for each
edition: a game of people with auto-bids, one with bots, stand-ins and returns, one with a clock,
time-outs and bought time, all finished; one broken off; one running with a stand-in and auto-bids.
Besides: games with the ★ cards through the yacht club's sealed round and one inside of it, one in
which a thief takes a card, one by correspondence, one with a program in a seat, imported and
continued games, a voided one, shared ones, a room with two games, a closed room, chat, devices, a
mute, a review that is done and one in the making, and every kind of report and moderation entry.

`database_0018.told.json.gz` is what the same code said of it: the output of `record verify`,
`record export --all`, `record export` of each running game, and the last hash of each log.
"""

import gzip
import json
import sqlite3
from contextlib import closing

import pytest

from tests.support.server import ROOT, environment_for, run_manage

FIXTURES = ROOT / "tests" / "fixtures"


def unpacked(name):
    return gzip.decompress((FIXTURES / name).read_bytes()).decode()


@pytest.fixture(scope="module")
def told():
    """What the code of then said of its database."""
    return json.loads(unpacked("database_0018.told.json.gz"))


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """The old database, migrated to now: its file."""
    data = tmp_path_factory.mktemp("data")
    with closing(sqlite3.connect(data / "db.sqlite3")) as connection:
        connection.executescript(unpacked("database_0018.sql.gz"))
    run_manage(environment_for(data), "migrate", "--verbosity", "0")
    return data / "db.sqlite3"


@pytest.fixture
def manage(database):
    def manage(*words):
        return run_manage(environment_for(database.parent), *words)

    return manage


@pytest.fixture
def ask(database):
    def ask(question):
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute(question).fetchall()

    return ask


def test_every_old_game_verifies(manage, told):
    assert manage("record", "verify") == told["verify"]


def test_every_old_game_is_exported_byte_for_byte(manage, told):
    assert manage("record", "export", "--all") == told["export --all"]


def test_an_old_running_game_is_exported_byte_for_byte(manage, told):
    codes = list(told["export"])
    export = f"""
from django.core.management import call_command
for code in {codes}: call_command("record", "export", code)"""

    assert manage("shell", "--verbosity", "0", "-c", export) == "".join(told["export"].values())


def test_the_hashes_of_old_logs_are_as_they_were(ask, told):
    last = "SELECT max(number) FROM games_loggedaction WHERE game_id = game.id"
    line = f"line.game_id = game.id AND line.number = ({last})"
    hashes = ask(f"SELECT code, hash FROM games_game game JOIN games_loggedaction line ON {line}")

    assert dict(hashes) == told["last hashes"]


def test_moderators_keep_their_permissions_and_processes_of_then_find_theirs(ask):
    moderators = """SELECT codename FROM auth_permission permission
        JOIN auth_group_permissions given ON given.permission_id = permission.id
        JOIN auth_group role ON given.group_id = role.id WHERE role.name = 'Moderator'"""
    permissions = {codename for (codename,) in ask(moderators)}

    assert {"view_deed", "view_look"} <= permissions
    assert {"view_moderationaction", "view_hiddenaccess"} <= permissions


def test_renamed_models_and_fields_have_the_tables_and_columns_they_had(ask):
    """A process of the version before goes on using them."""
    names = ("games_deed", "games_look", "games_tries")
    question = f"SELECT name, sql FROM sqlite_master WHERE tbl_name IN {names} ORDER BY name"
    with closing(sqlite3.connect(":memory:")) as old:
        old.executescript(unpacked("database_0018.sql.gz"))
        before = old.execute(question).fetchall()

    assert ask(question) == before
    assert {"orders", "bots"} <= {column[1] for column in ask("PRAGMA table_info(games_game)")}


def test_no_moderation_entry_is_lost(ask):
    counts = [
        ask(f"SELECT count(*) FROM games_{table}")[0][0] for table in ("deed", "look", "report")
    ]

    assert counts == [8, 2, 3]
