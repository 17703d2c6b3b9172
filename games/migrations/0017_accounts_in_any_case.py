"""Usernames are unique in any case, tries to log in are counted, tokens are bound to passwords.

Of old accounts whose usernames differ in case only, the oldest gets the key, and the others have
none: nothing is renamed, and each is still opened by its exact spelling.
"""

from typing import Any

from django.db import migrations, models

from games.models.people import credential_of, username_key

CHUNK = 500
# Of the library that counted wrong passwords before; a process of the last version still has it.
WITH_ADDRESSES = (
    "axes_accessattemptexpiration",
    "axes_accessattempt",
    "axes_accesslog",
    "axes_accessfailurelog",
)


def give_keys(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001
    """Fill the new column."""
    users = apps.get_model("games", "User").objects
    taken: set[str] = set()
    changed = []
    for user in users.only("username").order_by("pk").iterator(CHUNK):
        key = username_key(user.username)
        if key not in taken:
            taken.add(key)
            user.username_key = key
            changed.append(user)
    users.bulk_update(changed, ["username_key"], batch_size=CHUNK)


def bind_tokens(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001
    """Tokens of people with an account go on."""
    members = apps.get_model("games", "Member").objects.select_related("player__user")
    for member in members.filter(player__user__isnull=False).exclude(token=""):
        member.token_credential = credential_of(member.player.user)
        member.save(update_fields=["token_credential"])


def forget_addresses(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001
    """Empty the tables in which addresses were kept."""
    connection = schema_editor.connection
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for name in WITH_ADDRESSES:
            if name in present:
                cursor.execute(f"DELETE FROM {name}")  # noqa: S608


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_who_asked_for_a_review"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tries",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("account", models.CharField(blank=True, default="", max_length=64)),
                ("count", models.PositiveIntegerField(default=0)),
                ("until", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AlterModelManagers(
            name="user",
            managers=[],
        ),
        migrations.AddField(
            model_name="member",
            name="token_credential",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="user",
            name="username_key",
            field=models.CharField(
                default=None, editable=False, max_length=450, null=True, unique=True
            ),
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.RunPython(bind_tokens, migrations.RunPython.noop),
        migrations.RunPython(forget_addresses, migrations.RunPython.noop),
    ]
