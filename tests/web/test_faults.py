"""When the house is in trouble: wait a little, say so in words, and lose nothing."""

import asyncio
import time
from contextlib import contextmanager
from socket import create_server
from threading import Event, Thread

import pytest
from channels.layers import channel_layers
from django.db import OperationalError, connection, connections, transaction
from django.urls import reverse

from games.live import hub
from games.models import Game, LoggedAction
from games.play import announcements
from games.process.db_threads import in_thread
from games.rooms import hosting
from tests.support.builders import a_game
from tests.support.sockets import PATIENCE, Party, frame, send
from tests.support.visitors import Visitor, part

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def locked(game: Game, seconds: float):
    """Somebody else writes to the game for so long."""
    begun, done = Event(), Event()

    def hold():
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            begun.set()
            done.wait(seconds)
        connections.close_all()

    holder = Thread(target=hold)
    holder.start()
    assert begun.wait(60)
    yield
    done.set()
    holder.join()


def no_answer(*_):
    raise OperationalError("the connection is closed")


@pytest.mark.parametrize("name", ["home", "my-games", "room"])
def test_a_page_without_a_database_says_that_it_passes(name):
    """The page of a refusal needs the database as well, to say who is logged in."""
    here = a_game()
    visitor = Visitor(here.people[0])
    visitor.client.raise_request_exception = False
    url = reverse(name, args=[here.room.invite] if name == "room" else [])

    with connection.execute_wrapper(no_answer):
        response = visitor.client.get(url)

    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert "Nothing you played is lost" in response.content.decode()


def test_a_move_waits_while_the_database_is_locked_for_3_seconds():
    here = a_game()
    visitor = Visitor(here.people[0])

    with locked(here.game, 3):
        response = visitor.post("play", here.room, {"type": "bid", "cards": "3000", "version": 0})

    assert response.status_code == 302
    assert LoggedAction.objects.count() == 1


def test_a_move_gets_a_sentence_when_the_database_is_locked_for_10_seconds():
    here = a_game()
    visitor = Visitor(here.people[0])

    with locked(here.game, 10):
        response = visitor.post("play", here.room, {"type": "bid", "cards": "3000", "version": 0})

    assert response.status_code == 503
    assert "The site is busy. Nothing was changed" in response.content.decode()
    assert LoggedAction.objects.count() == 0
    assert visitor.post("play", here.room, {"type": "pass", "version": 0}).status_code == 302


@contextmanager
def redis_at(port, settings):
    """The channel layer is asked for at this port."""
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [settings.REDIS_URL]},
        }
    }
    channel_layers.backends.clear()
    announcements.post.rests_until = 0.0
    yield
    channel_layers.backends.clear()
    announcements.post.rests_until = 0.0


@pytest.fixture
def redis_is_gone(settings):
    """Nobody listens."""
    with redis_at(1, settings):
        yield


@pytest.fixture
def redis_is_stuck(settings):
    """Somebody listens and never says a word."""
    with create_server(("127.0.0.1", 0)) as silent, redis_at(silent.getsockname()[1], settings):
        yield


@pytest.fixture
def party():
    return Party(a_game())


@pytest.mark.usefixtures("hub")
async def test_a_game_goes_on_without_redis(party, request):
    request.getfixturevalue("redis_is_gone")
    sockets = await party.open()

    await send(sockets[0], type="bid", version="0", cards=["3000"])
    for socket in sockets:
        assert 'value="1"' in part(await frame(socket), "version")

    await send(sockets[1], type="pass", version="1")
    for socket in sockets:
        assert 'value="2"' in part(await frame(socket), "version")
    await party.close()


@pytest.mark.parametrize("trouble", ["redis_is_gone", "redis_is_stuck"])
def test_requests_do_not_wait_for_redis_where_there_are_no_sockets(request, monkeypatch, trouble):
    here = a_game()
    monkeypatch.setattr(announcements, "listeners", [])
    request.getfixturevalue(trouble)
    begin = time.monotonic()

    for number in range(20):
        hosting.set_lock(here.room.pk, here.people[0], is_locked=number % 2 == 0)

    assert time.monotonic() - begin < 10 * announcements.PATIENCE  # had each waited, 20 times


@pytest.mark.usefixtures("hub")
async def test_a_stuck_redis_does_not_pile_up_work(party, request):
    request.getfixturevalue("redis_is_stuck")
    sockets = await party.open(0, 1)
    host = party.here.people[0]

    for number in range(20):
        await in_thread(hosting.set_lock, party.room.pk, host, is_locked=number % 2 == 0)
        for each in sockets:
            await frame(each)

    async with asyncio.timeout(PATIENCE):  # until they listen, and look at people, rooms and tables
        while len(hub.hub.tasks) > 4:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await party.close()
