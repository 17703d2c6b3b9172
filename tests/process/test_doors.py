"""At the door of the real server: what the unit tests' sockets cannot show."""

import pytest
from django.conf import settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from script.tools.load.servers import prepare
from tests.support.server import Server


@pytest.fixture
def strict(tmp_path):
    """A server that counts how often."""
    with Server(tmp_path, LIMITS="on") as server:
        yield server
    assert "Traceback" not in server.words(), server.words()


def knock(server, invite):
    origin = f"http://127.0.0.1:{server.port}"
    url = f"ws://127.0.0.1:{server.port}/ws/r/{invite}/"
    return connect(url, origin=origin, compression=None, proxy=None)


def test_who_opens_too_many_sockets_has_to_knock_again(strict):
    (room,) = prepare(strict.environment, tables=1)

    with pytest.raises(InvalidStatus, match="403"):  # noqa: PT012
        for _ in range(2 * settings.RATES["socket"][0]):
            with knock(strict, room["invite"]):
                pass


def test_an_unknown_room_is_a_goodbye(server):
    with knock(server, "nowhere") as socket, pytest.raises(ConnectionClosed) as goodbye:
        socket.recv()

    assert goodbye.value.rcvd.code == 4404
