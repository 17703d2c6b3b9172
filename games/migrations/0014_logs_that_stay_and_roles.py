"""Two more logs that the database lets nobody change, the roles, and names found by their start."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LOGS = ("games_look", "games_deed")
# What PostgreSQL makes of `name__istartswith`; SQLite has no index for that.
NAMES = """CREATE INDEX {table}_by_name ON {table} (UPPER(name::text) text_pattern_ops)"""

LOOKS = ("game", "room", "player", "message")
REVIEWER = (*(f"view_{model}" for model in LOOKS), "verify_games", "export_games")
MODERATOR = (*REVIEWER, "view_report", "view_look", "view_deed", "moderate")
ROLES = {"Reviewer": REVIEWER, "Moderator": MODERATOR}
NAMES_OF = {
    "verify_games": "Can verify stored games",
    "export_games": "Can export games",
    "moderate": "Can judge reports, and rename, mute, ban, close and void",
}


def guard(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for table in LOGS:
        for statement in _guards(table, schema_editor.connection.vendor):
            schema_editor.execute(statement)


def _guards(table: str, vendor: str) -> list[str]:
    if vendor == "postgresql":
        return [
            f"""CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION games_log_is_append_only();"""
        ]
    return [
        f"""CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;"""
        for verb in ("UPDATE", "DELETE")
    ]


def index_names(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in ("games_seat", "games_player"):
            schema_editor.execute(NAMES.format(table=table))


def make_roles(apps: Any, _schema_editor: object = None) -> None:
    """Groups with their permissions, which Django itself would make only after all migrations."""
    for name, permissions in ROLES.items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        group.permissions.set([_permission(apps, codename) for codename in permissions])


def _permission(apps: Any, codename: str) -> Any:
    model = _model_of(codename)
    kinds = apps.get_model("contenttypes", "ContentType").objects
    kind, _ = kinds.get_or_create(app_label="games", model=model)
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind,
        codename=codename,
        defaults={"name": NAMES_OF.get(codename, f"Can view {model}")},
    )
    return permission


def _model_of(codename: str) -> str:
    if codename.startswith("view_"):
        return codename.removeprefix("view_")
    return "report" if codename == "moderate" else "game"


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_who_looks_after_the_house"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        migrations.RunPython(guard, migrations.RunPython.noop),
        migrations.RunPython(index_names, migrations.RunPython.noop),
        migrations.RunPython(make_roles, migrations.RunPython.noop),
    ]
