"""Strangers in a process of their own: slow requests, idle sockets, floods. `python … KIND PORT …`.

Each prints a line once it is in full swing, and one when its standard input is closed.
"""

import asyncio
import http.client
import json
import sys
import time
from collections import Counter
from contextlib import suppress

from websockets.asyncio.client import connect

A_BYTE_EVERY = 2.0
AT_ONCE = 50
HALF_A_POST = b"POST /rooms/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\nname="


def source(number: int, addresses: int) -> tuple[str, int]:
    """One of this machine's addresses, which are as good as so many visitors."""
    return f"127.1.{1 + number % addresses // 200}.{1 + number % addresses % 200}", 0


class Strangers:
    """So many of them, each at something of their own until all are told to stop."""

    def __init__(self, port: int, count: int, addresses: int, path: str) -> None:
        self.port, self.count, self.addresses, self.path = port, count, addresses, path
        self.seen: Counter[str] = Counter()
        self.door = asyncio.Semaphore(AT_ONCE)
        self.is_over = asyncio.Event()

    async def one(self, number: int) -> None:
        """What one of them does until it is cut off."""
        raise NotImplementedError

    async def go_on(self, number: int) -> None:
        while not self.is_over.is_set():
            try:
                await self.one(number)
            except (OSError, EOFError, http.client.HTTPException):
                self.seen["cut off"] += 1
            except Exception as error:
                self.seen[type(error).__name__] += 1
            await asyncio.sleep(0.1)

    async def run(self) -> None:
        tasks = [asyncio.create_task(self.go_on(number)) for number in range(self.count)]
        end = time.monotonic() + 60
        while self.seen["begun"] < self.count and time.monotonic() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        print(json.dumps(self.seen), flush=True)
        await asyncio.to_thread(sys.stdin.read)
        self.is_over.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        print(json.dumps(self.seen), flush=True)


class Slow(Strangers):
    """Half a request, then a byte now and then."""

    async def one(self, number: int) -> None:
        async with self.door:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=source(number, self.addresses)
            )
        self.seen["begun"] += 1
        writer.write(HALF_A_POST)
        while not reader.at_eof():
            writer.write(b"x")
            await writer.drain()
            with suppress(TimeoutError):
                async with asyncio.timeout(A_BYTE_EVERY):
                    await reader.read(1_000)
        self.seen["cut off"] += 1
        writer.close()


class Idle(Strangers):
    """A socket that watches and says nothing."""

    async def one(self, number: int) -> None:
        await self.door.acquire()
        try:
            socket = await connect(
                f"ws://127.0.0.1:{self.port}{self.path}",
                origin=f"http://127.0.0.1:{self.port}",
                local_addr=source(number, self.addresses),
                compression=None,
                proxy=None,
                ping_interval=None,
            )
        finally:
            self.door.release()
        self.seen["begun"] += 1
        async for _ in socket:
            self.seen["frames"] += 1
        self.seen["closed"] += 1


class Flood(Strangers):
    """Page after page as fast as they come."""

    async def one(self, number: int) -> None:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=source(number, self.addresses)
        )
        self.seen["begun"] += 1
        while not self.is_over.is_set():
            writer.write(f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            self.seen[head.split(b" ", 2)[1].decode()] += 1
            await self._body(reader, head.lower())

    async def _body(self, reader: asyncio.StreamReader, head: bytes) -> None:
        if b"content-length: " in head:
            await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r")[0]))
            return
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()


KINDS = {"slow": Slow, "idle": Idle, "flood": Flood}


async def main(kind: str, port: str, count: str, addresses: str, path: str) -> None:
    await KINDS[kind](int(port), int(count), int(addresses), path).run()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
