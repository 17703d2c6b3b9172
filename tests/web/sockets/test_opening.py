"""Opening a socket: who may, from where, and what they are shown first."""

import pytest

from games.accounts import addresses, limits
from games.live.socket_viewer import UNKNOWN
from games.process.db_threads import in_thread
from games.rooms import hosting
from tests.support.builders import a_person
from tests.support.sockets import PATIENCE, frame, send
from tests.support.visitors import ORIGIN, Visitor, a_socket, ids

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]


async def test_a_page_that_has_it_all_gets_nothing(game):
    sockets = await game.open()

    for socket in sockets:
        assert await socket.receive_nothing(timeout=0.05)
    await game.close()


@pytest.mark.parametrize("stale", ["changes", "game", "version", "message"])
async def test_a_page_that_shows_something_else_gets_the_whole_room(game, stale):
    seen = await in_thread(lambda: game.seen_state._replace(**{stale: 99}))
    socket = a_socket(game.room, game.visitors[0], {"seen": seen})
    await socket.connect()

    html = await frame(socket)

    assert html.startswith('<div id="room"')
    assert {"hand", "controls", "seat-0", "stage", "people", "log"} <= ids(html)
    await socket.disconnect()


async def test_a_socket_that_does_not_say_what_its_page_shows_gets_the_whole_room(lobby):
    socket = a_socket(lobby.room, lobby.visitors[0])
    await socket.connect()

    assert (await frame(socket)).startswith('<div id="room"')
    await socket.disconnect()


@pytest.mark.parametrize(
    "origin",
    [
        None,
        b"",
        b"null",
        b"https://testserver",
        b"http://testserver:8000",
        b"http://evil.example",
        b"http://testserver.evil.example",
        b"http://evil.example/http://testserver",
        b"HTTP://TESTSERVER.",
        b"\xff",
    ],
)
async def test_foreign_pages_open_no_socket(lobby, origin):
    socket = a_socket(lobby.room, lobby.visitors[0], origin=origin)

    is_open, code = await socket.connect()

    assert (is_open, code) == (False, 1000) or not is_open


async def test_our_own_page_opens_one(lobby):
    socket = a_socket(lobby.room, origin=ORIGIN)

    assert (await socket.connect())[0]
    await socket.disconnect()


@pytest.mark.parametrize("invite", ["nobody-knows-this", "%00", "%F0%9F%8E%A9", "x" * 2000])
async def test_a_socket_to_nowhere_is_closed_for_good(lobby, invite):
    socket = a_socket(invite, lobby.visitors[0])
    await socket.connect()

    assert await socket.receive_output(timeout=PATIENCE) == {
        "type": "websocket.close",
        "code": UNKNOWN,
    }
    await socket.disconnect()


@pytest.mark.parametrize("who", [4, "outsider", "removed"])
async def test_a_locked_room_answers_like_none(lobby, who):
    def prepare():
        host = lobby.here.people[0]
        hosting.set_lock(lobby.room.pk, host, is_locked=True)
        if who == "removed":
            hosting.remove(lobby.room.pk, host, lobby.eve.pk)
            return lobby.visitors[3]
        return Visitor(a_person("Out")) if who == "outsider" else lobby.visitors[4]

    visitor = await in_thread(prepare)
    socket = a_socket(lobby.room, visitor)
    await socket.connect()

    assert await socket.receive_output(timeout=PATIENCE) == {
        "type": "websocket.close",
        "code": UNKNOWN,
    }
    await socket.disconnect()


async def test_a_frame_to_a_closed_room_is_not_heard(lobby):
    socket = a_socket("nobody-knows-this", lobby.visitors[0])
    await socket.connect()
    await socket.receive_output(timeout=PATIENCE)

    await send(socket, text="Hello?")

    assert await socket.receive_nothing(timeout=0.05)
    await socket.disconnect()


@pytest.mark.usefixtures("clock")
async def test_one_address_opens_only_so_many_sockets(lobby):
    for _ in range(120):
        limits.check("socket", addresses.NO_ADDRESS)
    socket = a_socket(lobby.room, lobby.visitors[0])

    is_open, _ = await socket.connect()

    assert not is_open
    await socket.disconnect()


async def test_a_closed_socket_is_forgotten(hub, game):
    sockets = await game.open(0, 1)
    assert len(hub.viewers[game.room.pk]) == 2

    for socket in sockets:
        await socket.disconnect()

    assert game.room.pk not in hub.viewers
