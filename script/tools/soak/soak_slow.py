"""Players beside strangers: slow requests, idle sockets and a flood of pages must not hold them up.

The players' moves are timed while it is quiet and while strangers are there, in turns.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import quantiles

from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from script.tools.soak.reporting import Report, options
from tests.support.server import ROOT, Server

PAUSE = 0.1
MOST_TIMES = 3.0
FLOODING = 20
SETTINGS = {"LIMITS": "on", "LIMIT_MOVE": "off", "LIMIT_FRAME": "off"}


def p95(latencies: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(latencies, n=20)[-1]


async def played(tables: list[LongTable], seconds: float) -> list[float]:
    """The latencies of all moves in so many seconds, at a pace of people in a hurry."""
    end = time.monotonic() + seconds

    async def play(table: LongTable) -> list[float]:
        found = []
        while time.monotonic() < end:
            if table.is_over:
                await table.deal_again()
            found.append(await table.move())
            await asyncio.sleep(PAUSE)
        return found

    async with asyncio.timeout(seconds + 60):
        return [each for found in await asyncio.gather(*map(play, tables)) for each in found]


class Crowd:
    """Strangers in a process of their own."""

    def __init__(self, kind: str, port: int, count: int, addresses: int, path: str = "/") -> None:
        words = (kind, str(port), str(count), str(addresses), path)
        self.process = subprocess.Popen(
            [sys.executable, "script/tools/load/strangers.py", *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def arrive(self) -> dict[str, int]:
        """Comes back once they are all there; what they have seen."""
        assert self.process.stdout is not None
        return dict(json.loads(self.process.stdout.readline() or "{}"))

    def leave(self) -> dict[str, int]:
        """Let them go; what they have seen in all."""
        said, _ = self.process.communicate("", timeout=60)
        return dict(json.loads(said.splitlines()[-1]))


async def beside(
    crowds: list[Crowd], tables: list[LongTable], seconds: float
) -> tuple[list[float], list[dict[str, int]]]:
    """Play while they are there; the latencies, and what each crowd has seen."""
    try:
        for crowd in crowds:
            await asyncio.to_thread(crowd.arrive)
        found = await played(tables, seconds)
    finally:
        seen = [await asyncio.to_thread(crowd.leave) for crowd in crowds]
    return found, seen


async def measure(
    server: Server, *, tables: int, slow: int, idle: int, seconds: float
) -> dict[str, object]:
    """The p95 of moves in milliseconds: quiet, beside slow and idle strangers, under a flood."""
    *rooms, watched = await asyncio.to_thread(prepare, server.environment, tables=tables + 1)
    players = LongTable.gathered(rooms, Random(11), server.port)
    for table in players:
        await table.arrive()
    await played(players, seconds / 4)  # so that what is made only once has been made
    path = f"/ws/r/{watched['invite']}/"
    quiet = await played(players, seconds)
    crowds = [
        Crowd("slow", server.port, slow, max(1, slow // 50)),
        Crowd("idle", server.port, idle, max(1, idle // 50), path),
    ]
    crowded, seen = await beside(crowds, players, seconds)
    quiet += await played(players, seconds)
    flood = Crowd("flood", server.port, FLOODING, 1, "/r/nobody-knows-this/")
    flooded, pages = await beside([flood], players, seconds)
    for table in players:
        await table.leave()
    return {
        "quiet_ms": milliseconds(quiet),
        "crowded_ms": milliseconds(crowded),
        "flooded_ms": milliseconds(flooded),
        "moves": len(quiet) + len(crowded) + len(flooded),
        "slow": seen[0],
        "idle": seen[1],
        "pages": pages[0],
    }


def milliseconds(latencies: Sequence[float]) -> float:
    return round(1_000 * p95(latencies), 1)


def faults_in(found: dict[str, object], words: str) -> list[str]:
    """What held the players up."""
    quiet = float(str(found["quiet_ms"]))
    late = {name: found[name] for name in ("crowded_ms", "flooded_ms")}
    faults = [
        f"{name} {value}, quiet {quiet}"
        for name, value in late.items()
        if float(str(value)) > MOST_TIMES * quiet
    ]
    return faults + (["The server logged a traceback."] if "Traceback" in words else [])


def main() -> None:
    chosen = options(
        __doc__,
        tables=(4, "tables of four players"),
        slow=(1_000, "requests that never end"),
        idle=(2_000, "sockets that say nothing"),
        seconds=(30.0, "for each measurement"),
    )
    report = Report("slow", as_json=chosen.json)
    with (
        tempfile.TemporaryDirectory(prefix="high-society-soak-") as data,
        Server(Path(data), **SETTINGS) as server,
    ):
        found = asyncio.run(
            measure(
                server,
                tables=chosen.tables,
                slow=chosen.slow,
                idle=chosen.idle,
                seconds=chosen.seconds,
            )
        )
        words = server.words()
    report.close(faults_in(found, words), **found)


if __name__ == "__main__":
    main()
