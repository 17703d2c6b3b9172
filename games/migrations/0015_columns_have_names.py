"""Columns have names that can be translated; in the database nothing changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.codes


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_logs_that_stay_and_roles"),
    ]

    operations = [
        migrations.AlterField(
            model_name="deed",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="deed",
            name="kind",
            field=models.CharField(
                choices=[
                    ("rename", "renamed"),
                    ("silence", "muted"),
                    ("ban", "banned"),
                    ("close", "room closed"),
                    ("void", "game voided"),
                    ("take", "report taken"),
                    ("settle", "report settled"),
                ],
                max_length=10,
                verbose_name="deed",
            ),
        ),
        migrations.AlterField(
            model_name="deed",
            name="reason",
            field=models.CharField(max_length=300, verbose_name="reason"),
        ),
        migrations.AlterField(
            model_name="deed",
            name="until",
            field=models.DateTimeField(null=True, verbose_name="until"),
        ),
        migrations.AlterField(
            model_name="deed",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="deeds",
                to=settings.AUTH_USER_MODEL,
                verbose_name="who",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="code",
            field=models.CharField(
                default=games.models.codes.new_code, max_length=8, unique=True, verbose_name="code"
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="origin",
            field=models.CharField(
                choices=[
                    ("dealt", "dealt here"),
                    ("continued", "played on from another game"),
                    ("imported", "brought in as a record"),
                ],
                default="dealt",
                max_length=10,
                verbose_name="origin",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="started_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="begun"),
        ),
        migrations.AlterField(
            model_name="game",
            name="status",
            field=models.CharField(
                choices=[
                    ("running", "running"),
                    ("finished", "finished"),
                    ("broken-off", "broken off"),
                ],
                default="running",
                max_length=10,
                verbose_name="status",
            ),
        ),
        migrations.AlterField(
            model_name="look",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="look",
            name="reason",
            field=models.CharField(max_length=300, verbose_name="reason"),
        ),
        migrations.AlterField(
            model_name="look",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="looks",
                to=settings.AUTH_USER_MODEL,
                verbose_name="who",
            ),
        ),
        migrations.AlterField(
            model_name="look",
            name="version",
            field=models.PositiveIntegerField(verbose_name="after action"),
        ),
        migrations.AlterField(
            model_name="message",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="message",
            name="text",
            field=models.CharField(max_length=300, verbose_name="what was said"),
        ),
        migrations.AlterField(
            model_name="player",
            name="banned_until",
            field=models.DateTimeField(null=True, verbose_name="banned until"),
        ),
        migrations.AlterField(
            model_name="player",
            name="bot",
            field=models.CharField(blank=True, default="", max_length=20, verbose_name="bot"),
        ),
        migrations.AlterField(
            model_name="player",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="here since"),
        ),
        migrations.AlterField(
            model_name="player",
            name="name",
            field=models.CharField(max_length=20, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="player",
            name="silent_until",
            field=models.DateTimeField(null=True, verbose_name="muted until"),
        ),
        migrations.AlterField(
            model_name="report",
            name="at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="report",
            name="reason",
            field=models.CharField(max_length=300, verbose_name="reason"),
        ),
        migrations.AlterField(
            model_name="report",
            name="status",
            field=models.CharField(
                choices=[("open", "open"), ("taken", "taken"), ("settled", "settled")],
                default="open",
                max_length=10,
                verbose_name="status",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="taken_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="taken_reports",
                to=settings.AUTH_USER_MODEL,
                verbose_name="taken by",
            ),
        ),
        migrations.AlterField(
            model_name="room",
            name="closed_at",
            field=models.DateTimeField(null=True, verbose_name="closed"),
        ),
        migrations.AlterField(
            model_name="room",
            name="code",
            field=models.CharField(
                default=games.models.codes.new_code, max_length=8, verbose_name="code"
            ),
        ),
        migrations.AlterField(
            model_name="room",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="opened"),
        ),
        migrations.AlterField(
            model_name="room",
            name="is_locked",
            field=models.BooleanField(default=False, verbose_name="locked"),
        ),
        migrations.AlterField(
            model_name="room",
            name="seats",
            field=models.PositiveSmallIntegerField(default=4, verbose_name="seats"),
        ),
    ]
