"""Where soaks happen: a real server with fresh data, or this process with a database of its own."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import django
from django.core.management import call_command
from django.test.utils import setup_databases, teardown_databases

from tests.support.server import Server
from tests.support.services import Postgres, Redis, Site

S = TypeVar("S", bound=Server)


class FragileServer(Server):
    """A server that can be asked to die between the next commit and its broadcast."""

    program = ("script/tools/soak/fragile_server.py",)

    def die_after_the_next_commit(self) -> None:
        (self.data / "die").touch()

    def wait_for_the_end(self, seconds: float) -> None:
        """Comes back once it is dead."""
        assert self.process is not None
        self.process.wait(seconds)
        self.process = None

    def start(self) -> None:
        (self.data / "die").unlink(missing_ok=True)
        super().start()


@contextmanager
def a_server(kind: type[S]) -> Iterator[S]:
    with (
        tempfile.TemporaryDirectory(prefix="high-society-soak-") as data,
        kind(Path(data)) as server,
    ):
        yield server


@contextmanager
def django_here() -> Iterator[None]:
    """Django in this process, with nothing of the developer's own."""
    with tempfile.TemporaryDirectory(prefix="high-society-soak-") as data:
        os.environ |= {"DATA_DIR": data, "DJANGO_SETTINGS_MODULE": "highsociety_site.settings"}
        django.setup()
        call_command("collectstatic", interactive=False, verbosity=0)
        yield


@contextmanager
def a_database() -> Iterator[None]:
    """The same on an empty database, which goes when the block is left."""
    with django_here():
        kept = setup_databases(verbosity=0, interactive=False)
        try:
            yield
        finally:
            teardown_databases(kept, verbosity=0)


@dataclass(frozen=True, slots=True)
class Premises:
    """A site behind nginx with services of its own, which may be killed."""

    site: Site
    postgres: Postgres
    redis: Redis


@contextmanager
def premises(processes: int) -> Iterator[Premises]:
    """All of it, with fresh data, until the block is left."""
    with TemporaryDirectory(prefix="high-society-soak-", dir="/tmp") as data, ExitStack() as stack:
        home = Path(data)
        home.chmod(0o755)  # PostgreSQL runs as another user
        postgres, redis = Postgres(home / "postgres"), Redis(home)
        for service, end in ((postgres, postgres.stop), (redis, redis.kill)):
            service.start()
            stack.callback(end)
        site = Site(home, postgres.url, redis.url, processes)
        yield Premises(stack.enter_context(site), postgres, redis)
