"""A watcher's open page: it is no reason for a game to go on that its players have left."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Member, Room
from games.play import clock
from games.process.db_threads import in_thread
from games.rooms import absence, presence
from tests.support.builders import a_game
from tests.support.heartbeats import heartbeat
from tests.support.sockets import Party

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]
LONG_AGO = timedelta(hours=2)


@pytest.fixture
def paused():
    """A game with a limit for each turn whose three players are gone; Eve watches."""
    return Party(a_game(clock=30))


def desert(party):
    now = timezone.now()
    players = Member.objects.filter(room=party.room, player__in=party.here.people)
    players.update(seen_at=now - LONG_AGO)
    Game.objects.update(deadline=now - LONG_AGO, due_at=now - LONG_AGO)


def what_the_clock_does():
    return presence.add_stand_ins(), clock.due_questions(), absence.relieve_hosts()


async def test_the_page_of_a_watcher_wakes_no_game_and_inherits_no_room(paused):
    await in_thread(desert, paused)
    await paused.open(3)
    await heartbeat()

    assert await in_thread(what_the_clock_does) == (0, [], 0)
    room = await in_thread(Room.objects.get)
    assert room.host_id == paused.here.people[0].pk

    await paused.open(1)
    sat_in, questions, relieved = await in_thread(what_the_clock_does)
    assert (sat_in, relieved) == (2, 1)
    assert questions == [] or questions[0].version == 0
    room = await in_thread(Room.objects.get)
    assert room.host_id == paused.here.people[1].pk
    await paused.close()
