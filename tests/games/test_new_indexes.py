"""Indexes that a migration adds to tables in use: built beside writes, and built again."""

import importlib

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.state import ProjectState

from games.migrations._indexes import AddIndexBesideWrites

pytestmark = pytest.mark.django_db(transaction=True)
OPERATIONS = importlib.import_module("games.migrations.0036_quick_leaders").Migration.operations
ADDED = [each for each in OPERATIONS if isinstance(each, AddIndexBesideWrites)]


def indexes_of(table):
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, table))


def test_a_migration_that_was_interrupted_while_it_built_an_index_is_run_again():
    """The index is there already, whole or not."""
    before, state = indexes_of("games_user"), ProjectState.from_apps(apps)
    assert "accounts_closed" in before

    for each in ADDED:
        with connection.schema_editor(atomic=False) as editor:
            each.database_forwards("games", editor, state, state)

    assert indexes_of("games_user") == before


def test_an_index_is_taken_back_as_it_was_added():
    before, state = indexes_of("games_user"), ProjectState.from_apps(apps)

    for step in ("database_backwards", "database_forwards"):
        with connection.schema_editor(atomic=False) as editor:
            getattr(ADDED[1], step)("games", editor, state, state)
        assert ("accounts_closed" in indexes_of("games_user")) is (step == "database_forwards")

    assert indexes_of("games_user") == before


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_postgresql_builds_an_index_while_others_write(capsys):
    call_command("sqlmigrate", "games", "0036")

    assert capsys.readouterr().out.count("CREATE INDEX CONCURRENTLY") == 2
