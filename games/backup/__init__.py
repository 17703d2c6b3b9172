"""Backup and restore of all stored data: one file with the database and the keys.

`operations` makes and restores a backup, `file_format` reads and writes the file, `sqlite` and
`postgresql` copy and replace a database; `database` picks the one in use. May import: models.
Called by `manage.py backup` and `manage.py restore`.
"""

from types import ModuleType

from django.db import connection


class BackupFailed(Exception):
    """A backup or restore that was not done; its message is a sentence for the operator."""


def database() -> ModuleType:
    """The module for the database in use: `dump`, `check` and `load`."""
    if connection.vendor == "postgresql":
        from games.backup import postgresql  # noqa: PLC0415 - needs psycopg

        return postgresql
    from games.backup import sqlite  # noqa: PLC0415

    return sqlite
