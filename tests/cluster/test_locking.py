"""A room is locked at one process: strangers who look in at another are shown the door."""

import asyncio

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from games.live.socket_viewer import REMOVED
from script.tools.load.servers import prepare

pytestmark = pytest.mark.cluster
PATIENCE = 60
LOCK_AND_TALK = """
from games.models import Room
from games.rooms import chat, hosting
room = Room.objects.get(invite="{invite}")
hosting.set_lock(room.pk, room.host, is_locked=True)
chat.say(room.pk, room.host, "Among ourselves")
"""


async def heard_until_closed(socket):
    """Everything a socket is told until it is closed, and the code of that."""
    heard = ""
    try:
        while True:
            heard += await socket.recv()
    except ConnectionClosed as end:
        return heard, end.rcvd.code if end.rcvd else None


async def test_a_lock_holds_in_every_process(houses):
    one, other = houses
    (room,) = await asyncio.to_thread(prepare, one.environment, tables=1)
    address = f"ws://localhost:{other.port}/ws/r/{room['invite']}/"
    async with connect(address, origin=other.url) as stranger:
        await stranger.recv()
        script = LOCK_AND_TALK.format(invite=room["invite"])
        await asyncio.to_thread(one.manage, "shell", "-v", "0", "-c", script)

        async with asyncio.timeout(PATIENCE):
            heard, code = await heard_until_closed(stranger)

    assert code == REMOVED
    assert "This room is locked" in heard
    assert "Among ourselves" not in heard
