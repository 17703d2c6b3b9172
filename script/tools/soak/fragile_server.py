"""`manage.py serve`, but it dies at once when it has committed something and a file `die` is there.

What listens to changes is told after the commit, in order, and the hub comes after this.
"""

import os
import signal
from pathlib import Path

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
django.setup()

from django.core.management import call_command  # noqa: E402

from games.play import announcements  # noqa: E402

DIE = Path(os.environ["DATA_DIR"]) / "die"


def die_if_asked(_: announcements.News) -> None:
    if DIE.exists():
        os.kill(os.getpid(), signal.SIGKILL)


# Processes that are spawned for bots import this module, too, and must not serve in its place.
if __name__ == "__main__":
    announcements.listeners.append(die_if_asked)
    call_command("serve")
