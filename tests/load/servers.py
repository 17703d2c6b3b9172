"""The servers under load, each a process of its own on a free port of this machine."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 30
STOP_SECONDS = 10
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
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def prepare(
        self, *, tables: int = 0, finished: int = 0, seats: int = 4
    ) -> list[dict[str, Any]]:
        """New tables with a running game each, after `finished` games were stored."""
        return prepare(self.env, tables=tables, finished=finished, seats=seats)


def prepare(
    env: Mapping[str, str], *, tables: int = 0, finished: int = 0, seats: int = 4
) -> list[dict[str, Any]]:
    """What `Server.prepare` does, for a server with this environment."""
    wanted = ("--tables", str(tables), "--finished", str(finished), "--seats", str(seats))
    out = _run(env, "tests/load/prepare_tables.py", *wanted)
    return [json.loads(line) for line in out.splitlines() if line]


def machine_cpu_seconds() -> float:
    """What all cores have spent until now, for whomever; waiting is not counted."""
    user, nice, system, _idle, _wait, *interrupts = Path("/proc/stat").read_text().split()[1:9]
    return sum(map(int, (user, nice, system, *interrupts))) / TICKS


@contextmanager
def our_server() -> Iterator[Server]:
    """The game as `script/server` runs it, with fresh data and without limits on how often."""
    data = tempfile.mkdtemp(prefix="high-society-bench-")
    port = _free_port()
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
    port = _free_port()
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with _serving(port, env, "tests/load/raw_channels.py", str(port)) as server:
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
            _wait_for(port, process)
            yield Server(port, process.pid, env)
        finally:
            failed = process.poll() is not None
            _stop(process)
            said.seek(0)
            words = said.read().decode(errors="replace")
            if failed or "Traceback" in words:
                print(f"{' '.join(command)} said:\n{words[-4_000:]}", file=sys.stderr)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    sys.exit("A server did not start.")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
