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

    def kill(self) -> None:
        """Gone at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    redis = Redis(tmp_path)
    redis.start()
    yield redis
    redis.kill()


@pytest.fixture
def database() -> Iterator[str]:
    """The address of an empty database on the PostgreSQL that script/services has started."""
    if not POSTGRESQL:
        pytest.skip("needs PostgreSQL and Redis: script/test tests/cluster")
    name = f"house_{token_hex(6)}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlsplit(POSTGRESQL)._replace(path=f"/{name}").geturl()
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def houses(tmp_path: Path, database: str, redis: Redis) -> Iterator[tuple[Server, Server]]:
    """Two processes of one site."""
    shared = {"DATABASE_URL": database, "REDIS_URL": redis.url, "SECRET_KEY": "shared" * 10}
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with Server(tmp_path / "one", **shared) as one, Server(tmp_path / "other", **shared) as other:
        yield one, other
    for house in (one, other):
        assert "Traceback" not in house.words(), house.words()
