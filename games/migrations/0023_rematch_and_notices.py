import django.db.models.deletion
from django.db import migrations, models

import games.models.codes


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_continued_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="is_ready",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="member",
            name="keeps_for",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="kept_places",
                to="games.player",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="is_rematch_late",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="room",
            name="notice",
            field=models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
        migrations.AddField(
            model_name="room",
            name="rematch_due_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="room",
            name="code",
            field=models.CharField(
                default=games.models.codes.new_room_code, max_length=8, verbose_name="code"
            ),
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("rematch_due_at__isnull", False)),
                fields=["rematch_due_at"],
                name="rematches_proposed",
            ),
        ),
    ]
