from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_leases"),
    ]

    operations = [
        migrations.AddField(
            model_name="report",
            name="message",
            field=models.ForeignKey(
                null=True,
                on_delete=models.deletion.SET_NULL,
                related_name="reports",
                to="games.message",
            ),
        ),
        migrations.AlterModelOptions(
            name="hiddenaccess",
            options={"verbose_name": "access to hidden cards", "verbose_name_plural": "access log"},
        ),
        migrations.AlterModelOptions(
            name="moderationaction",
            options={"verbose_name": "moderation action", "verbose_name_plural": "moderation log"},
        ),
        migrations.AlterField(
            model_name="game",
            name="origin",
            field=models.CharField(
                choices=[
                    ("dealt", "played here"),
                    ("continued", "continued from another game"),
                    ("imported", "imported"),
                ],
                default="dealt",
                max_length=10,
                verbose_name="origin",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="started_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="started"),
        ),
        migrations.AlterField(
            model_name="message",
            name="text",
            field=models.CharField(max_length=300, verbose_name="text"),
        ),
        migrations.AlterField(
            model_name="moderationaction",
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
                verbose_name="action",
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="joined"),
        ),
    ]
