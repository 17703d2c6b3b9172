"""The load: rooms of four sockets, one move at a time in each, timed until all four have it."""

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

RAISES = 0.45
PATIENCE = 20
AT_ONCE = 16
# So long at least browsers wait for the answer to a handshake.
AS_BROWSERS = 60

VERSION = re.compile(rb'id="version"[^>]* value="(\d+)"')
CONTROLS = re.compile(rb'id="controls"[^>]*>')
SMALLEST = re.compile(rb'data-smallest="([\d ]+)"')
CHOICE = re.compile(rb'name="card" value="([^"]+)"')
COIN = re.compile(rb'name="cards" value="(\d+)"')
SEEN = re.compile(rb'id="seen" value="([^"]*)"')
OUTLINE = re.compile(rb'data-outline="([^"]*)"')


class Refused(Exception):
    """The server did not take a move."""


async def opened(port: int, path: str, cookie: str) -> ClientConnection:
    """A socket as a page of the site on this port opens it."""
    return await connect(
        f"ws://127.0.0.1:{port}{path}",
        origin=f"http://127.0.0.1:{port}",
        additional_headers={"Cookie": cookie},
        compression=None,
        proxy=None,
        ping_interval=None,
        open_timeout=AS_BROWSERS,
    )


class Table:
    """Four sockets of a room, one of which moves; a move is over when all four have been told."""

    is_over = False

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.seen = asyncio.get_running_loop().create_future()
        self.latencies: list[float] = []

    async def enter(self, port: int, path: str, cookies: Sequence[str]) -> None:
        for seat, cookie in enumerate(cookies):
            await self.sit(seat, port, path, cookie)

    async def sit(self, seat: int, port: int, path: str, cookie: str) -> None:
        """Open the socket of one seat."""
        socket = await opened(port, path, cookie)
        self.sockets.append(socket)
        self.readers.append(asyncio.create_task(self._read(seat, socket)))

    async def leave(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets))
        await asyncio.gather(*self.readers, return_exceptions=True)

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        try:
            while True:
                self.take(seat, await socket.recv(decode=False))
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if not self.seen.done():
            self.seen.set_exception(error)
            self.seen.exception()

    async def move(self) -> float:
        """Make the next move and return the seconds until the last socket had it."""
        if self.seen.done():
            await self.seen
        self.seen = asyncio.get_running_loop().create_future()
        seat, frame = self.choose()
        begin = time.perf_counter()
        await self.sockets[seat].send(frame)
        latency = float(await self.seen) - begin
        self.latencies.append(latency)
        return latency

    def take(self, seat: int, html: bytes) -> None:
        """Note what one socket was sent."""
        raise NotImplementedError

    def choose(self) -> tuple[int, str]:
        """Who sends what next."""
        raise NotImplementedError


