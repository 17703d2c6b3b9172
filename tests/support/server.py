"""The real server in a process of its own, with data of its own."""

import atexit
import fcntl
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import SystemRandom
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from typing import Any, Self
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
READY_SECONDS = 120
END_SECONDS = 120
OUR_PORTS = (10_000, 32_000)
QUICK = {
    "LIMITS": "off",
    "BOT_PAUSE": "0.1,0.2",
    "ORDER_PAUSE": "0.3,0.6",
    "LOT_MOMENT": "0.1",
    "REVIEW_LOTS": "60000",
}
SET_UP = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
"""
Row = sqlite3.Row


def free_port() -> int:
    """A port that nobody listens on.

    It is none of those that the system gives to clients: between two starts of a server a
    connection of somebody else could have it.
    """
    while True:
        port = SystemRandom().randrange(*OUR_PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Comes back once somebody listens there; AssertionError if the process ends before."""
    end = time.monotonic() + READY_SECONDS
    while not _is_open(port):
        assert process.poll() is None, f"{process.args!r} ended before it listened"
        assert time.monotonic() < end, f"{process.args!r} does not listen"
        time.sleep(0.05)


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def cpu_seconds(pid: int) -> float:
    """What a process has spent until now, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@cache
def a_new_house() -> Path:
    """The data of a server that was set up and never used: made once, copied for each.

    Once a process, or once for all processes that are told the same place by NEW_HOUSE.
    """
    if place := os.environ.get("NEW_HOUSE"):
        return _house_for_all(Path(place))
    home = TemporaryDirectory(prefix="high-society-")
    atexit.register(home.cleanup)
    _set_up(Path(home.name))
    return Path(home.name)


def _house_for_all(place: Path) -> Path:
    """Who comes first makes it; the others wait."""
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            half_made = place.with_suffix(".half")
            rmtree(half_made, ignore_errors=True)
            half_made.mkdir()
            _set_up(half_made)
            half_made.rename(place)
    return place


def _set_up(data: Path) -> None:
    run_manage(environment_for(data), "shell", "--verbosity", "0", "-c", SET_UP)


def environment_for(data: Path) -> dict[str, str]:
    """Nothing of the caller's services: by default one process on SQLite, without limits."""
    theirs = {"DATABASE_URL", "REDIS_URL", "SITE_ORIGINS", "ALLOWED_HOSTS", "HTTPS", "HOST"}
    kept = {name: value for name, value in os.environ.items() if name not in theirs}
    return kept | QUICK | {"DATA_DIR": str(data), "PYTHONPATH": str(ROOT)}


def run_manage(environment: dict[str, str], *words: str, given: str = "") -> str:
    """What `manage.py` prints; an error, with its words, where it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"manage.py {' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout


class Server:
    """`manage.py serve` on one port and one data directory; it can be killed and started again.

    `settings` are further variables of its environment; a database named there is the caller's to
    migrate.
    """

    program = ("manage.py", "serve")
    code = ROOT

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        self.settings = settings
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = data / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        copytree(a_new_house(), data, dirs_exist_ok=True)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    @property
    def environment(self) -> dict[str, str]:
        """All that its processes are told."""
        return environment_for(self.data) | {"PORT": str(self.port)} | self.settings

    @property
    def megabytes(self) -> float:
        """What the process holds in memory."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000

    def manage(self, *words: str, given: str = "") -> str:
        """What `manage.py` prints on this server's data."""
        return run_manage(self.environment, *words, given=given)

    def start(self) -> None:
        """Serve, and come back once pages are answered."""
        self.launch()
        self.wait_until_ready()

    def launch(self) -> None:
        """Begin to serve, unless it does already."""
        if self.is_running():
            return
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program],
                cwd=self.code,
                env=self.environment,
                stdout=log,
                stderr=log,
            )

    def wait_until_ready(self) -> None:
        """Comes back once pages are answered."""
        assert self.process is not None
        end = time.monotonic() + READY_SECONDS
        while not self._answers():
            assert self.process.poll() is None, f"The server did not start:\n{self.words()}"
            assert time.monotonic() < end, f"The server does not answer:\n{self.words()}"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=30) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """Gone at once, like a power cut."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Gone in good order."""
        self._end(signal.SIGTERM)

    def is_running(self) -> bool:
        """Whether there is a process that nobody has ended."""
        return self.process is not None and self.process.poll() is None

    def _end(self, sign: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(sign)
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.process = None

    def words(self, since: int = 0) -> str:
        """What the server has written, from the byte `since` on."""
        return self.log.read_bytes()[since:].decode(errors="replace")

    def game_at(self, link: str) -> Row:
        """The newest game in the room behind the link, as it is stored."""
        question = (
            "SELECT games_game.* FROM games_game JOIN games_room ON games_room.id = room_id"
            " WHERE invite = ? ORDER BY games_game.id DESC"
        )
        return self.ask(question, urlsplit(link).path.split("/")[2])[0]

    def moves_of(self, link: str) -> list[tuple[Any, ...]]:
        """The log of that game."""
        question = (
            "SELECT number, seat, payload FROM games_loggedaction WHERE game_id = ? ORDER BY 1"
        )
        return [tuple(row) for row in self.ask(question, self.game_at(link)["id"])]

    def ask(self, question: str, *facts: object) -> list[Row]:
        """Rows straight from the database file."""
        with closing(sqlite3.connect(f"file:{self.data}/db.sqlite3?mode=ro", uri=True)) as base:
            base.row_factory = sqlite3.Row
            return base.execute(question, facts).fetchall()
