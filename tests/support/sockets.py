"""People at a table, their sockets, and what is said over them."""

import asyncio
import json

from games.live import hub
from games.models import Message, Room
from games.process.db_threads import in_thread
from games.rooms import seating
from games.screens import SeenState
from tests.support.builders import a_person
from tests.support.visitors import Visitor, a_socket


class Party:
    """A room, everybody's browser, and later their open sockets."""

    def __init__(self, here):
        self.here, self.room = here, here.room
        self.eve = a_person("Eve")
        seating.watch(self.room.pk, self.eve)
        self.room.refresh_from_db()
        self.visitors = [Visitor(player) for player in (*here.people, self.eve)] + [Visitor()]
        self.sockets = []

    @property
    def seen_state(self):
        """What a page loaded now shows."""
        game, said = self.here.game, Message.objects.last()
        changes = Room.objects.get(pk=self.room.pk).changes
        version = self.here.position().version if game else 0
        return SeenState(changes, game.pk if game else 0, version, said.pk if said else 0)

    async def open(self, *who):
        """Open the sockets of pages that are up to date; without `who`, everybody's."""
        seen = await in_thread(lambda: self.seen_state)
        opened = [a_socket(self.room, self.visitors[n], {"seen": seen}) for n in who or range(5)]
        for socket in opened:
            is_open, _ = await socket.connect()
            assert is_open
        self.sockets += opened
        await self.settle()
        return opened if len(who) != 1 else opened[0]

    async def settle(self):
        """A socket is open a moment before it has looked round the room."""
        while any(viewer.role is None for viewer in hub.hub.viewers[self.room.pk]):  # noqa: ASYNC110
            await asyncio.sleep(0.005)

    async def close(self):
        for socket in self.sockets:
            await socket.disconnect()


PATIENCE = 60


async def send(socket, **fields):
    await socket.send_to(text_data=json.dumps(fields))


async def frame(socket):
    return await socket.receive_from(timeout=PATIENCE)


async def until(socket, *words):
    """Everything that is pushed until all these words have come."""
    got = await frame(socket)
    while not all(word in got for word in words):
        got += await frame(socket)
    return got
