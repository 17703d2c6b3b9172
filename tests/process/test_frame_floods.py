"""Frames that no consumer ever sees, and handshakes that are none: they cost the others nothing."""

import socket
import time
from contextlib import ExitStack, suppress

import pytest

from script.tools.load.servers import prepare
from tests.support.server import Server, cpu_seconds

PATIENCE = 60
UPGRADE = (
    "GET /ws/r/{invite}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
MASKED_EMPTY = b"\x80\0\0\0\0"
TEXT, PING, PONG = b"\x81" + MASKED_EMPTY, b"\x89" + MASKED_EMPTY, b"\x8a" + MASKED_EMPTY
BEGINNING, PIECE = b"\x01" + MASKED_EMPTY, b"\x00" + MASKED_EMPTY


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    words = {"LIMITS": "on", "LIMIT_SOCKET": "off", "MAX_SOCKETS_PER_ADDRESS": "5"}
    with Server(tmp_path_factory.mktemp("strict"), **words) as server:
        yield server


@pytest.fixture(scope="module")
def invite(strict):
    (room,) = prepare(strict.environment, tables=1)
    return room["invite"]


def a_connection(server, source="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0))


def handshake(server, invite, more=""):
    return (UPGRADE.format(invite=invite, port=server.port) + more + "\r\n").encode()


def status_of(said):
    return int(said.split(b" ", 2)[1]) if said else None


def is_answered(server):
    with a_connection(server, "127.0.0.2") as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        return status_of(connection.recv(100)) == 200


def test_a_handshake_with_a_body_full_of_frames_keeps_nobody_waiting(strict, invite):
    """Counted in the server's own time: how busy the machine is does not matter."""
    body = TEXT * 330_000
    spent = []
    for _ in range(3):
        before = cpu_seconds(strict.process.pid)
        with a_connection(strict) as connection:
            begin = handshake(strict, invite, f"Content-Length: {len(body)}\r\n")
            connection.sendall(begin + body)
            assert status_of(connection.recv(100)) == 101
            assert is_answered(strict)
            spent.append(cpu_seconds(strict.process.pid) - before)
    assert min(spent) < 1, spent


@pytest.mark.parametrize("frames", [PING * 5_000, PONG * 5_000, BEGINNING + PIECE * 5_000])
def test_who_floods_with_frames_of_any_kind_is_cut_off(strict, invite, frames):
    with a_connection(strict) as connection:
        connection.sendall(handshake(strict, invite))
        assert status_of(connection.recv(100)) == 101
        with suppress(OSError):
            connection.sendall(frames)
            while connection.recv(65_536):
                pass  # or a TimeoutError, which is an OSError as well
        with pytest.raises(OSError):  # noqa: PT011, PT012
            for _ in range(3):
                connection.sendall(PING)
                time.sleep(0.1)


def test_pings_now_and_then_are_answered(strict, invite):
    with a_connection(strict) as connection:
        connection.sendall(handshake(strict, invite))
        said = connection.recv(100)
        assert status_of(said) == 101
        for _ in range(20):
            connection.sendall(PING)
        while said.count(b"\x8a\x00") < 20:
            part = connection.recv(65_536)
            assert part
            said += part


def five_are_let_in(server, opening):
    """Whether one address may have as many sockets as it is allowed."""
    statuses = []
    with ExitStack() as stack:
        for _ in range(5):
            connection = stack.enter_context(a_connection(server))
            connection.sendall(opening)
            statuses.append(status_of(connection.recv(100)))
    return statuses == [101] * 5


@pytest.mark.parametrize("early", [b"HANDSHAKE", b"GET / HTTP/1.1\r\n\r\n", TEXT * 5_000])
def test_who_does_not_wait_for_the_answer_leaves_no_socket_behind(strict, invite, early):
    """A second handshake while the first waits once left a viewer that nobody could close."""
    before = strict.log.stat().st_size
    first = handshake(strict, invite)
    for number in range(20):
        with a_connection(strict) as connection, suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(first)
            time.sleep(number * 0.0005)
            connection.sendall(early.replace(b"HANDSHAKE", first))
            time.sleep(0.02)
    end = time.monotonic() + PATIENCE
    while not five_are_let_in(strict, first):  # once the server has seen the others go
        assert time.monotonic() < end
        time.sleep(0.5)
    assert "Traceback" not in strict.words(before)


@pytest.mark.parametrize("headers", ["", "Connection: Upgrade\r\nSec-WebSocket-Version: 99\r\n"])
def test_a_handshake_that_is_none_leaves_nothing_in_the_log(strict, headers):
    before = strict.log.stat().st_size
    with a_connection(strict) as connection:
        connection.sendall(
            f"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n{headers}\r\n".encode()
        )
        assert status_of(connection.recv(100)) == 400
    time.sleep(0.3)
    assert strict.words(before) == ""
