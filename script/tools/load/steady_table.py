"""A table whose sockets come back one by one, as pages do, while the site is being restarted."""

import asyncio
import time
import urllib.error
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from random import Random
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from script.tools.load.load_client import Refused, opened
from script.tools.load.long_table import CUT_OFF, LongTable

LOOK = 0.01
# As static/js/connection.js waits.
FIRST_PAUSE = 0.3
LONGEST_PAUSE = 5.0


class SteadyTable(LongTable):
    """A move that was sent and not answered is sent again with its version, which is harmless."""

    def __init__(self, *facts: Any, **more: Any) -> None:
        super().__init__(*facts, **more)
        self.codes: Counter[int | None] = Counter()
        self.away: list[float] = []
        self.errors: list[int] = []
        self.pending: tuple[int, str] | None = None
        self.tries: set[asyncio.Task[None]] = set()
        self.is_leaving = False

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        while True:
            with suppress(ConnectionClosed):
                while True:
                    self.take(seat, await socket.recv(decode=False))
            if self.is_leaving:
                return
            self.codes[socket.close_code] += 1
            begin = time.monotonic()
            socket = await self._back(seat)
            self.away.append(time.monotonic() - begin)
            await self._send_again(seat)

    async def _back(self, seat: int) -> ClientConnection:
        """A new socket for this seat; how long pages wait between tries grows."""
        pause = FIRST_PAUSE
        while True:
            await asyncio.sleep(pause * (0.5 + self.rng.random() / 2))
            pause = min(LONGEST_PAUSE, 2 * pause)
            with suppress(*CUT_OFF):
                port = self.ports[seat % len(self.ports)]
                socket = await opened(port, self._address(seat), self.cookies[seat])
                self.sockets[seat] = socket
                return socket

    def _address(self, seat: int) -> str:
        """As static/js/connection.js opens it: with what the page shows."""
        page = self.pages[seat]
        shown = urlencode({"seen": page.seen, "outline": page.outline})
        return f"/ws/r/{self.invite}/?{shown}"

    async def _send_again(self, seat: int) -> None:
        if self.pending is not None and self.pending[0] == seat:
            with suppress(ConnectionClosed):
                await self.sockets[seat].send(self.pending[1])

    def take(self, seat: int, html: bytes) -> None:
        """Refused is a move that was sent twice, or one that could not be stored just now."""
        try:
            super().take(seat, html)
        except Refused:
            task = asyncio.get_running_loop().create_task(self._try_again(seat, self.pending))
            self.tries.add(task)
            task.add_done_callback(self.tries.discard)

    async def _try_again(self, seat: int, move: tuple[int, str] | None) -> None:
        await asyncio.sleep(FIRST_PAUSE)
        if self.pending is move:
            await self._send_again(seat)

    async def move(self) -> float:
        """Make the next move and return the seconds until the last socket had it."""
        self.seen = asyncio.get_running_loop().create_future()
        self.pending = self.choose()
        begin = time.perf_counter()
        await self._send_again(self.pending[0])
        latency = float(await self.seen) - begin
        self.pending = None
        self.latencies.append(latency)
        return latency

    async def deal_again(self) -> None:
        """The host starts the next game; comes back once everybody sees it."""
        await asyncio.to_thread(self._start)
        while not self._is_dealt():  # noqa: ASYNC110
            await asyncio.sleep(LOOK)
        self.is_over = False
        self.sent.append({})

    def _start(self) -> None:
        """The host proposes a rematch, and the others are ready; 409 means that it was done."""
        self._send("start", 0)
        for seat in range(1, len(self.cookies)):
            self._send("ready", seat)

    def _send(self, address: str, seat: int) -> None:
        while True:
            try:
                return self.post(address, seat)
            except urllib.error.HTTPError as error:
                if error.code == HTTPStatus.CONFLICT:
                    return None
                self.errors.append(error.code)
                time.sleep(FIRST_PAUSE)

    def _is_dealt(self) -> bool:
        return all(page.version == 0 for page in self.pages) and any(
            page.is_awake for page in self.pages
        )

    async def leave(self) -> None:
        self.is_leaving = True
        for reader in self.readers:
            reader.cancel()
        await super().leave()


async def gathered(rooms: list[dict[str, Any]], rng: Random, port: int) -> list[SteadyTable]:
    """Tables for rooms that were prepared, everybody seated."""
    tables = [SteadyTable(rng, [port], **room) for room in rooms]
    for table in tables:
        await table.arrive()
    return tables