class RawTable(Table):
    """A room of the yardstick: the seats send in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.missing = 0

    def take(self, seat: int, html: bytes) -> None:  # noqa: ARG002
        self.missing -= 1
        if self.missing == 0:
            self.seen.set_result(time.perf_counter())

    def choose(self) -> tuple[int, str]:
        self.missing = len(self.sockets)
        return len(self.latencies) % len(self.sockets), '{"type":"pass","version":"7","HEADERS":{}}'


@dataclass(slots=True)
class Page:
    """What a player's page shows of what it was pushed: the version, their controls and hand.

    `seen` and `outline` are what it says of itself when it connects again.
    """

    version: int = -1
    seen: bytes = b""
    outline: bytes = b""
    controls: bytes = b""
    hand: list[bytes] = field(default_factory=list)
    is_awake: bool = False

    def take(self, html: bytes) -> None:
        if b'id="alert"' in html:
            raise Refused(html.decode())
        if found := VERSION.search(html):
            self.version = int(found[1])
        if found := SEEN.search(html):
            self.seen = found[1]
        if found := OUTLINE.search(html):
            self.outline = found[1]
        if b'id="hand"' in html:
            self.hand = COIN.findall(html)
        if found := CONTROLS.search(html):
            self.is_awake = b"controls--awake" in found[0]
            self.controls = html[found.start() :] if self.is_awake else b""

    def choose(self, rng: Random) -> dict[str, object]:
        """A move as the page would send it: the smallest raise or a pass, or what else is asked."""
        if b'data-phase="sealed"' in self.controls:
            return {"type": "commit", "cards": rng.choice(self.hand).decode()}
        if cards := CHOICE.findall(self.controls):
            return {"type": "discard", "card": rng.choice(cards).decode()}
        if (found := SMALLEST.search(self.controls)) and rng.random() < RAISES:
            return {"type": "bid", "cards": found[1].decode().split()}
        return {"type": "pass"}


class GameTable(Table):
    """A room of ours, with a running game.

    While a game `is_dealt`, what still comes of the game before it, which is over, does not count.
    """

    is_dealt = False

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng
        self.pages: list[Page] = []
        self.wanted = 0

    async def enter(self, port: int, path: str, cookies: Sequence[str]) -> None:
        self.pages = [Page() for _ in cookies]
        await super().enter(port, path, cookies)
        await self.seen

    def take(self, seat: int, html: bytes) -> None:
        self.pages[seat].take(html)
        if self.seen.done() or any(page.version < self.wanted for page in self.pages):
            return
        self.is_over = not any(page.is_awake for page in self.pages)
        if self.is_over and self.is_dealt:
            return
        self.seen.set_result(time.perf_counter())

    def choose(self) -> tuple[int, str]:
        seat = next(seat for seat, page in enumerate(self.pages) if page.is_awake)
        page = self.pages[seat]
        self.wanted = page.version + 1
        fields = page.choose(self.rng) | {"version": str(page.version), "HEADERS": {}}
        return seat, json.dumps(fields)


@dataclass(slots=True)
class Crowd:
    """Tables that wait for their turn, and those whose game is over."""

    waiting: deque[Table] = field(default_factory=deque)
    over: list[Table] = field(default_factory=list)

    async def clear(self) -> None:
        """Close the sockets of what is over."""
        for table in self.over:
            await table.leave()
        self.over.clear()


@dataclass(frozen=True, slots=True)
class Slice:
    """What was measured in one go.

    Moves that arrive after the end do not count as moves a second, but were work all the same:
    whoever shares out work takes `all_moves` and `all_seconds`.
    """

    seconds: float
    latencies: list[float]
    all_moves: int
    all_seconds: float

    @property
    def moves_per_second(self) -> float:
        return len(self.latencies) / self.seconds


async def play(crowd: Crowd, rooms: int, seconds: float) -> Slice:
    """Keep `rooms` tables busy; a game that ends gives its place to the next waiting table.

    What is not over goes back to wait. When no table is left, time stops.
    """
    latencies: list[float] = []
    late = 0
    begin = time.perf_counter()
    end = begin + seconds

    async def keep_busy(table: Table) -> None:
        nonlocal end, late
        while True:
            latency = await table.move()
            now = time.perf_counter()
            if now <= end:
                latencies.append(latency)
            else:
                late += 1
            if not table.is_over and now <= end:
                continue
            (crowd.over if table.is_over else crowd.waiting).append(table)
            if now > end:
                return
            if not crowd.waiting:
                end = now
                return
            table = crowd.waiting.popleft()

    first = [crowd.waiting.popleft() for _ in range(rooms)]
    async with asyncio.timeout(seconds + PATIENCE), asyncio.TaskGroup() as group:
        for table in first:
            group.create_task(keep_busy(table))
    return Slice(end - begin, latencies, len(latencies) + late, time.perf_counter() - begin)


async def enter_games(port: int, tables: Sequence[dict[str, Any]], rng: Random) -> list[Table]:
    """Sit down at tables that were prepared."""

    async def enter(invite: str, sessions: Sequence[str]) -> Table:
        table = GameTable(rng)
        async with door:
            await table.enter(port, f"/ws/r/{invite}/", [f"sessionid={key}" for key in sessions])
        return table

    door = asyncio.Semaphore(AT_ONCE)
    async with asyncio.timeout(10 * PATIENCE):
        return await asyncio.gather(*(enter(**table) for table in tables))


async def enter_raw(port: int, rooms: int) -> list[Table]:
    """Connect four sockets to each room of the yardstick."""
    tables: list[Table] = [RawTable() for _ in range(rooms)]
    async with asyncio.timeout(10 * PATIENCE):
        for number, table in enumerate(tables):
            await table.enter(port, f"/room/{number}/", [""] * 4)
    return tables
