"""Another program for the same game, measured in turns with ours: a folder with a Node server.

The folder has `server.js PORT STORE`, which serves the game, and `load.js PORT ROOMS SECONDS`,
which plays it and prints its moves a second and its latencies as one JSON object.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.support.server import cpu_seconds, free_port, wait_for_port

STORES = ("memory", "flatfile")
WARM_UP = 2.0
Figures = dict[str, float]


@dataclass(slots=True)
class Peer:
    """A running server of the other program, and what was measured there."""

    folder: Path
    port: int
    store: str
    pid: int
    slices: list[Figures] = field(default_factory=list)

    def measure(self, rooms: int, seconds: float) -> None:
        """Play for so long, after a warm-up of its own; processor time is taken after that."""
        command = ["node", "load.js", str(self.port), str(rooms), str(seconds)]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True) as load:
            time.sleep(WARM_UP)
            begin, spent = time.perf_counter(), cpu_seconds(self.pid)
            line = next(line for line in load.stdout or () if line.startswith("{"))
            busy = (cpu_seconds(self.pid) - spent) / (time.perf_counter() - begin)
        figures = json.loads(line)
        self.slices.append(figures | {"cpu_ms_per_move": 1_000 * busy / figures["moves_per_s"]})

    def middle(self, name: str) -> float:
        """The middle one of the slices' figures."""
        return median(figures[name] for figures in self.slices)


@contextmanager
def peers_from(folder: Path) -> Iterator[list[Peer]]:
    """The other program's servers, one for each way in which it keeps games."""
    if not shutil.which("node") or not shutil.which("npm"):
        sys.exit("--peer needs node and npm in PATH.")
    with tempfile.TemporaryDirectory(prefix="high-society-peer-") as scratch:
        copy = Path(scratch) / "peer"
        shutil.copytree(folder, copy)
        if not (copy / "node_modules").exists():
            _run(copy, "npm", "install", "--no-audit", "--no-fund", "--silent")
        servers = [_started(copy, store) for store in STORES]
        try:
            yield [peer for peer, _ in servers]
        finally:
            for _, process in servers:
                process.kill()
                process.wait()


def _started(folder: Path, store: str) -> tuple[Peer, "subprocess.Popen[bytes]"]:
    port = free_port()
    process = subprocess.Popen(
        ["node", "server.js", str(port), store],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wait_for_port(port, process)
    return Peer(folder, port, store, process.pid), process


def _run(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
