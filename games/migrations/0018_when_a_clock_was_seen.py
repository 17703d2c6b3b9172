"""When a process last took what was due, so that others can tell whether one does."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0017_accounts_in_any_case")]

    operations = [
        migrations.CreateModel(
            name="ClockBeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
