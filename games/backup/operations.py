"""Makes a backup, and restores one."""

from dataclasses import replace as changed
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from games import backup
from games.backup import BackupFailed, file_format
from games.backup.file_format import DATABASE, FORMAT, SECRET_KEY, Manifest
from games.models import Game, LoggedAction


def make(target: Path) -> Manifest:
    """Write a backup of one moment to `target`; its manifest. Raises BackupFailed."""
    if not _has_tables():
        raise BackupFailed("There is nothing to back up: this database was never set up.")
    with file_format.private_file(target.parent, DATABASE) as database:
        with backup.database().dump(database) as (games, lines, migrations):
            members = {DATABASE: database} | _own_secret()
        manifest = Manifest(
            format=FORMAT,
            database=connection.vendor,
            version=settings.VERSION,
            made_at=timezone.now().isoformat(timespec="seconds"),
            games=games,
            lines=lines,
            migrations=migrations,
            members={name: file_format.sha256_of(path) for name, path in members.items()},
        )
        file_format.write(target, manifest, members)
    return manifest


def restore(source: Path, *, force: bool = False) -> Manifest:
    """Replace what is stored by a backup; its manifest, with the members that were restored.

    Raises BackupFailed, and nothing has changed, if the file is damaged, does not fit this
    database or, without `force`, would replace games.
    """
    with file_format.unpacked(source, settings.DATA_DIR) as (manifest, members):
        _check(manifest)
        if not force:
            _check_empty()
        backup.database().check(members[DATABASE], (manifest.games, manifest.lines))
        backup.database().load(members[DATABASE])
        brings_key = SECRET_KEY in members and _keeps_own_secret()
        if brings_key:
            file_format.replace(members[SECRET_KEY], _secret_file())
    call_command("migrate", interactive=False, verbosity=0)
    _check_counts(manifest)
    kept = manifest.members if brings_key else {DATABASE: manifest.members[DATABASE]}
    return changed(manifest, members=kept)


def _check(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise BackupFailed(
            f"The backup is of {manifest.database}, and this house uses {connection.vendor}."
        )
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations or ()}
    if unknown := sorted(set(manifest.migrations) - known):
        raise BackupFailed(
            f"The backup was made by a newer version ({manifest.version}),"
            f" whose migration {unknown[0]} is unknown here."
        )


def _check_empty() -> None:
    if _has_tables() and (games := Game.objects.count()):
        raise BackupFailed(
            f"The database here holds {games} games. To replace them for good, use --force."
        )


def _check_counts(manifest: Manifest) -> None:
    found = Game.objects.count(), LoggedAction.objects.count()
    if found != (manifest.games, manifest.lines):
        raise BackupFailed(
            f"Restored were {found[0]} games with {found[1]} lines,"
            f" and the backup counts {manifest.games} with {manifest.lines}."
        )


def _has_tables() -> bool:
    has_them = Game._meta.db_table in connection.introspection.table_names()
    connections.close_all()
    return has_them


def _secret_file() -> Path:
    return Path(settings.DATA_DIR) / "secret_key"


def _keeps_own_secret() -> bool:
    """Whether the secret key is the one in DATA_DIR and not one from the environment."""
    path = _secret_file()
    return path.is_file() and path.read_text().strip() == settings.SECRET_KEY


def _own_secret() -> dict[str, Path]:
    return {SECRET_KEY: _secret_file()} if _keeps_own_secret() else {}
