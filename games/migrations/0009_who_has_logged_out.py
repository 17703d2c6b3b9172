from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_rooms_that_end"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="logged_out_at",
            field=models.DateTimeField(null=True),
        ),
    ]
