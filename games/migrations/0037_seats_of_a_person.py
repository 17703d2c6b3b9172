"""An index for everything that reads a person's games."""

from django.db import migrations, models

from games.migrations._indexes import AddIndexBesideWrites


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0036_quick_leaders")]

    operations = [
        AddIndexBesideWrites(
            model_name="seat",
            index=models.Index(fields=["player", "game"], name="games_of_a_person"),
        ),
    ]
