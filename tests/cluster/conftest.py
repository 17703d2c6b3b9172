"""Two real server processes on one PostgreSQL, with a Redis of the test's own between them."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.e2e.server import Server, free_port

Houses = tuple[Server, Server]
HEARTBEAT = 2.0
QUICK = {"SECRET_KEY": "shared" * 10, "HEARTBEAT": str(HEARTBEAT), "LEASE": "2"}
POSTGRESQL = os.environ.get("TEST_DATABASE_URL", "")


class Redis:
    """A redis-server on one port; it can be killed and started again."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run, and come back once it answers."""
        words = ("--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.home))
        with (self.home / "redis.log").open("ab") as log:
            self.process = subprocess.Popen(
                ["redis-server", *words, "--save", "", "--appendonly", "no"], stdout=log
            )
        end = time.monotonic() + 20
        ping = ["redis-cli", "-p", str(self.port), "ping"]
        while subprocess.run(ping, capture_output=True, check=False).stdout != b"PONG\n":
            assert time.monotonic() < end, (self.home / "redis.log").read_text()
            time.sleep(0.05)

    def hang(self) -> None:
        """There, but without a word."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def revive(self) -> None:
        """As good as new, whatever was done to it."""
        self.kill()
        self.start()

    def kill(self) -> None:
        """Gone at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None


@pytest.fixture(scope="session")
def running_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    redis = Redis(tmp_path_factory.mktemp("redis"))
    redis.start()
    yield redis
    redis.kill()


@pytest.fixture
def redis(running_redis: Redis) -> Iterator[Redis]:
    """One that a test may kill: for the next one it is there again."""
    yield running_redis
    running_redis.revive()


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of an empty database on the PostgreSQL that script/services has started."""
    if not POSTGRESQL:
        pytest.skip("needs PostgreSQL and Redis: script/test tests/cluster")
    name = f"house_{token_hex(6)}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlsplit(POSTGRESQL)._replace(path=f"/{name}").geturl()
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def running_houses(
    tmp_path_factory: pytest.TempPathFactory, database: str, running_redis: Redis
) -> Iterator[Houses]:
    shared = QUICK | {"DATABASE_URL": database, "REDIS_URL": running_redis.url}
    homes = [tmp_path_factory.mktemp(name) for name in ("one", "other")]
    one, other = (Server(home, **shared) for home in homes)
    one.manage("migrate", "--verbosity", "0")
    other.launch()
    with one, other:
        yield one, other


@pytest.fixture
def houses(running_houses: Houses, redis: Redis) -> Iterator[Houses]:  # noqa: ARG001
    """Two processes of one site; a test may kill them, and fails when one of them broke."""
    said = [house.log.stat().st_size for house in running_houses]
    yield running_houses
    for house, before in zip(running_houses, said, strict=True):
        if not house.is_running():
            house.start()
        assert "Traceback" not in house.words(before), house.words(before)
