"""The database is emptied after each test that commits, for much less than by Django's way.

Django truncates every table, which takes PostgreSQL longer than most tests, and makes all content
types and permissions anew. Here rows are deleted, and what the migrations have stored stays.
"""

from collections.abc import Sequence

from django.core.management.color import no_style
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

KEPT = {"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}


def empty_databases(test: TransactionTestCase) -> None:
    """Takes the place of `TransactionTestCase._fixture_teardown`."""
    for name in test._databases_names(include_mirrors=False):
        connection = connections[name]
        tables = set(connection.introspection.django_table_names(include_views=False)) - KEPT
        statements = ON[connection.vendor](connection, sorted(tables))
        connection.ops.execute_sql_flush(statements)


def on_sqlite(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> list[str]:
    """The log is append-only by triggers: they are put aside meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
    drops = [f"DROP TRIGGER {name};" for name, _ in triggers]
    return [*drops, *flushes(connection, tables), *(sql for _, sql in triggers)]


def on_postgresql(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> list[str]:
    """Only a superuser may put triggers aside."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser')")
        if cursor.fetchone() != ("on",):
            return flushes(connection, tables)
    deletes = [f'DELETE FROM "{table}";' for table in tables]
    return ["".join(["SET LOCAL session_replication_role = replica;", *deletes])]


def flushes(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> list[str]:
    return list(connection.ops.sql_flush(no_style(), tables))


ON = {"sqlite": on_sqlite, "postgresql": on_postgresql}
