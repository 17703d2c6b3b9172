"""The servers under load, each a process of its own on a free port of this machine."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.server import cpu_seconds, free_port, wait_for_port

ROOT = Path(__file__).resolve().parents[3]
STOP_SECONDS = 30
ELSEWHERE = ("DATABASE_URL", "REDIS_URL", "SITE_ORIGINS", "DEBUG", "HTTPS", "SECRET_KEY")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, where its data is, and which process it is."""

    port: int
    pid: int
    env: Mapping[str, str]

    def cpu_seconds(self) -> float:
        """What the process has spent until now, in all its threads."""
        return cpu_seconds(self.pid)

    def prepare(
        self, *, tables: int = 0, finished: int = 0, seats: int = 4
    ) -> list[dict[str, Any]]:
        """New tables with a running game each, after `finished` games were stored."""
        return prepare(self.env, tables=tables, finished=finished, seats=seats)


def prepare(
    env: Mapping[str, str], *, tables: int = 0, finished: int = 0, seats: int = 4, bots: int = 0
) -> list[dict[str, Any]]:
    """What `Server.prepare` does, for a server with this environment; `bots` more have bots."""
    wanted = {"tables": tables, "finished": finished, "seats": seats, "bots": bots}
    words = [word for name, count in wanted.items() for word in (f"--{name}", str(count))]
    out = _run(env, "script/tools/load/prepare_tables.py", *words)
    return [json.loads(line) for line in out.splitlines() if line]


def move_parts(env: Mapping[str, str]) -> str:
    """What the parts of a move cost without a server, as text; on data of its own."""
    with tempfile.TemporaryDirectory(prefix="high-society-bench-") as data:
        own = {**env, "DATA_DIR": data}
        _run(own, "manage.py", "migrate", "--noinput")
        _run(own, "manage.py", "collectstatic", "--noinput", "--verbosity", "0")
        return _run(own, "script/tools/load/move_parts.py").strip()


def machine_cpu_seconds() -> float:
    """What all cores have spent until now, for whomever; waiting is not counted."""
    user, nice, system, _idle, _wait, *interrupts = Path("/proc/stat").read_text().split()[1:9]
    return sum(map(int, (user, nice, system, *interrupts))) / TICKS


@contextmanager
def our_server() -> Iterator[Server]:
    """The game as `script/server` runs it, with fresh data and without limits on how often."""
    data = tempfile.mkdtemp(prefix="high-society-bench-")
    port = free_port()
    env = {name: value for name, value in os.environ.items() if name not in ELSEWHERE} | {
        "PYTHONPATH": str(ROOT),
        "DATA_DIR": data,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "LIMITS": "off",
    }
    try:
        _run(env, "manage.py", "migrate", "--noinput")
        _run(env, "manage.py", "collectstatic", "--noinput", "--verbosity", "0")
        with _serving(port, env, "manage.py", "serve") as server:
            yield server
    finally:
        shutil.rmtree(data, ignore_errors=True)


@contextmanager
def raw_server() -> Iterator[Server]:
    """The yardstick."""
    port = free_port()
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with _serving(port, env, "script/tools/load/raw_channels.py", str(port)) as server:
        yield server


def _run(env: Mapping[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout


@contextmanager
def _serving(port: int, env: Mapping[str, str], *command: str) -> Iterator[Server]:
    """Run a server until the block is left, however it is left."""
    with tempfile.TemporaryFile() as said:
        # A session of its own: Ctrl-C is for us, and we stop the server in our own time.
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT, env=env, stdout=said, stderr=said, start_new_session=True,
        )  # fmt: skip
        try:
            wait_for_port(port, process)
            yield Server(port, process.pid, env)
        finally:
            failed = process.poll() is not None
            _stop(process)
            said.seek(0)
            words = said.read().decode(errors="replace")
            if failed or "Traceback" in words:
                print(f"{' '.join(command)} said:\n{words[-4_000:]}", file=sys.stderr)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
