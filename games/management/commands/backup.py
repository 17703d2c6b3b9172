"""`manage.py backup`: writes all stored data to one file, while the server runs."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.backup import BackupFailed
from games.backup.file_format import SECRET_KEY, VAPID_KEY
from games.backup.operations import make
from games.process.logs import first_line

NICENESS = 15  # the server on the same machine comes first
NOT_IN_IT = {
    SECRET_KEY: "The secret key is not in it: it comes from SECRET_KEY. Keep that one yourself.",
    VAPID_KEY: "The key for push messages is not in it: it comes from VAPID_PRIVATE_KEY."
    " Keep that one yourself.",
}


class Command(BaseCommand):
    help = "Write the database and the keys to one file; the server may run on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="is replaced once the backup is whole")

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICENESS)
        target = options["file"].absolute()
        try:
            manifest = make(target)
        except BackupFailed as failure:
            raise CommandError(str(failure)) from None
        except DatabaseError as error:
            raise CommandError(f"The database does not answer: {first_line(str(error))}") from None
        except OSError as error:
            raise CommandError(f"{target} could not be written: {error.strerror}.") from None
        self.stdout.write(f"{manifest.games} games with {manifest.lines} lines are in {target}.")
        for name, sentence in NOT_IN_IT.items():
            if name not in manifest.members:
                self.stdout.write(sentence)
