"""Requests that no browser sends: each is answered, and nothing of it is a fault in the log."""

import re
import socket

import pytest

from script.tools.load.servers import prepare
from tests.support.server import cpu_seconds

MANY = "&".join(f"a{number}=1" for number in range(1_500))
HOST = "HOST"
FORM = b"application/x-www-form-urlencoded"
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://HOST\r\n"
)
BAD_COOKIES = (
    b"Cookie: sessionid=\xff\xfe; csrftoken=\xff; django_language=\xed\xa0\x80; guide=\xff\r\n"
)
QUOTED = rb'Cookie: sessionid="aaaaaaaa\000"; csrftoken="\000"; django_language="\000"' + b"\r\n"
# Each backslash more costs Python's parser as much as all before it.
BACKSLASHES = b'Cookie: guide="' + b"\\" * 15_000 + b'"' + b"\r\n"
# As many characters, each put before all others.
PUNYCODE = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\ne28h%b\r\n--x--\r\n' % (
    b"a" * 200_000
)
IN_UTF_8 = b"Content-Type: text/plain; charset=utf-8\r\n"
IN_PUNYCODE = b"multipart/form-data; boundary=x; charset=punycode"
LENGTH = b"Content-Length: %b\r\n"
BAD_KIND = b"Sec-WebSocket-Protocol: \xff\r\n"
STATUS = re.compile(rb"HTTP/1.1 (\d{3})")
TEXT, UNKNOWN = 0x81, (4404).to_bytes(2)  # a frame's first byte; a code of goodbye
UNFINISHED = 0x01
PATIENCE = 60
TIMES, MOST_SECONDS = 3, 0.2


def get(path, host=HOST, headers=b""):
    target = path if isinstance(path, bytes) else path.encode()
    return b"GET %b HTTP/1.1\r\nHost: %b\r\n%b\r\n" % (target, host.encode("latin1"), headers)


def post(path, body, kind=b"application/x-www-form-urlencoded", headers=b""):
    length = str(len(body)).encode()
    head = b"POST %b HTTP/1.1\r\nHost: HOST\r\nContent-Type: %b\r\nContent-Length: %b\r\n%b"
    token = b"Cookie: csrftoken=" + b"t" * 32 + b"\r\nX-CSRFToken: " + b"t" * 32 + b"\r\n"
    return head % (path.encode(), kind, length, headers or token) + b"\r\n" + body


def socket_at(path, headers=b""):
    return get(path, headers=UPGRADE + headers)


