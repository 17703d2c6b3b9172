"""The database itself refuses to change or delete a line of the log."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SQLITE = [
    f"""CREATE TRIGGER games_log_no_{verb} BEFORE {verb} ON games_loggedaction
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;"""
    for verb in ("UPDATE", "DELETE")
]
POSTGRESQL = [
    """CREATE FUNCTION games_log_is_append_only() RETURNS trigger AS
        'BEGIN RAISE EXCEPTION ''the log is append-only''; END;' LANGUAGE plpgsql;""",
    """CREATE TRIGGER games_log_append_only BEFORE UPDATE OR DELETE ON games_loggedaction
        FOR EACH ROW EXECUTE FUNCTION games_log_is_append_only();""",
]


def guard(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    statements = POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE
    for statement in statements:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(guard, migrations.RunPython.noop)]
