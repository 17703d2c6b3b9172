"""Models and fields get the names of what they hold; tables and columns keep theirs.

Nothing changes in the database but permissions: in a rolling upgrade processes of the version
before go on reading and writing the same tables, and ask for `view_deed` where this version asks
for `view_moderationaction`. So whoever has the old permission gets the new one beside it.
"""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PERMISSIONS = {
    "deed": ("moderationaction", "deed of a moderator"),
    "look": ("hiddenaccess", "look at hidden cards"),
}


def copy_permissions(apps: Any, _schema_editor: object = None) -> None:
    for old, (model, words) in PERMISSIONS.items():
        for permission in _permissions_of(apps, old):
            verb = permission.codename.partition("_")[0]
            new = _permission(apps, model, f"{verb}_{model}", f"Can {verb} {words}")
            new.group_set.add(*permission.group_set.all())
            new.user_set.add(*permission.user_set.all())


def _permissions_of(apps: Any, model: str) -> Any:
    permissions = apps.get_model("auth", "Permission").objects
    return permissions.filter(content_type__app_label="games", content_type__model=model)


def _permission(apps: Any, model: str, codename: str, name: str) -> Any:
    kinds = apps.get_model("contenttypes", "ContentType").objects
    kind, _ = kinds.get_or_create(app_label="games", model=model)
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename=codename, defaults={"name": name}
    )
    return permission


def _named_by(field: str) -> models.ForeignKey[Any, Any]:
    """The account that wrote a line of one of the moderators' two logs."""
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT,
        related_name=field,
        to=settings.AUTH_USER_MODEL,
        verbose_name="who",
    )


RENAMED_FIELDS = [
    migrations.AlterField(
        "game", "orders", models.TextField(blank=True, db_column="orders", default="")
    ),
    migrations.RenameField("game", "orders", "auto_bids"),
    migrations.AlterField(
        "game", "bots", models.TextField(blank=True, db_column="bots", default="")
    ),
    migrations.RenameField("game", "bots", "bot_seats"),
]
RENAMED_MODELS = [
    migrations.AlterModelTable("deed", "games_deed"),
    migrations.RenameModel("Deed", "ModerationAction"),
    migrations.AlterField("moderationaction", "user", _named_by("moderation_actions")),
    migrations.AlterModelTable("look", "games_look"),
    migrations.RenameModel("Look", "HiddenAccess"),
    migrations.AlterField("hiddenaccess", "user", _named_by("hidden_accesses")),
    migrations.AlterField(
        "hiddenaccess",
        "game",
        models.ForeignKey(
            on_delete=django.db.models.deletion.PROTECT,
            related_name="hidden_accesses",
            to="games.game",
        ),
    ),
    migrations.AlterModelTable("tries", "games_tries"),
    migrations.RenameModel("Tries", "LoginTries"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_when_a_clock_was_seen"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[*RENAMED_FIELDS, *RENAMED_MODELS]),
        migrations.RunPython(copy_permissions, migrations.RunPython.noop),
    ]
