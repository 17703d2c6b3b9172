"""However much a room has to show, everybody is sent the end of the game, in bounded frames."""

import asyncio
import json
import subprocess
import sys
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from games.live.backpressure import MOST_UNREAD
from games.live.wire_frames import LONGEST_SENT
from games.play.commands import LONGEST_FRAME
from script.tools.load.servers import prepare
from tests.support.server import ROOT

PATIENCE = 60


def full_table(server):
    """A room with as much to show as there can be, one move before the end of its game."""
    done = subprocess.run(
        [sys.executable, "script/tools/load/full_table.py"],
        cwd=ROOT, env=server.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def opened(server, invite, session):
    return connect(
        f"ws://127.0.0.1:{server.port}/ws/r/{invite}/",
        origin=f"http://127.0.0.1:{server.port}",
        additional_headers={"Cookie": f"sessionid={session}", "Accept-Language": "de"},
        compression=None, proxy=None, max_size=None,
    )  # fmt: skip


async def message(socket):
    """The next message, in the frames in which it came."""
    async with asyncio.timeout(PATIENCE):
        return [frame async for frame in socket.recv_streaming(decode=False)]


async def until(socket, word):
    while True:
        frames = await message(socket)
        assert max(map(len, frames)) <= LONGEST_SENT
        if word in (html := b"".join(frames)):
            return html


def fields(table):
    action = dict(table["action"])
    if action["type"] == "commit":
        action["cards"] = [action.pop("card")]
    cards = [str(card) for card in action.pop("cards", [])]
    named = {name: str(value) for name, value in action.items() if name != "seat"}
    return json.dumps(named | {"version": table["version"]} | ({"cards": cards} if cards else {}))


async def test_everybody_is_sent_the_end_of_the_fullest_table(server):
    table = await asyncio.to_thread(full_table, server)
    async with AsyncExitStack() as stack:
        doors = [opened(server, table["invite"], key) for key in table["sessions"]]
        sockets = [await stack.enter_async_context(door) for door in doors]
        for socket in sockets:
            await until(socket, b'id="room"')

        await sockets[table["seat"]].send(fields(table))

        for socket in sockets:
            html = await until(socket, b'id="scores"')
            assert b'id="charts"' in html
            assert html.rstrip().endswith(b"</div>")
            assert len(html) < MOST_UNREAD
        await sockets[-1].send(json.dumps({"text": "Bravo"}))
        for socket in sockets:
            await until(socket, b"Bravo")


@pytest.mark.parametrize("size", [LONGEST_FRAME + 1, 1_000_000])
async def test_what_comes_in_is_still_limited(server, size):
    (room,) = await asyncio.to_thread(prepare, server.environment, tables=1)

    async with opened(server, room["invite"], room["sessions"][0]) as socket:
        await message(socket)
        await socket.send("x" * size)
        with pytest.raises(ConnectionClosed):
            await message(socket)
