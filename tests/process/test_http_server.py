"""Requests that are too large, too slow or too many: whoever sends them gets no further."""

import http.client
import re
import resource
import socket
import time
from contextlib import ExitStack, suppress

import pytest

from tests.support.server import Server, cpu_seconds

DEADLINE = 5.0
PATIENCE = 60
OTHERS = "127.0.0.2"
HALF_A_POST = b"POST /rooms/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nname="
FILES = 1_024
CRAMPED = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, {FILES}))
from django.core.management import execute_from_command_line
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
execute_from_command_line(["manage.py", "serve"])
"""


class CrampedServer(Server):
    """A server that may open as few files as many systems allow by default."""

    program = ("-c", CRAMPED)


@pytest.fixture(scope="module")
def quick_server(tmp_path_factory):
    """With limits, and a deadline that can be waited for."""
    words = {"LIMITS": "on", "REQUEST_SECONDS": str(DEADLINE), "LIMIT_PAGE": "off"}
    with Server(tmp_path_factory.mktemp("quick"), **words) as server:
        yield server


def a_connection(server, source="127.0.0.1"):
    """A connection from one of this machine's addresses, which are as good as many visitors."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0))


def page_for(server, source=OTHERS):
    """The status of the front page for somebody else."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=PATIENCE, source_address=(source, 0)
    )
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def all_of(connection):
    """What comes until the other side is done."""
    said = b""
    try:
        while part := connection.recv(65_536):
            said += part
    except ConnectionResetError:
        pass
    return said


def status_of(said):
    return int(said.split(b" ", 2)[1]) if said else None


def pour(connection, size, chunk=b"x" * 65_536):
    """Send until all is sent or the other side has had enough; how much was sent."""
    sent = 0
    try:
        while sent < size:
            connection.sendall(chunk)
            sent += len(chunk)
    except OSError:
        pass
    return sent


def test_a_body_that_is_too_large_is_refused_before_it_is_read(quick_server):
    page_for(quick_server)
    before = quick_server.megabytes
    size = 400_000_000
    with a_connection(quick_server) as connection:
        head = f"POST /rooms/ HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n"
        connection.sendall(head.encode())
        answer = connection.recv(65_536)  # before a byte of the body is sent
        pour(connection, size)

    assert status_of(answer) == 413
    assert "That’s too large: 2 MB at most." in answer.decode()
    assert quick_server.megabytes < before + 20


def test_a_refused_client_reads_why_although_it_goes_on_sending(quick_server):
    size = 3_000_000
    with a_connection(quick_server) as connection:
        head = f"POST /rooms/ HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n"
        connection.sendall(head.encode())
        pour(connection, size)
        assert status_of(all_of(connection)) == 413


def test_the_refusal_is_told_in_the_readers_language(quick_server):
    with a_connection(quick_server) as connection:
        connection.sendall(
            b"POST /rooms/ HTTP/1.1\r\nHost: x\r\nAccept-Language: de\r\n"
            b"Content-Length: 400000000\r\n\r\n"
        )
        assert "Das ist zu groß" in connection.recv(65_536).decode()


def test_a_body_without_a_length_is_cut_off_at_the_limit(quick_server):
    page_for(quick_server)
    before = quick_server.megabytes
    with a_connection(quick_server) as connection:
        connection.sendall(
            b"POST /rooms/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        pour(connection, 100_000_000, b"10000\r\n" + b"x" * 65_536 + b"\r\n")
        said = all_of(connection)

    assert status_of(said) in {413, None}  # None: it was still sending when all was over
    assert quick_server.megabytes < before + 20


def test_a_body_in_crumbs_is_refused(quick_server):
    with a_connection(quick_server) as connection:
        connection.sendall(
            b"POST /rooms/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        connection.sendall(b"1\r\nx\r\n" * 20_000)
        assert status_of(connection.recv(4096)) == 413


def test_who_asks_on_and_on_and_reads_nothing_is_not_answered_on_and_on(quick_server):
    page_for(quick_server)
    before = quick_server.megabytes
    with ExitStack() as stack:
        for _ in range(20):
            connection = stack.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            connection.connect(("127.0.0.1", quick_server.port))
            connection.sendall(b"GET /rules/spec/ HTTP/1.1\r\nHost: x\r\n\r\n" * 300)
        time.sleep(DEADLINE)
        assert page_for(quick_server) == 200
        assert quick_server.megabytes < before + 30


def test_requests_in_a_row_are_all_answered_to_who_reads_late(quick_server):
    count = 60
    with a_connection(quick_server) as connection:
        connection.sendall(
            b"GET /rules/spec/ HTTP/1.1\r\nHost: x\r\n\r\n" * (count - 1)
            + b"GET /rules/spec/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        time.sleep(DEADLINE / 4)
        assert all_of(connection).count(b"HTTP/1.1 200 ") == count


def test_large_bodies_are_kept_only_so_often(quick_server):
    head = b"POST /me/import/ HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(a_connection(quick_server)).sendall(head)
        assert page_for(quick_server, "127.0.0.1") == 200
        with a_connection(quick_server) as fifth, a_connection(quick_server, OTHERS) as other:
            fifth.sendall(head)
            other.sendall(head)
            assert status_of(fifth.recv(4096)) == 503
            other.settimeout(0.3)
            with pytest.raises(TimeoutError):
                other.recv(4096)


def test_an_ordinary_post_is_read_whole(quick_server):
    body = "code=" + "A" * 60_000
    connection = http.client.HTTPConnection("127.0.0.1", quick_server.port, timeout=PATIENCE)
    for _ in range(2):  # on one connection
        connection.request("POST", "/join/", body)
        answer = connection.getresponse()
        assert answer.status == 403  # there is no token; but it was read
        answer.read()
    connection.close()


def test_a_form_of_a_million_fields_keeps_nobody_waiting(quick_server):
    """Twisted takes forms apart on the event loop, unless it is told not to."""
    body = b"a=&" * 690_000
    head = (
        b"POST /rooms/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    )
    spent = []
    for _ in range(3):
        before = cpu_seconds(quick_server.process.pid)
        with a_connection(quick_server) as connection:
            connection.sendall(head + body)
            assert status_of(all_of(connection)) in {400, 403}
        spent.append(cpu_seconds(quick_server.process.pid) - before)

    assert min(spent) < 0.2, spent


def heard_while_dripping(connection, beginning):
    """What the other side says until it closes; after a beginning a byte is sent now and then."""
    end = time.monotonic() + PATIENCE
    connection.sendall(beginning)
    connection.settimeout(DEADLINE / 20)
    said = b""
    with suppress(ConnectionError):
        while time.monotonic() < end:
            connection.sendall(b"X" if beginning else b"")
            with suppress(TimeoutError):
                if not (part := connection.recv(4096)):
                    return said
                said += part
    assert time.monotonic() < end
    return said


@pytest.mark.parametrize("beginning", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", HALF_A_POST])
def test_who_sends_a_byte_now_and_then_is_cut_off(quick_server, beginning):
    """Twisted's own clock starts anew with each byte."""
    with a_connection(quick_server) as connection:
        begin = time.monotonic()
        said = heard_while_dripping(connection, beginning)

    assert time.monotonic() - begin > DEADLINE * 0.9
    assert status_of(said) == (408 if beginning else None)


