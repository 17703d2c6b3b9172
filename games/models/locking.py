"""Locking rows that several processes look for at the same time."""

from typing import TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def skip_locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    """The rows, locked, without those that another transaction has locked.

    SQLite has one writer at a time: there the rows come back as they are.
    """
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True, of=("self",))
    return rows
