"""`manage.py restore`: replaces all stored data by a backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.backup import BackupFailed
from games.backup.file_format import SECRET_KEY, VAPID_KEY
from games.backup.operations import restore
from games.process.logs import first_line

STAYS = {
    SECRET_KEY: "The secret key stays as it is:"
    " people are known again only under the key of the backup.",
    VAPID_KEY: "The key for push messages stays as it is:"
    " browsers get messages again only under the key of the backup.",
}


class Command(BaseCommand):
    help = "Restore a backup into this database. Stop every server and clock first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace games that are here")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = restore(options["file"].absolute(), force=options["force"])
        except BackupFailed as failure:
            raise CommandError(str(failure)) from None
        except DatabaseError as error:
            raise CommandError(f"The database does not answer: {first_line(str(error))}") from None
        held = f"{manifest.games} games with {manifest.lines} lines"
        self.stdout.write(f"{held} of {manifest.made_at} are restored.")
        for name, sentence in STAYS.items():
            if name not in manifest.members:
                self.stdout.write(sentence)
        self.stdout.write("Now verify them: python manage.py record verify")