REQUESTS = {
    "a QR code for a long host": (400, get("/r/INVITE/qr.svg", "a" * 4_000 + ".example")),
    "a QR code for a host of many names": (400, get("/r/INVITE/qr.svg", ".".join(["a" * 60] * 60))),
    "a host that is none": (400, get("/", "a b\xff")),
    "many fields": (400, get(f"/login/?{MANY}")),
    "many fields at the admin's door": (400, get(f"/admin/login/?{MANY}")),
    "many fields in the admin": (400, get(f"/admin/games/game/?{MANY}")),
    "many fields of somebody": (400, get(f"/me/?{MANY}", headers=b"COOKIE")),
    "many fields by POST": (400, post("/rooms/", MANY.encode())),
    "an address that grows by quoting": (404, get('/r/{}/'.format('"' * 9_000))),
    "an address that grows and moves": (400, get("/r/" + '"' * 9_000)),
    "a length of many digits": (400, get("/", headers=LENGTH % (b"9" * 5_000))),
    "a length of many zeros": (400, get("/", headers=LENGTH % (b"0" * 5_000))),
    "no form at all": (400, post("/rooms/", b"abc", b"multipart/form-data")),
    "a form without an end": (400, post("/rooms/", b"abc", b"multipart/form-data; boundary=x")),
    "an unheard-of charset": (400, post("/rooms/", b"name=%FF", b"text/plain; charset=no-such")),
    "a form in another charset": (400, post("/rooms/", b"a=b", FORM + b"; charset=utf-7")),
    "a form with parts in punycode": (400, post("/rooms/", PUNYCODE, IN_PUNYCODE)),
    "a form with parts in no text": (400, post("/rooms/", PUNYCODE, IN_PUNYCODE[:-8] + b"zlib")),
    "many fields in a charset": (200, get(f"/?{MANY}", headers=IN_UTF_8)),
    "a boundary in no charset": (400, post("/rooms/", b"a=b", b"a/b; boundary*=no-such'en'%ff")),
    "NUL in an address": (404, get("/r/a%00b/")),
    "bad UTF-8 in an address": (404, get("/r/%ff%fe/")),
    "a surrogate in an address": (404, get("/g/%ed%a0%80/")),
    "raw bytes in an address": (400, get(b"/r/\xff/")),
    "a bad filter": (400, get("/me/?opponent=%00&page=%ff&edition=%ed%a0%80", headers=b"COOKIE")),
    "bad cookies": (200, get("/", headers=BAD_COOKIES)),
    "quoted cookies": (200, get("/", headers=QUOTED)),
    "a cookie of backslashes": (200, get("/", headers=BACKSLASHES)),
    "a socket with a cookie of backslashes": (101, socket_at("/ws/r/INVITE/", BACKSLASHES)),
    "a bad token": (401, get("/api/seat/", headers=b"Authorization: Bearer \xff\xed\xa0\x80\r\n")),
    "a bad language": (200, get("/", headers=b"Accept-Language: \xff" + b"a-" * 4_000 + b"\r\n")),
    "somebody else's root": (200, get("/", headers=b"Daphne-Root-Path: \xff\r\n")),
    "a socket to nowhere": (403, socket_at("/ws/nowhere/")),
    "a socket to the front door": (403, socket_at("/")),
    "a socket to no room": (403, socket_at("/ws/r/")),
    "a socket with many fields": (101, socket_at(f"/ws/r/INVITE/?{MANY}")),
    "a socket with NUL": (101, socket_at("/ws/r/a%00b/?changes=%00")),
    "a socket with bad UTF-8": (101, socket_at("/ws/r/%ff%fe/?changes=%ff&game=%ed%a0%80")),
    "a socket with bad cookies": (101, socket_at("/ws/r/INVITE/", BAD_COOKIES)),
    "a socket with quoted cookies": (101, socket_at("/ws/r/INVITE/", QUOTED)),
    "a socket of a bad kind": (101, socket_at("/ws/r/INVITE/", BAD_KIND)),
    "a socket with another root": (101, socket_at("/ws/r/INVITE/", b"Daphne-Root-Path: /%ff\r\n")),
}  # fmt: skip


@pytest.fixture(scope="module")
def room(running_server):
    (room,) = prepare(running_server.environment, tables=1)
    return room


def answer(server, room, request):
    """The status of the answer, once the server has dealt with the request."""
    for name, value in {
        b"HOST": f"127.0.0.1:{server.port}",
        b"INVITE": room["invite"],
        b"COOKIE": f"Cookie: sessionid={room['sessions'][0]}\r\n",
    }.items():
        request = request.replace(name, value.encode())
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        said = connection.recv(4_096)
        status = int(STATUS.match(said)[1])
        if status == 101:
            frame = first_frame(said, connection)
            assert frame[0] in {TEXT, UNFINISHED} or frame[2:4] == UNKNOWN, frame[:4]
        return status


def first_frame(said, connection):
    """What comes over a socket after its greeting."""
    frame = said.partition(b"\r\n\r\n")[2]
    while len(frame) < 4:
        frame += connection.recv(4_096)
    return frame


@pytest.mark.parametrize("name", REQUESTS)
def test_an_odd_request_is_answered(server, room, name):
    status, request = REQUESTS[name]

    assert answer(server, room, request) == status
    assert answer(server, room, get("/")) == 200


@pytest.mark.parametrize("name", REQUESTS)
def test_an_odd_request_takes_little_time_of_a_processor(server, room, name):
    _, request = REQUESTS[name]
    before = cpu_seconds(server.process.pid)

    for _ in range(TIMES):
        answer(server, room, request)

    assert cpu_seconds(server.process.pid) - before < TIMES * MOST_SECONDS
