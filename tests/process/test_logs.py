"""What a real server logs while people play and strangers attack: JSON lines, no secrets."""

import asyncio
import json
import time
from random import Random

import pytest

from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from tests.support.canaries import BEARER, CSRF, NAME, PASSWORD, ask, break_the_room, knock
from tests.support.server import Server

PATIENCE = 120


async def play(server: Server, room: dict) -> LongTable:
    (table,) = LongTable.gathered([room], Random(1), server.port)
    await table.arrive()
    for _ in range(20):
        await table.move()
    await table.leave()
    return table


def provoke(server: Server, invite: str, cookie: str) -> None:
    """Everything that makes libraries talk."""
    form = f"{cookie}; csrftoken={CSRF}"
    assert ask(server, f"/r/x{invite}/", cookie) == 404
    assert ask(server, f"/nowhere/{invite}?name={NAME.replace(' ', '+')}", cookie) == 404
    assert ask(server, f"/r/{invite}/talk/", cookie, text=NAME) == 403
    assert ask(server, f"/r/{invite}/talk/", form, csrfmiddlewaretoken="wrong", text=NAME) == 403
    for _ in range(2):
        login = {"username": NAME, "password": PASSWORD, "csrfmiddlewaretoken": CSRF}
        ask(server, "/login/", form, **login)
    ask(server, "/api/seat/", cookie)
    knock(server, f"/ws/r/{invite}/", cookie, origin="http://elsewhere.example")
    knock(server, f"/ws/r/x{invite}/", cookie)
    knock(server, f"/ws/nowhere/{invite}/{NAME.replace(' ', '')}/", cookie)
    knock(server, f"/ws/r/{invite}/", cookie, frame=json.dumps({"type": NAME, "cards": [[NAME]]}))
    knock(server, f"/ws/r/{invite}/", cookie, frame=NAME)
    break_the_room(server.data, invite)
    assert ask(server, f"/r/{invite}/", cookie) == 500
    knock(server, f"/ws/r/{invite}/", cookie)


@pytest.fixture(scope="module")
def spoken(tmp_path_factory) -> tuple[str, dict[str, str]]:
    """What a server has logged, and what must not be in it."""
    data = tmp_path_factory.mktemp("house")
    with Server(data, LOG_FORMAT="json", LOG_LEVEL="DEBUG", LIMITS="on") as server:
        (room,) = prepare(server.environment, tables=1)
        table = asyncio.run(play(server, dict(room)))
        (seed, salt) = server.ask("SELECT seed, salt FROM games_game")[0]
        provoke(server, table.invite, table.cookies[0])
        end = time.monotonic() + PATIENCE
        while "inside application: KeyError" not in server.words() and time.monotonic() < end:
            time.sleep(0.1)
    canaries = {
        "invite": table.invite,
        "name": "Isolde",
        "password": PASSWORD,
        "csrf token": CSRF,
        "bearer token": BEARER.split()[1],
        "seed": seed,
        "salt": salt,
        "address": "127.0.0.1",
        "secret key": (data / "secret_key").read_text(),
        "cards": '"cards"',
        **{f"session {number}": key for number, key in enumerate(room["sessions"])},
    }
    return server.words(), canaries


def test_no_secret_is_logged(spoken):
    words, canaries = spoken

    found = {name for name, secret in canaries.items() if secret in words}
    assert not found, words


def test_every_line_is_json_with_an_id_where_there_is_one(spoken):
    lines = [json.loads(line) for line in spoken[0].splitlines()]

    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    requests = [line for line in lines if line["message"] == "request"]
    assert {"room", "talk", "login", "unknown", "seat-api"} <= {each["route"] for each in requests}
    assert all(line["id"] and line["ms"] >= 0 and line["method"] for line in requests)
    (error,) = [line for line in lines if "error" in line and line["logger"] == "django.request"]
    assert error["message"] == "Internal Server Error: room"
    assert error["error"].endswith("KeyError: '…'")
    assert error["id"] in {line["id"] for line in requests if line["status"] == 500}
    assert any(line["message"] == "Not Found: unknown" for line in lines)
    assert any(line["message"] == "socket closed" and line["id"] for line in lines)
