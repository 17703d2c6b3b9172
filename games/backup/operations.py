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
from games.backup.file_format import DATABASE, FORMAT, SECRET_KEY, VAPID_KEY, Manifest
from games.models import Game, LoggedAction


def make(target: Path) -> Manifest:
    """Write a backup of one moment to `target`; its manifest. Raises BackupFailed."""
    if not _has_tables():
        raise BackupFailed("There is nothing to back up: this database was never set up.")
    with file_format.private_file(target.parent, DATABASE) as database:
        with backup.database().dump(database) as (games, lines, migrations):
            members = {DATABASE: database} | _own_keys()
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
        keys = {name: path for name, path in _own_keys().items() if name in members}
        for name, path in keys.items():
            file_format.replace(members[name], path)
    call_command("migrate", interactive=False, verbosity=0)
    _check_counts(manifest)
    kept = {name: manifest.members[name] for name in (DATABASE, *keys)}
    return changed(manifest, members=kept)


def _check(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise BackupFailed(
            f"The backup is of {manifest.database}, and this site uses {connection.vendor}."
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


def _own_keys() -> dict[str, Path]:
    """The keys that are kept in DATA_DIR; not those that come from the environment."""
    used = {SECRET_KEY: settings.SECRET_KEY, VAPID_KEY: settings.VAPID_PRIVATE_KEY}
    files = {name: Path(settings.DATA_DIR) / name for name in used}
    return {
        name: path
        for name, path in files.items()
        if path.is_file() and path.read_text().strip() == used[name]
    }