def test_files_are_kept_for_long_and_pages_are_not(quick_server):
    connection = http.client.HTTPConnection("127.0.0.1", quick_server.port, timeout=PATIENCE)
    connection.request("GET", "/")
    page = connection.getresponse()
    path = re.search(r'"(/static/[^"]+\.css)"', page.read().decode())[1]
    connection.request("GET", path)
    file = connection.getresponse()
    file.read()
    connection.close()

    assert page.headers["Cache-Control"] == "private, no-store"
    assert "immutable" in file.headers["Cache-Control"]
    assert file.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_headers_are_bounded(quick_server):
    with a_connection(quick_server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        sent = pour(connection, 10_000_000, b"X-Y: " + b"y" * 1_000 + b"\r\n")

    assert sent < 10_000_000


def test_one_address_has_only_so_many_connections(quick_server):
    with ExitStack() as stack:
        mine = [stack.enter_context(a_connection(quick_server)) for _ in range(210)]
        for connection in mine:
            try_to_send(connection, b"GET")
        assert page_for(quick_server) == 200
        assert sum(is_closed(connection) for connection in mine) >= 10
    end = time.monotonic() + PATIENCE
    while not answers(quick_server, "127.0.0.1"):
        assert time.monotonic() < end
        time.sleep(0.1)


def try_to_send(connection, words):
    """Send, although the other side may have closed the connection already."""
    with suppress(OSError):
        connection.sendall(words)


def is_closed(connection):
    connection.settimeout(0.01)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def answers(server, source):
    try:
        return page_for(server, source) == 200
    except (OSError, http.client.HTTPException):
        return False


def test_a_thousand_half_sent_requests_shut_nobody_out(tmp_path):
    """They come from many addresses, so that only the number of files is in the way."""
    with CrampedServer(tmp_path, LIMITS="on") as server, ExitStack() as stack:
        for number in range(1_100):
            source = f"127.0.1.{1 + number % 50}"
            connection = stack.enter_context(a_connection(server, source))
            try_to_send(connection, HALF_A_POST)
        for _ in range(3):
            assert page_for(server) == 200
        assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (FILES, FILES)
        assert f"The process may open {FILES} files" in server.words()
        assert "Traceback" not in server.words(), server.words()
        assert "connections: the oldest that waits is closed" in server.words()


def test_a_stop_with_half_sent_requests_is_in_good_order(tmp_path):
    with Server(tmp_path) as server, a_connection(server) as connection:
        connection.sendall(HALF_A_POST)
        assert page_for(server) == 200  # so the half request was read, too
        server.stop()
        assert "Traceback" not in server.words()
