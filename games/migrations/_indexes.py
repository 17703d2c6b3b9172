"""Indexes on tables that are in use: PostgreSQL builds them while others write.

An ordinary CREATE INDEX keeps every write to its table waiting until it is done, on a large table
for minutes, and moves wait five seconds at most. A migration with this operation has
`atomic = False`; if it is interrupted, it is simply run again.
"""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations import AddIndex


class AddIndexBesideWrites(AddIndexConcurrently):
    """Adds an index, after what an interrupted migration may have left of it is removed."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        is_postgresql = schema_editor.connection.vendor == "postgresql"
        how = "CONCURRENTLY " if is_postgresql else ""
        schema_editor.execute(f"DROP INDEX {how}IF EXISTS {self.index.name}")
        add = super().database_forwards if is_postgresql else self._add_at_once
        add(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)

    def _add_at_once(self, *about: Any) -> None:
        AddIndex.database_forwards(self, *about)
