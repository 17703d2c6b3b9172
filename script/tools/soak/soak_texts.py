"""Hostile texts at every form and frame of a server, while a table plays: nobody waits for them."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from random import Random
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from script.tools.soak.houses import a_server
from script.tools.soak.reporting import Report, options
from tests.support.hostile_texts import (
    DOORS,
    UNITS,
    Answer,
    Attacker,
    Door,
    an_attacker,
    frames,
    hostile,
)
from tests.support.server import Server

SIZES = (1, 21, 300, 5_000, 100_000, 650_000, 2_000_000)
LARGE_SIZES = (650_000, 2_000_000)
FRAMES_A_SOCKET, FRAME_PAUSE = 20, 1 / 6  # as often as the server lets one person
QUIET_SECONDS = 2
PAUSE = 0.05
LARGE = 100_000
# What is asked for is 50 ms of CPU for 100 kB and a wait of 0.2 s; faults on a busy machine, too:
MOST_CPU, LONGEST_WAIT = 0.15, 10.0


@dataclass
class Findings:
    """What the attack cost, and what went wrong."""

    texts: int = 0
    frames: int = 0
    costs: list[tuple[float, str]] = field(default_factory=list)
    quiet: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def take(self, name: str, answer: Answer, *, is_alone: bool) -> None:
        """Note one answer, and where nothing else happened what 100 kB cost."""
        self.texts += 1
        if answer.status >= 500 and answer.status != 503:
            self.faults.append(name)
        if is_alone and answer.sent >= LARGE:
            self.costs.append((answer.cpu / (answer.sent / LARGE), name))

    def figures(self) -> dict[str, object]:
        costs = sorted(self.costs)
        return {
            "texts": self.texts,
            "frames": self.frames,
            "cpu_ms_per_100kB_most": round(1_000 * costs[-1][0], 1) if costs else 0,
            "at": costs[-1][1] if costs else "",
            "quiet_p95_ms": p95(self.quiet),
            "wait_p95_ms": p95(self.waits),
            "wait_most_ms": round(1_000 * max(self.waits, default=0), 1),
        }


def p95(seconds: list[float]) -> float:
    return round(1_000 * quantiles(seconds, n=20)[-1], 1) if len(seconds) > 1 else 0.0


def attacks(chance: Random, count: int, sizes: Sequence[int]) -> Iterator[tuple[Door, str, int]]:
    """Every door in turn with every kind of text, in these sizes."""
    doors = list(DOORS)
    chance.shuffle(doors)
    every = zip(itertools.cycle(doors), itertools.cycle(UNITS), itertools.cycle(sizes))
    return itertools.islice(every, count)


async def play(table: LongTable, waits: list[float]) -> None:
    """Moves of people who want nothing but to play, without end; how long each of them took."""
    while True:
        waits.append(await table.play_on())
        await asyncio.sleep(PAUSE)


async def shout(server: Server, invite: str, session: str, found: Findings) -> None:
    """Hostile frames over sockets, as often as they are listened to, without end."""
    said, address = frames(Random(12)), f"127.0.0.1:{server.port}"
    door = connect(
        f"ws://{address}/ws/r/{invite}/",
        origin=f"http://{address}",  # type: ignore[arg-type]
        additional_headers={"Cookie": f"sessionid={session}"},
        compression=None, proxy=None, max_size=None,
    )  # fmt: skip
    async for socket in door:
        async with socket, meanwhile(_read(socket)):
            for frame in itertools.islice(said, FRAMES_A_SOCKET):
                with suppress(ConnectionClosed):
                    await socket.send(frame)
                found.frames += 1
                await asyncio.sleep(FRAME_PAUSE)


async def _read(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


@asynccontextmanager
async def meanwhile(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """All this goes on while the block lasts; what fails before its end is a failure."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
        for task in tasks:
            if task.done():
                await task
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def run(server: Server, count: int, report: Report | None = None) -> Findings:
    """What texts cost where nothing else happens; then a table plays while others are sent."""
    quiet, loud = await asyncio.to_thread(prepare, server.environment, tables=2)
    chance, found, said = Random(11), Findings(), server.log.stat().st_size
    attacker = await asyncio.to_thread(an_attacker, server, loud["invite"], loud["sessions"][0])
    for door, kind, size in attacks(chance, count // 4, LARGE_SIZES):
        await _attack(attacker, found, door, kind, size, is_alone=True)
    (table,) = LongTable.gathered([quiet], chance, server.port)
    await table.arrive()
    async with meanwhile(play(table, found.quiet)):
        await asyncio.sleep(QUIET_SECONDS)
    await table.come_back()
    shouting = shout(server, loud["invite"], loud["sessions"][1], found)
    async with meanwhile(play(table, found.waits), shouting):
        for door, kind, size in attacks(chance, count - count // 4, SIZES):
            await _attack(attacker, found, door, kind, size)
            if report is not None:
                report.progress(**found.figures(), faults=len(found.faults))
    await table.leave()
    _judge(server.words(said), found)
    return found


async def _attack(
    attacker: Attacker, found: Findings, door: Door, kind: str, size: int, *, is_alone: bool = False
) -> None:
    loop = asyncio.get_running_loop()
    answer = await loop.run_in_executor(elsewhere(), send, attacker, door, kind, size)
    found.take(f"{door} [{kind}, {size}]: {answer.status}", answer, is_alone=is_alone)


def send(attacker: Attacker, door: Door, kind: str, size: int) -> Answer:
    return attacker.send(door, hostile(kind, size))


@cache
def elsewhere() -> ProcessPoolExecutor:
    """A process for the attacker: to write megabytes must not hold up who measures waiting."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


def _judge(words: str, found: Findings) -> None:
    found.faults += [
        f"CPU: {cost:.3f} s for 100 kB at {at}" for cost, at in found.costs if cost > MOST_CPU
    ]
    found.faults += [f"A move took {wait:.1f} s." for wait in found.waits if wait > LONGEST_WAIT]
    if "Traceback" in words:
        found.faults.append(words[words.index("Traceback") :][:2_000])


def main() -> None:
    chosen = options(__doc__, texts=(1_000, "to send"))
    report = Report("texts", as_json=chosen.json)
    with a_server(Server) as server:
        found = asyncio.run(run(server, chosen.texts, report))
    report.close(found.faults, **found.figures())


if __name__ == "__main__":
    main()
