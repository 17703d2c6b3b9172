"""Tables and visitors at a site behind nginx, while something is done to it."""

import asyncio
import http.client
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from script.tools.load.servers import prepare
from script.tools.load.steady_table import SteadyTable, gathered
from tests.support.services import Site

PATIENCE = 60
BETWEEN_VISITS = 0.05
# A person who thinks: nobody moves faster than that.
BETWEEN_MOVES = 0.1


@dataclass
class Crowd:
    """Everybody who is at the site, and what happened to them."""

    site: Site
    tables: list[SteadyTable] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    is_over: bool = False

    async def arrive(self, tables: int, rng: Random) -> None:
        """So many tables of four."""
        environment = self.site.processes[0].environment
        rooms = await asyncio.to_thread(prepare, environment, tables=tables)
        self.tables = await gathered(rooms, rng, self.site.port)

    async def during(self, work: Callable[[], Any], *, with_visitor: bool = True) -> None:
        """Play and look at pages while `work` is done, and until all have moved since."""
        self.is_over = False
        players = [asyncio.create_task(self._play(table)) for table in self.tables]
        if with_visitor:
            players.append(asyncio.create_task(asyncio.to_thread(self._visit)))
        try:
            await asyncio.to_thread(work)
            await self.all_move()
        finally:
            self.is_over = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*players)

    async def all_move(self) -> None:
        """Comes back once every table has made two more moves."""
        before = [len(table.latencies) for table in self.tables]
        async with asyncio.timeout(PATIENCE):
            while any(  # noqa: ASYNC110
                len(table.latencies) < moves + 2
                for table, moves in zip(self.tables, before, strict=True)
            ):
                await asyncio.sleep(0.02)

    async def _play(self, table: SteadyTable) -> None:
        while not self.is_over:
            await table.play_on()
            await asyncio.sleep(BETWEEN_MOVES)

    def _visit(self) -> None:
        """Look at rooms, each time by a connection of its own."""
        number = 0
        while not self.is_over:
            number += 1
            table = self.tables[number % len(self.tables)]
            self.answers[self._status(f"/r/{table.invite}/", table.cookies[0])] += 1
            time.sleep(BETWEEN_VISITS)

    def _status(self, path: str, cookie: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={"Cookie": cookie})
            return connection.getresponse().status
        finally:
            connection.close()

    @property
    def standstill(self) -> float:
        """The longest that anybody waited for a move."""
        return max((wait for table in self.tables for wait in table.latencies), default=0.0)

    def waits(self) -> dict[str, float]:
        """How long moves took until all four had them, in seconds."""
        waited = sorted(latency for table in self.tables for latency in table.latencies)
        shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
        found = {name: waited[int(share * (len(waited) - 1))] for name, share in shares.items()}
        return {
            name: round(value, 3)
            for name, value in (found | {"slowest_standstill": waited[-1]}).items()
        }

    def summary(self) -> dict[str, object]:
        """What a soak reports of everybody."""
        return {
            "tables": len(self.tables),
            "moves": sum(len(table.latencies) for table in self.tables),
            **self.waits(),
            "slowest_without_socket": round(self.away, 2),
            "close_codes": dict(self.codes),
            "requests": dict(self.statuses),
        }

    @property
    def away(self) -> float:
        """The longest that a page was without a socket."""
        return max((away for table in self.tables for away in table.away), default=0.0)

    @property
    def statuses(self) -> Counter[int]:
        """How requests were answered: pages, and the forms that start games."""
        return self.answers + Counter(code for table in self.tables for code in table.errors)

    @property
    def codes(self) -> Counter[int | None]:
        """The codes with which sockets were closed."""
        return sum((table.codes for table in self.tables), Counter())

    async def leave(self) -> None:
        for table in self.tables:
            await table.leave()
