"""What is due is taken once, by whichever process is awake, over a kill and a restart."""

import time
from dataclasses import dataclass

import psycopg
import pytest

pytestmark = pytest.mark.cluster
LONGEST = 60
A_GAME_OF_BOTS = """
from games.models import Game
from games.accounts import people
from games.rooms import presence, starting
room = starting.play_now(people.new_guest("Ann"), "osprey-2018", "novice")
Game.objects.update(clock=86_400)  # by letter nobody has to be here
game = Game.objects.get(room=room)
presence.set_stand_ins(game.pk, {0: "novice"})
print(game.pk)
"""
NO_LETTERS = "from games.models import Game; Game.objects.update(clock=0)"


@dataclass
class StoredGame:
    """A game as the database has it."""

    database: str
    id: int

    def stands(self) -> tuple[int, int]:
        """Its version, and how many lines its log has."""
        question = """SELECT version, (SELECT count(*) FROM games_loggedaction
            WHERE game_id = games_game.id) FROM games_game WHERE id = %s"""
        with psycopg.connect(self.database) as connection:
            return connection.execute(question, [self.id]).fetchone()

    def goes_on(self) -> None:
        """Comes back after some more moves."""
        before, end = self.stands(), time.monotonic() + LONGEST
        while self.stands()[0] < before[0] + 3:
            assert time.monotonic() < end, before
            time.sleep(0.05)


def test_bots_play_on_whichever_process_is_killed(houses, database):
    one, _other = houses
    game = StoredGame(database, int(one.manage("shell", "-v", "0", "-c", A_GAME_OF_BOTS)))

    for house in houses:
        game.goes_on()
        house.kill()
        game.goes_on()
        house.start()
    game.goes_on()
    one.manage("shell", "-v", "0", "-c", NO_LETTERS)

    version, lines = game.stands()
    assert version == lines
    assert one.manage("record", "verify")
