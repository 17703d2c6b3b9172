"""When a page is shown the door: removed, logged out, banned, or the room is closed."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from games.live import hub
from games.live.socket_viewer import CLOSED, LOGGED_OUT, REMOVED, UNKNOWN
from games.models import User
from games.moderation import actions
from games.moderation.actions import Moderator
from games.process.db_threads import in_thread
from games.rooms import expiry, hosting
from tests.support.heartbeats import heartbeat
from tests.support.sockets import PATIENCE, frame
from tests.support.visitors import Visitor, a_socket, part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]


async def test_who_is_removed_gets_a_goodbye_and_the_door(lobby):
    ann, bob, eve = await lobby.open(0, 1, 3)

    await in_thread(hosting.remove, lobby.room.pk, lobby.here.people[0], lobby.eve.pk)

    assert "You’re no longer in this room" in await frame(eve)
    assert await eve.receive_output(timeout=PATIENCE) == {
        "type": "websocket.close",
        "code": REMOVED,
    }
    for socket in (ann, bob):
        assert "Eve" not in part(await frame(socket), "people")
    await lobby.close()


async def test_who_logs_out_gets_a_goodbye(lobby):
    ann, eve = await lobby.open(0, 3)

    await in_thread(lobby.visitors[3].post, "logout")

    assert "You’re logged out" in await frame(eve)
    assert (await eve.receive_output(timeout=PATIENCE))["code"] == LOGGED_OUT
    assert await ann.receive_nothing(timeout=0.05)
    await lobby.close()


async def test_who_has_logged_out_unheard_is_found_at_the_next_look_round(lobby):
    """Another process did it, and the channel layer was away."""
    ann, eve = await lobby.open(0, 3)
    hub.hub.loop = None  # deaf for a moment
    await in_thread(lobby.visitors[3].post, "logout")
    hub.hub.loop = asyncio.get_running_loop()

    await heartbeat()

    assert "You’re logged out" in await frame(eve)
    assert (await eve.receive_output(timeout=PATIENCE))["code"] == LOGGED_OUT
    await heartbeat()
    assert await ann.receive_nothing(timeout=0.05)
    await lobby.close()


async def test_who_comes_back_after_logging_out_stays(lobby):
    await in_thread(lobby.visitors[3].post, "logout")
    await in_thread(lambda: lobby.visitors.__setitem__(3, Visitor(lobby.eve)))
    eve = await lobby.open(3)

    await heartbeat()

    assert await eve.receive_nothing(timeout=0.05)
    await lobby.close()


@pytest.mark.parametrize("is_heard", [True, False])
async def test_who_looks_at_a_room_that_is_closed_is_told(lobby, is_heard):
    sockets = await lobby.open(0, 4)
    if not is_heard:
        hub.hub.loop = None
    later = timezone.now() + timedelta(days=15)
    assert await in_thread(expiry.close_deserted, later) == 1
    hub.hub.loop = asyncio.get_running_loop()

    if not is_heard:
        await heartbeat()

    for socket in sockets:
        assert "This room is closed" in await frame(socket)
        assert (await socket.receive_output(timeout=PATIENCE))["code"] == CLOSED
    again = a_socket(lobby.room, lobby.visitors[0])
    await again.connect()
    assert (await again.receive_output(timeout=PATIENCE))["code"] == UNKNOWN
    await again.disconnect()
    await lobby.close()


@pytest.mark.parametrize("is_heard", [True, False])
async def test_who_is_banned_gets_a_goodbye_at_once_and_stays_out(lobby, settings, is_heard):
    """The news of the person and that of the room may be dealt with in any order."""
    settings.HEARTBEAT = 10 * PATIENCE  # so that it is not the next look round that tells it
    eve = await lobby.open(3)
    judge = await in_thread(lambda: Moderator(User.objects.create_user("judge")))

    if not is_heard:
        hub.hub.loop = None
    await in_thread(actions.ban, judge, lobby.eve, timezone.now() + timedelta(days=1), "Rude")
    hub.hub.loop = asyncio.get_running_loop()
    if not is_heard:
        await hub.hub.refresh(hub.hub.in_room(lobby.room.pk))

    assert "A moderator has suspended you" in await eve.receive_from(PATIENCE)
    assert (await eve.receive_output(PATIENCE))["code"] == REMOVED
    again = a_socket(lobby.room, lobby.visitors[3])
    await again.connect()
    assert (await again.receive_output(PATIENCE))["code"] == REMOVED
    answer = await in_thread(lobby.visitors[3].get, "room", lobby.room)
    assert answer.status_code == 403
    assert "You’re suspended until" in answer.content.decode()
    await lobby.close()
