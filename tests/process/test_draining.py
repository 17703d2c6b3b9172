"""A process that is asked to end finishes what it has begun and sends its pages elsewhere."""

import asyncio
import os
import signal
import sqlite3
import time
import urllib.request
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from games.live.backpressure import BoundedSocket
from games.live.socket_viewer import RESTART
from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from tests.support.server import Server

PATIENCE = 60
LONG_LEASE = 600
# By correspondence, as that goes on while nobody is there.
A_GAME_OF_BOTS = """
from games.models import Game
from games.accounts import people
from games.rooms import presence, starting
room = starting.play_now(people.new_guest("Ann"), "osprey-2018", "master")
presence.set_stand_ins(Game.objects.get(room=room).pk, {0: "master"})
Game.objects.update(clock=86_400)
"""


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path, LEASE=str(LONG_LEASE), DRAIN_SECONDS="8")
    yield server
    server.kill()


async def a_table(server):
    (room,) = await asyncio.to_thread(prepare, server.environment, tables=1)
    table = LongTable(Random(1), [server.port], **room)
    await table.arrive()
    return table


@contextmanager
def locked_database(server):
    """Nobody can write for a while."""
    with closing(sqlite3.connect(server.data / "db.sqlite3", isolation_level=None)) as base:
        base.execute("BEGIN IMMEDIATE")
        yield
        base.execute("ROLLBACK")


async def start_draining(server):
    """Send SIGTERM, and come back once the process listens no more."""
    server.process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(PATIENCE):
        while not await is_refused(server.port):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def send_a_move(table):
    """Send one, and come back once the server has received it; the seat it is for."""
    seat, frame = table.choose()
    await table.sockets[seat].send(frame)
    async with asyncio.timeout(PATIENCE):
        await (await table.sockets[seat].ping())  # answered after what was sent before it
    return seat


async def until(is_so):
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def is_refused(port):
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return True
    writer.close()
    return False


def is_alive(server):
    with urllib.request.urlopen(f"{server.url}/healthz", timeout=PATIENCE) as answer:
        return answer.status == 200


async def ended(server):
    """The process's exit status."""
    await until(lambda: server.process.poll() is not None)
    return server.process.returncode


async def closed(socket):
    async with asyncio.timeout(PATIENCE):
        await socket.wait_closed()
    return socket.close_code


async def test_a_move_in_flight_is_answered_and_then_the_page_is_sent_elsewhere(server):
    server.start()
    table = await a_table(server)
    await table.play_on()

    with locked_database(server):
        seat = await send_a_move(table)
        await start_draining(server)

    assert await closed(table.sockets[seat]) == RESTART
    assert [await closed(each) for each in table.sockets] == [RESTART] * 4
    assert table.pages[seat].version == table.wanted
    assert await ended(server) == 0
    assert server.ask("SELECT version FROM games_game")[0]["version"] == table.wanted
    assert "Traceback" not in server.words()


async def test_a_request_in_flight_is_answered(server):
    server.start()
    table = await a_table(server)

    with locked_database(server):
        request = asyncio.create_task(asyncio.to_thread(table.post, "talk", 1, text="Still there?"))
        await asyncio.sleep(1)  # nothing shows that a request which waits for the lock has arrived
        await asyncio.to_thread(is_alive, server)  # answered after what came before it
        await start_draining(server)

    async with asyncio.timeout(PATIENCE):
        await request
    assert await ended(server) == 0
    assert server.ask("SELECT count(*) AS n FROM games_message")[0]["n"] == 1


async def test_a_second_signal_ends_at_once(server):
    server.start()
    table = await a_table(server)

    with locked_database(server):
        await send_a_move(table)
        await start_draining(server)
        assert server.process.poll() is None
        server.process.send_signal(signal.SIGTERM)

        assert await ended(server) == 1  # 0 would be a process that has finished everything


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_a_process_with_nothing_to_finish_ends_soon(server, sign):
    server.settings["DRAIN_SECONDS"] = str(PATIENCE)
    server.start()
    begin = time.monotonic()
    server.process.send_signal(sign)

    await ended(server)
    assert time.monotonic() - begin < PATIENCE / 2


async def test_a_process_that_a_script_began_in_the_background_hears_sigint(server):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as shells start what ends with &
    try:
        server.start()
    finally:
        signal.signal(signal.SIGINT, before)

    server.process.send_signal(signal.SIGINT)

    assert await ended(server) == 0


def children_of(pid):
    """The processes in which its bots think."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [
        int(child) for child in listed if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()
    ]


def holds_a_lease(server):
    """Whether somebody has taken the game and has not answered."""
    (game,) = server.ask("SELECT due_at FROM games_game")
    due = datetime.fromisoformat(game["due_at"]).replace(tzinfo=UTC)
    return (due - datetime.now(UTC)).total_seconds() > LONG_LEASE / 2


async def assert_gives_back_what_it_holds(server, process):
    """A bot that will never answer: its process stands still."""
    await until(lambda: server.ask("SELECT version FROM games_game")[0]["version"] > 2)
    for child in children_of(process.pid):
        os.kill(child, signal.SIGSTOP)
    await until(lambda: holds_a_lease(server))
    await asyncio.sleep(1)
    assert holds_a_lease(server)

    process.send_signal(signal.SIGTERM)

    await until(lambda: process.poll() is not None)
    assert process.returncode == 0
    assert not holds_a_lease(server)
    assert "Traceback" not in server.words()


async def test_serve_gives_back_what_its_bots_cannot_answer_in_time(server):
    server.manage("shell", "-v", "0", "-c", A_GAME_OF_BOTS)
    server.start()

    await assert_gives_back_what_it_holds(server, server.process)


async def test_the_clock_gives_back_what_its_bots_cannot_answer_in_time(server):
    server.manage("shell", "-v", "0", "-c", A_GAME_OF_BOTS)
    server.program = ("manage.py", "clock")
    server.launch()

    await assert_gives_back_what_it_holds(server, server.process)


@pytest.mark.parametrize("state", [BoundedSocket.STATE_CLOSING, BoundedSocket.STATE_CLOSED])
def test_a_client_that_leaves_at_that_moment_is_not_closed_again(state):
    socket = BoundedSocket()
    socket.state = state

    socket.serverClose(RESTART)

    assert socket.state == state
