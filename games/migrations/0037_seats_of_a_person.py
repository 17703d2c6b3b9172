"""An index for everything that reads a person's games.

PostgreSQL builds it while games go on: an ordinary index would keep every move waiting until it is
whole. A build that was cut off leaves an index that is not used; it is made anew.
"""

from typing import Any

from django.db import migrations, models


class AddIndexBesideWrites(migrations.AddIndex):
    """Adds an index without keeping writes waiting; SQLite, where writes are short, as usual."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        schema_editor.execute(f'DROP INDEX CONCURRENTLY IF EXISTS "{self.index.name}"')
        schema_editor.add_index(model, self.index, concurrently=True)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0036_quick_leaders")]

    operations = [
        AddIndexBesideWrites(
            model_name="seat",
            index=models.Index(fields=["player", "game"], name="games_of_a_person"),
        ),
    ]
