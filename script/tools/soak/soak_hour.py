"""Tables of people and of bots play game after game: no error, and memory that stays flat."""

import argparse
import asyncio
import time
from itertools import count
from random import Random
from statistics import linear_regression, median
from typing import Any, NamedTuple

from script.tools.load.bot_table import BotTable
from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from script.tools.soak.houses import a_server
from script.tools.soak.reporting import Report, options
from tests.support.server import Server

SAMPLE = 5
FEWEST = 12
FLAT = 20.0
WARM = 2_500  # games, until every memory of a process is full: positions, rendered parts
PATIENCE = 60
AT_ONCE = 16


class Sample(NamedTuple):
    """When, after how many games, and how much memory the server holds."""

    at: float
    games: int
    megabytes: float


class Day(NamedTuple):
    """Until when tables play, and how long each of them thinks before a move, on average."""

    end: float
    pause: float

    async def think(self, chance: Random) -> None:
        left = self.end - time.monotonic()
        await asyncio.sleep(max(0, min(left, chance.uniform(0, 2 * self.pause))))

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.end


async def keep_playing(table: LongTable, day: Day, door: asyncio.Semaphore) -> None:
    async with door:
        await table.come_back()  # like a page, again and again if the server is too busy at first
    while not day.is_over:
        try:
            async with asyncio.timeout(PATIENCE):
                await table.play_on()
        except TimeoutError:
            raise TimeoutError(f"{PATIENCE} s without a move: {table.description}") from None
        await day.think(table.rng)
    await table.leave()


async def look_at(server: Server, tables: list[LongTable], report: Report) -> list[Sample]:
    """Note the server's memory until somebody says stop."""
    samples: list[Sample] = []
    try:
        for number in count(1):
            await asyncio.sleep(SAMPLE)
            samples.append(Sample(time.monotonic(), finished(tables), server.megabytes))
            if number % (60 // SAMPLE) == 0:
                report.say(**figures(tables), megabytes=round(server.megabytes, 1))
    except asyncio.CancelledError:
        return samples
    return samples


def finished(tables: list[LongTable]) -> int:
    return sum(len(table.sent) - 1 for table in tables)


def figures(tables: list[LongTable]) -> dict[str, object]:
    people = [table for table in tables if not isinstance(table, BotTable)]
    latencies = [latency for table in people for latency in table.latencies[-100:]]
    return {
        "games": finished(tables),
        "moves": sum(len(table.latencies) for table in tables),
        "p50_ms": round(1_000 * median(latencies or [0.0]), 1),
        "slowest_ms": round(1_000 * max(latencies, default=0.0)),
    }


def slope(samples: list[Sample], games: int) -> float | None:
    """Megabytes an hour after so many games; None where that was not for long enough."""
    warm = [sample for sample in samples if sample.games >= games]
    if len(warm) < FEWEST:
        return None
    return 3_600 * linear_regression(*zip(*((at, held) for at, _, held in warm), strict=True)).slope


async def run(
    server: Server, rooms: list[dict[str, Any]], chosen: argparse.Namespace, report: Report
) -> tuple[list[LongTable], list[Sample], list[str]]:
    people = chosen.tables - chosen.bots
    gathered = [
        *LongTable.gathered(rooms[:people], Random(1), server.port),
        *BotTable.gathered(rooms[people:], Random(2), server.port),
    ]
    faults: list[str] = []
    watch = asyncio.create_task(look_at(server, gathered, report))
    pause = chosen.tables / chosen.pace if chosen.pace else 0.0
    day, door = Day(time.monotonic() + 60 * chosen.minutes, pause), asyncio.Semaphore(AT_ONCE)
    try:
        async with asyncio.TaskGroup() as group:
            for table in gathered:
                group.create_task(keep_playing(table, day, door))
    except* Exception as errors:
        faults += [repr(error) for error in errors.exceptions]
    watch.cancel()
    return gathered, await watch, faults


def main() -> None:
    chosen = options(
        __doc__,
        minutes=(60.0, "to play"),
        tables=(100, "that play at once"),
        bots=(20, "of them are one person and three bots, the others four people"),
        pace=(0.0, "moves a second at all tables together at most; 0: as many as there can be"),
        warm=(WARM, "games, after which memory is to be flat"),
        flat=(FLAT, "megabytes an hour that memory may grow after that"),
    )
    report = Report("hour", as_json=chosen.json)
    with a_server(Server) as server:
        bots = chosen.bots
        rooms = prepare(server.environment, tables=chosen.tables - bots, bots=bots)
        begin = server.log.stat().st_size  # before it the database was locked for a while
        tables, samples, faults = asyncio.run(run(server, rooms, chosen, report))
        made = sum(len(table.latencies) for table in tables)
        lines = 'SELECT COUNT(*) AS n FROM games_loggedaction WHERE "by" '
        stored, by_bots = (server.ask(f"{lines} {which}")[0]["n"] for which in ("= ''", "<> ''"))
        if "Traceback" in server.words(begin):
            faults.append(server.words(begin)[-2_000:])
    if stored != made:
        faults.append(f"{made} moves were made, {stored} are stored.")
    growth = slope(samples, chosen.warm)
    if growth is not None and growth > chosen.flat:
        faults.append(f"Memory grows by {growth:.0f} MB an hour.")
    report.close(
        faults,
        **figures(tables),
        moves_of_bots=by_bots,
        megabytes_first=round(samples[0].megabytes, 1),
        megabytes_last=round(samples[-1].megabytes, 1),
        megabytes_an_hour="not warm yet" if growth is None else round(growth, 1),
    )


if __name__ == "__main__":
    main()
