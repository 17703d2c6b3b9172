"""What processes tell each other: ids and versions, and nothing more."""

import pytest
from channels.layers import InMemoryChannelLayer, channel_layers

from games.play import announcements
from games.process.db_threads import in_thread
from games.rooms import chat
from tests.support.builders import a_game, a_sealed_round, bid, commit
from tests.support.sockets import PATIENCE
from tests.support.visitors import Visitor, a_socket, part


class Recorder(InMemoryChannelLayer):
    """A layer that keeps what other processes are told."""

    def __init__(self):
        super().__init__()
        self.told = []

    async def group_send(self, group, message):
        self.told.append(message)
        await super().group_send(group, message)


@pytest.fixture
def layer(settings):
    settings.REDIS_URL = "redis://recorded.invalid"
    recorder = Recorder()
    former = channel_layers.set("default", recorder)
    yield recorder
    channel_layers.backends.pop("default")
    if former is not None:
        channel_layers.set("default", former)


ALLOWED = {"type", "room", "game", "version", "player"}


@pytest.mark.django_db(transaction=True)
def test_processes_tell_each_other_ids_and_versions_only(layer, monkeypatch):
    monkeypatch.setattr(announcements, "listeners", [])
    here = a_sealed_round()
    for seat in range(3):
        here.do(commit(seat, (6, 8, 10)[seat]))
    chat.say(here.room.pk, here.people[0], "A secret")
    Visitor(here.people[2]).post("logout")

    assert layer.told
    for message in layer.told:
        assert set(message) <= ALLOWED
        assert message["type"] in {"room.changed", "player.gone"}
        assert all(isinstance(message[key], int) for key in message if key != "type")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("hub")
async def test_the_hub_tells_other_processes_no_more_than_that(layer):
    here = await in_thread(a_sealed_round)
    visitor = await in_thread(Visitor, here.people[0])
    socket = a_socket(here.room, visitor)
    await socket.connect()
    await socket.receive_from(PATIENCE)

    await in_thread(here.do, commit(0, 25))
    await socket.receive_from(PATIENCE)

    moves = [message for message in layer.told if "version" in message]
    assert moves == [
        {"type": "room.changed", "room": here.room.pk, "game": here.game.pk, "version": 1}
    ]
    await socket.disconnect()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("layer")
async def test_a_move_made_in_another_process_reaches_the_sockets_here(hub):
    here = await in_thread(a_game)
    visitor = await in_thread(Visitor, here.people[0])
    socket = a_socket(here.room, visitor)
    await socket.connect()
    await socket.receive_from(PATIENCE)
    announcements.listeners.remove(hub.hear)

    await in_thread(here.do, bid(0, 3))

    html = await socket.receive_from(PATIENCE)
    assert 'value="1"' in part(html, "version")
    assert "You bid 3." in html
    await socket.disconnect()
