"""What strangers send to a real server, with words that must never come back out of it."""

import json
import sqlite3
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.support.server import Server

NAME = "Canary Isolde"
PASSWORD = "canary-password-1"
CSRF = "c" * 31 + "7"
BEARER = "Bearer CanaryToken1234567890abcdef"


def ask(server: Server, path: str, cookie: str = "", **fields: str) -> int:
    """The status of the answer to a page or, with fields, to a form."""
    form = urllib.parse.urlencode(fields).encode() if fields else None
    headers = {"Cookie": cookie, "Authorization": BEARER}
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", form, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def knock(server: Server, path: str, cookie: str, origin: str = "", frame: str = "") -> None:
    """Try to open a socket, and send a frame if that works."""
    origin = origin or f"http://127.0.0.1:{server.port}"
    url = f"ws://127.0.0.1:{server.port}{path}"
    told = {"Cookie": cookie}
    with (
        suppress(WebSocketException, OSError, TimeoutError),
        connect(url, origin=origin, additional_headers=told, proxy=None, open_timeout=60) as socket,
    ):
        socket.send(frame)
        socket.recv(timeout=10)


def break_the_room(data: Path, invite: str) -> None:
    """A room plays with a card that there is not, so that an error quotes its name."""
    with closing(sqlite3.connect(data / "db.sqlite3", timeout=60)) as base:
        stars = json.dumps([NAME])
        base.execute("UPDATE games_room SET advanced = ? WHERE invite = ?", (stars, invite))
        base.commit()
