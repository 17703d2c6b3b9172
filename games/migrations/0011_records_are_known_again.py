"""A record that was brought in keeps its hash, so that the same one is not stored twice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_what_each_seat_came_away_with")]

    operations = [
        migrations.AddField(
            "game", "digest", models.CharField(blank=True, default="", max_length=64)
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                condition=models.Q(digest="", _negated=True),
                fields=["digest"],
                name="records_brought_in",
            ),
        ),
    ]
