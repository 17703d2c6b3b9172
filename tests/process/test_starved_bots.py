"""Bots on a machine that is busy with something else are slow, but they do not stand still."""

import os
import signal
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.server import Server

PATIENCE = 120
SHORT_LEASE = 1
# By correspondence, as that goes on while nobody is there.
A_GAME_OF_BOTS = """
from games.models import Game
from games.accounts import people
from games.rooms import presence, starting
room = starting.play_now(people.new_guest("Ann"), "osprey-2018", "novice")
presence.set_stand_ins(Game.objects.get(room=room).pk, {0: "novice"})
Game.objects.update(clock=86_400)
"""


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path, LEASE=str(SHORT_LEASE), LOG_LEVEL="INFO") as server:
        server.manage("shell", "--verbosity", "0", "-c", A_GAME_OF_BOTS)
        yield server


def until(find):
    """What `find` finds, once it finds something."""
    end = time.monotonic() + PATIENCE
    while not (found := find()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def game(server):
    return server.ask("SELECT version, lease, due_at FROM games_game")[0]


def bots_process(server):
    """The process in which the server's bots compute."""
    for each in Path("/proc").glob("[0-9]*"):
        try:
            is_child = int(each.joinpath("stat").read_text().rpartition(") ")[2].split()[1])
            words = each.joinpath("cmdline").read_text()
        except OSError:
            continue
        if is_child == server.process.pid and "spawn_main" in words:
            return int(each.name)
    return None


@contextmanager
def without_a_core(process):
    """The process gets no time to compute."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def test_a_bot_that_computes_for_longer_than_its_lease_still_moves(server):
    until(lambda: game(server)["version"] > 2)

    with without_a_core(until(lambda: bots_process(server))):
        time.sleep(2 * SHORT_LEASE)  # whatever was answered before is stored by now
        taken = until(lambda: game(server) if game(server)["lease"] else None)
        until(lambda: game(server)["due_at"] > taken["due_at"])
        kept = until(lambda: game(server))
        time.sleep(2 * SHORT_LEASE)

    assert (kept["version"], kept["lease"]) == (taken["version"], taken["lease"])
    until(lambda: game(server)["version"] > kept["version"] + 2)
    assert "came too late" not in server.words()
