"""What is due is taken once, by whichever process is awake, over a kill and a restart."""

import time

import psycopg
import pytest

pytestmark = pytest.mark.cluster
LONGEST_GAME = 90
A_GAME_OF_BOTS = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game, Member
from games.services import people, presence, rooms
room = rooms.play_now(people.new_guest("Ann"), "osprey-2018", "novice")
Member.objects.filter(room=room).update(seen_at=timezone.now() + timedelta(hours=1))
presence.let_sit_in(Game.objects.get(room=room).pk, {0: "novice"})
"""


def moves(database: str) -> tuple[str, int, int]:
    """How the game stands: its status, its version, and how many lines its log has."""
    question = "SELECT status, version, (SELECT count(*) FROM games_loggedaction) FROM games_game"
    with psycopg.connect(database) as connection:
        return connection.execute(question).fetchone()


def wait_for(database: str, wanted) -> tuple[str, int, int]:
    end = time.monotonic() + LONGEST_GAME
    while not wanted(now := moves(database)):
        assert time.monotonic() < end, now
        time.sleep(0.1)
    return now


def test_bots_play_on_whichever_process_is_killed(houses, database):
    one, other = houses
    one.manage("shell", "--verbosity", "0", "-c", A_GAME_OF_BOTS)

    for house in (one, other):
        _, version, _ = moves(database)
        wait_for(database, lambda now, so_far=version: now[1] > so_far + 3)
        house.kill()
        _, version, _ = moves(database)
        wait_for(database, lambda now, so_far=version: now[1] > so_far + 3)
        house.start()
    _, version, lines = wait_for(database, lambda now: now[0] == "finished")

    assert version == lines
    assert one.manage("record", "verify")
