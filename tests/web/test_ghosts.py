"""However a socket ends, nobody is taken to be here any longer."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.live import connections, hub
from games.live.socket_viewer import BUSY
from games.models import Member
from games.process.db_threads import in_thread
from games.rooms import hosting, presence
from tests.support.builders import a_game, a_room, play_on
from tests.support.heartbeats import heartbeat
from tests.support.sockets import PATIENCE
from tests.support.visitors import Visitor, a_socket, part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]


@pytest.mark.parametrize("fault", [OperationalError, ZeroDivisionError])
async def test_a_socket_that_breaks_while_it_comes_in_leaves_nobody(monkeypatch, fault):
    here = await in_thread(a_game)
    visitor = await in_thread(lambda: Visitor(here.people[0]))

    def break_down(*_):
        raise fault

    monkeypatch.setattr(presence, "arrive", break_down)
    socket = a_socket(here.room, visitor)
    await socket.connect()
    if fault is OperationalError:
        assert (await socket.receive_output(PATIENCE))["code"] == BUSY
        await socket.disconnect()
    else:
        with pytest.raises(ZeroDivisionError):
            await socket.wait(PATIENCE)

    assert not hub.hub.viewers.get(here.room.pk)


async def test_a_quiet_room_is_not_loaded_at_every_heartbeat(monkeypatch):
    here = await in_thread(a_room_with_a_bot)
    socket = a_socket(here.room, await in_thread(lambda: Visitor(here.people[0])))
    await socket.connect()
    await socket.receive_from(PATIENCE)
    loads = []
    load = connections.load_room
    monkeypatch.setattr(
        connections, "load_room", lambda room_id: loads.append(room_id) or load(room_id)
    )

    for _ in range(3):
        await heartbeat()

    assert loads == []
    await socket.disconnect()


def a_room_with_a_bot():
    here = a_room(2, seats=4)
    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    hosting.remove(here.room.pk, here.people[0], here.people[1].pk)
    Member.objects.exclude(player=here.people[0]).update(
        seen_at=timezone.now() - timedelta(hours=1)
    )
    return here


def test_who_has_left_sees_no_hand_and_a_way_back(rng):
    here = a_game()
    bob = Visitor(here.people[1])
    bob.post("leave", here.room)
    play_on(here, rng, 1)

    page = bob.page(here.room)

    assert "Go back to your seat" in part(page, "join")
    assert 'value="25000"' not in page
    assert bob.post("play", here.room, {"type": "pass", "version": 1}).status_code == 403
    bob.post("sit", here.room)
    assert 'value="25000"' in part(bob.page(here.room), "hand")
