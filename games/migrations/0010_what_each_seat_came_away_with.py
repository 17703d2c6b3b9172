"""Lists and statistics read a seat's standing from its row; games already over get theirs."""

from dataclasses import asdict
from typing import Any

from django.db import migrations, models

from games.engine.standings import standings

COLUMNS = ("place", "status", "money", "is_cast_out", "win")
CHUNK = 2_000


def settle(apps: Any, _schema_editor: object) -> None:
    games = apps.get_model("games", "Game").objects.filter(status="finished")
    seats = apps.get_model("games", "Seat").objects
    first = 0
    while results := dict(
        games.filter(pk__gt=first).order_by("pk").values_list("pk", "result")[:CHUNK]
    ):
        first = max(results)
        known = {pk: standings(result) for pk, result in results.items()}
        seated = list(seats.filter(game__in=results))
        for seat in seated:
            vars(seat).update(asdict(known[seat.game_id][seat.number]))
        seats.bulk_update(seated, COLUMNS, batch_size=100)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_who_has_logged_out")]

    operations = [
        migrations.AddField("seat", "place", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("seat", "status", models.FloatField(null=True)),
        migrations.AddField("seat", "money", models.PositiveIntegerField(null=True)),
        migrations.AddField("seat", "is_cast_out", models.BooleanField(default=False)),
        migrations.AddField("seat", "win", models.FloatField(default=0)),
        migrations.RunPython(settle, migrations.RunPython.noop),
    ]
