"""/healthz, /readyz and /metrics of a real server."""

import asyncio
import http.client
import re
import shutil
import sqlite3
import time
from contextlib import closing
from random import Random

import pytest

from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from tests.support.server import Server

TOKEN = "a token for those who measure"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
PATIENCE = 120
ROOM = 'highsociety_http_requests_total{method="GET",route="room",status="%s"}'


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """The answer, read."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as door:
        door.request(method, path, headers=headers)
        answer = door.getresponse()
        answer.text = answer.read().decode()
        return answer


def until(server: Server, status: int, words: str) -> None:
    """Wait until /readyz says so."""
    end = time.monotonic() + PATIENCE
    while (answer := ask(server, "/readyz")).status != status or words not in answer.text:
        assert time.monotonic() < end, answer.text
        time.sleep(0.2)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    named = {"ALLOWED_HOSTS": "play.example,localhost", "METRICS": "token", "METRICS_TOKEN": TOKEN}
    with Server(tmp_path_factory.mktemp("house"), **named) as server:
        yield server
    assert "Traceback" not in server.words(), server.words()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_answer_to_any_name_and_leave_nothing_behind(house, path):
    until(house, 200, "ready")

    answer = ask(house, path, Host="10.0.0.7")

    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Set-Cookie"] is None
    assert ask(house, path, "HEAD").text == ""
    assert ask(house, path, "POST").status == 405


def values_of(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def metrics_with(server: Server, name: str) -> str:
    """The metrics once that is among them: a request is counted after its last byte is sent."""
    end = time.monotonic() + PATIENCE
    while name not in (text := ask(server, "/metrics", **BEARER).text):
        assert time.monotonic() < end, text
        time.sleep(0.1)
    return text


async def a_played_table(server: Server) -> LongTable:
    (room,) = await asyncio.to_thread(prepare, server.environment, tables=1)
    (table,) = LongTable.gathered([room], Random(1), server.port)
    await table.arrive()
    for _ in range(5):
        await table.move()
    seat, _ = table.choose()
    await table.sockets[seat].send('{"type": "pass", "version": "0", "HEADERS": {}}')
    await asyncio.wait([table.readers[seat]], timeout=PATIENCE)  # which ends at a refusal
    return table


def test_metrics_count_moves_sockets_refusals_and_requests_without_naming_anybody(house):
    async def measured():
        before = values_of(ask(house, "/metrics", **BEARER).text)
        table = await a_played_table(house)
        ask(house, f"/r/{table.invite}/", Host="localhost")
        ask(house, f"/r/x{table.invite}/", Host="localhost")
        text = await asyncio.to_thread(metrics_with, house, ROOM % "4xx")
        await table.leave()
        return before, values_of(text), text, table

    before, after, text, table = asyncio.run(measured())

    def grown(name):
        return after.get(name, 0) - before.get(name, 0)

    assert grown('highsociety_moves_total{by="player"}') == 5
    assert grown("highsociety_move_commit_seconds_count") == 5
    assert grown("highsociety_move_push_seconds_count") == 5
    assert after["highsociety_sockets"] == 4
    assert after["highsociety_rooms_with_sockets"] == 1
    assert grown('highsociety_refusals_total{code="table-moved-on"}') == 1
    assert grown(ROOM % "2xx") == 1
    assert grown(ROOM % "4xx") == 1
    assert "highsociety_running_games" in after
    assert after["highsociety_due_games"] == 0
    assert "highsociety_waiting_reviews" in after
    for secret in (table.invite, "Isolde", *table.cookies):
        assert secret not in text
    assert not re.search(r'[="/][A-Za-z0-9_-]{20,}"', re.sub(r'="[a-z._]+"', "", text))


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer "}, {"Authorization": TOKEN}])
def test_metrics_need_their_token(house, headers):
    answer = ask(house, "/metrics", **headers)

    assert answer.status == 401
    assert "highsociety" not in answer.text


def test_metrics_are_off_unless_asked_for(server):
    assert ask(server, "/metrics").status == 404


def test_metrics_for_this_machine_are_not_for_those_behind_a_proxy_on_it(tmp_path):
    with Server(tmp_path, METRICS="loopback") as house:
        assert ask(house, "/metrics").status == 200
        assert ask(house, "/metrics", **{"X-Forwarded-For": "203.0.113.7"}).status == 401


def test_a_database_that_keeps_everybody_waiting_is_named_while_the_process_lives(tmp_path):
    with Server(tmp_path) as house:
        until(house, 200, "ready")
        with closing(sqlite3.connect(tmp_path / "db.sqlite3", isolation_level=None)) as base:
            base.execute("BEGIN IMMEDIATE")
            until(house, 503, "database: it does not answer")
            assert ask(house, "/healthz").status == 200
        until(house, 200, "ready")


def test_a_process_without_tables_or_a_clock_is_not_ready(tmp_path):
    house = Server(tmp_path / "data", CLOCK="off")
    kept = tmp_path / "db.sqlite3"
    shutil.move(house.data / "db.sqlite3", kept)
    house.launch()
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                assert ask(house, "/healthz").status == 200
                break
            except OSError:
                assert time.monotonic() < end, house.words()
                time.sleep(0.1)
        until(house, 503, "migrations: ")
        house.manage("migrate", "--verbosity", "0")
        until(house, 503, "clock: not seen")
        beat = "from games.background import heartbeat; heartbeat.beat()"
        house.manage("shell", "--verbosity", "0", "-c", beat)
        until(house, 200, "ready")
    finally:
        house.stop()
