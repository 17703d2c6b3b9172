"""Bots in seats, the clock, and who acted; SQLite makes the log anew for it, so its guard too."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def guard_again(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor != "sqlite":
        return
    for verb in ("UPDATE", "DELETE"):
        schema_editor.execute(
            f"""CREATE TRIGGER IF NOT EXISTS games_log_no_{verb}
            BEFORE {verb} ON games_loggedaction
            BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;"""
        )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_sealed_orders"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="bots",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="game",
            name="clock",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="deadline",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="due_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="loggedaction",
            name="by",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddField(
            model_name="member",
            name="seen_at",
            field=models.DateTimeField(default=timezone.now, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="bot",
            field=models.CharField(blank=True, default="", max_length=20),
        ),
        migrations.AddField(
            model_name="room",
            name="grace",
            field=models.PositiveIntegerField(default=120),
        ),
        migrations.AddField(
            model_name="room",
            name="level",
            field=models.CharField(default="regular", max_length=10),
        ),
        migrations.AddField(
            model_name="seat",
            name="extensions",
            field=models.PositiveSmallIntegerField(default=3),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)),
                fields=["due_at"],
                name="games_that_are_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("bot", ""), ("user__isnull", True), _connector="OR"),
                name="a_bot_has_no_account",
            ),
        ),
        migrations.AddConstraint(
            model_name="room",
            constraint=models.CheckConstraint(
                condition=models.Q(("grace__in", (0, 30, 60, 120, 300))),
                name="room_has_a_known_grace",
            ),
        ),
        migrations.AddConstraint(
            model_name="room",
            constraint=models.CheckConstraint(
                condition=models.Q(("level__in", ("novice", "regular", "expert", "master"))),
                name="room_has_a_known_level",
            ),
        ),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
    ]
