import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0015_columns_have_names")]

    operations = [
        migrations.AddField(
            model_name="review",
            name="asked_by",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reviews",
                to="games.player",
            ),
        ),
    ]
