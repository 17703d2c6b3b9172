"""A whole site on this machine: PostgreSQL, Redis, server processes and nginx before them."""

import os
import pwd
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from deploy.render import plain_site, whole
from tests.support.server import Server, free_port, wait_for_port

START_SECONDS = 120


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
        end = time.monotonic() + START_SECONDS
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
            self.process.wait(60)
            self.process = None


class Postgres:
    """A PostgreSQL of its own on one port, durable as in life; it can be killed and restarted."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.process: subprocess.Popen[bytes] | None = None
        self.bin = max(Path("/usr/lib/postgresql").glob("*/bin"))
        home.mkdir(exist_ok=True)
        if self.is_root:
            os.chown(home, pwd.getpwnam("postgres").pw_uid, -1)
        made = ("--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust")
        self._run("initdb", f"--pgdata={home}/data", *made, "--no-sync").wait(60)

    @property
    def is_root(self) -> bool:
        return os.geteuid() == 0

    def _run(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        more: dict[str, Any] = {"user": "postgres", "extra_groups": []} if self.is_root else {}
        with (self.home.parent / "postgres.log").open("ab") as log:
            return subprocess.Popen(
                [str(self.bin / program), *words], cwd=self.home, stdout=log, stderr=log, **more
            )

    def start(self) -> None:
        """Run, and come back once it takes connections."""
        options = ("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100")
        words = ("-D", f"{self.home}/data", "-p", str(self.port), "-k", str(self.home))
        self.process = self._run("postgres", *words, *options)
        end = time.monotonic() + START_SECONDS
        while self._run("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)).wait(60):
            assert time.monotonic() < end, (self.home.parent / "postgres.log").read_text()
            time.sleep(0.05)

    def crash(self) -> None:
        """All of its processes end at once, without a checkpoint: the next start recovers."""
        self._end(signal.SIGQUIT)

    def stop(self) -> None:
        """Gone in good order."""
        self._end(signal.SIGINT)

    def _end(self, sign: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(sign)
            self.process.wait(60)
            self.process = None


class Nginx:
    """nginx on one port, with the configuration of deploy/ before some processes."""

    def __init__(self, home: Path, processes: list[int]) -> None:
        self.home = home
        self.port = free_port()
        home.mkdir(exist_ok=True)
        self.config = home / "nginx.conf"
        self.config.write_text(whole(home, plain_site(self.port, processes)))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run, and come back once it listens."""
        self.process = subprocess.Popen(
            [os.environ.get("NGINX", "/usr/sbin/nginx"), "-p", self.home, "-c", self.config],
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for_port(self.port, self.process)
        except AssertionError:
            self.stop()
            raise

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)
            self.process = None


class Site:
    """Some server processes on one database and one Redis, behind nginx."""

    def __init__(self, home: Path, database: str, redis: str, processes: int = 2) -> None:
        shared = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "SECRET_KEY": "shared" * 10,
            "TRUSTED_PROXIES": "127.0.0.1",
            "MAX_CONNECTIONS_PER_ADDRESS": "10000",
            "MAX_SOCKETS_PER_ADDRESS": "10000",
        }
        homes = [home / f"process-{number}" for number in range(processes)]
        self.processes = [Server(each, **shared) for each in homes]
        self.nginx = Nginx(home / "nginx", [each.port for each in self.processes])
        self.port = self.nginx.port
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.processes[0].manage("migrate", "--verbosity", "0")
            for process in self.processes:
                process.launch()
                stack.callback(process.stop)
            for process in self.processes:
                process.wait_until_ready()
            self.nginx.start()
            stack.callback(self.nginx.stop)
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.stack.close()

    def restart_one_by_one(self) -> None:
        """A deploy: each process drains, ends and is there again before the next one's turn."""
        for process in self.processes:
            process.stop()
            process.start()

    def complaints(self) -> str:
        """What the processes have said of errors of their own."""
        words = [process.words() for process in self.processes]
        return "\n".join(each[-2_000:] for each in words if "Traceback" in each)
