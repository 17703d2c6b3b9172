"""Viewers that never read what they are sent: they are cut off, and nobody else notices."""

import asyncio
import select
import socket
import struct
import time
from contextlib import ExitStack
from random import Random

import pytest

from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare

LAGGARDS = 4
MOVES_BETWEEN = 20
MOST_GROWTH = 20
SLOW = 5
PATIENCE = 90


class Laggard:
    """A viewer's socket by hand, with little room for what comes; nobody takes it out."""

    def __init__(self, port, invite):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        # As over a network: for this machine's own big packets the kernel would keep megabytes.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(
            f"GET /ws/r/{invite}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "\r\n".encode()
        )
        assert self.socket.recv(12) == b"HTTP/1.1 101"
        self.socket.setblocking(False)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.socket.close()

    @property
    def is_cut_off(self):
        poll = select.poll()
        poll.register(self.socket, select.POLLHUP | select.POLLERR)
        return bool(poll.poll(0))

    def send(self, opcode, text, times=1):
        mask = bytes(4)
        frame = struct.pack("!BB", 0x80 | opcode, 0x80 | len(text)) + mask + text
        try:
            self.socket.send(frame * times)
        except OSError:
            return  # no room now, or cut off


def stay_silent(laggard):
    """Neither reads nor writes."""


def talk_back(laggard):
    """Sends what is answered by a refusal."""
    laggard.send(1, b"{}")


def ping(laggard):
    """Asks for nothing but answers that cost little to ask for."""
    laggard.send(9, b"?" * 125, times=2_000)


async def seated(server):
    """A table that has already played a game: what is made only once has been made."""
    (room,) = await asyncio.to_thread(prepare, server.environment, tables=1)
    table = LongTable(Random(1), [server.port], **room)
    await table.arrive()
    await table.play_on()
    while not table.is_over:
        await table.play_on()
    return table


@pytest.mark.parametrize("habit", [stay_silent, talk_back, ping])
async def test_who_never_reads_is_cut_off_and_nobody_notices(server, habit):
    table = await seated(server)
    before, end = server.megabytes, time.monotonic() + PATIENCE
    table.latencies.clear()

    with ExitStack() as stack:
        arrivals = [Laggard(server.port, table.invite) for _ in range(LAGGARDS)]
        laggards = [stack.enter_context(laggard) for laggard in arrivals]
        while not all(laggard.is_cut_off for laggard in laggards):
            assert time.monotonic() < end, sum(laggard.is_cut_off for laggard in laggards)
            for laggard in laggards:
                habit(laggard)
            for _ in range(MOVES_BETWEEN):
                await table.play_on()
            assert server.megabytes < before + MOST_GROWTH

    assert max(table.latencies) < SLOW
    await table.play_on()
    await table.leave()


async def test_sockets_are_closed_in_good_order_as_before(server):
    table = await seated(server)

    await table.leave()

    await table.come_back()
    await table.play_on()
    await table.leave()
