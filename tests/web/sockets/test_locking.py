"""A room that gets locked: who looks in and is no member is shown the door and hears no more."""

import asyncio

import pytest

from games.accounts import people
from games.live import hub
from games.live.socket_viewer import REMOVED, UNKNOWN
from games.process.db_threads import in_thread
from games.rooms import chat, hosting, seating
from tests.support.heartbeats import heartbeat
from tests.support.sockets import PATIENCE, frame, send
from tests.support.visitors import Visitor, a_socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]


def lock(party):
    return in_thread(lambda: hosting.set_lock(party.room.pk, party.here.people[0], is_locked=True))


def say(party, text):
    return in_thread(chat.speak, party.room.pk, party.here.people[0], {"text": [text]})


def a_stranger(party):
    """Somebody who has a name in the house, and no place in this room."""
    party.visitors.append(Visitor(people.new_guest("Mallory")))
    return len(party.visitors) - 1


async def is_shown_the_door(socket):
    assert "This room is locked" in await socket.receive_from(PATIENCE)
    assert (await socket.receive_output(PATIENCE))["code"] == REMOVED


async def test_strangers_leave_the_lobby_and_members_stay(lobby):
    await strangers_leave(lobby)


async def test_strangers_leave_the_game_and_members_stay(game):
    await strangers_leave(game)


async def strangers_leave(party):
    known = await in_thread(a_stranger, party)
    ann, eve, nobody, mallory = await party.open(0, 3, 4, known)

    await lock(party)

    await is_shown_the_door(nobody)
    await is_shown_the_door(mallory)
    assert {viewer.player.name for viewer in hub.hub.viewers[party.room.pk]} == {"Ann", "Eve"}
    await frame(ann)
    await send(ann, type="say", text="Among ourselves")
    for socket in (ann, eve):
        while "Among ourselves" not in await frame(socket):
            pass
    await party.close()


async def test_a_lock_that_was_not_heard_holds_before_anything_else_is_said(lobby):
    """Another process did it, and the channel layer was away."""
    nobody = await lobby.open(4)
    hub.hub.loop = None  # deaf for a moment
    await lock(lobby)
    hub.hub.loop = asyncio.get_running_loop()

    await say(lobby, "Among ourselves")

    goodbye = await nobody.receive_from(PATIENCE)
    assert "This room is locked" in goodbye
    assert "Among ourselves" not in goodbye
    assert (await nobody.receive_output(PATIENCE))["code"] == REMOVED
    await lobby.close()


async def test_a_lock_that_was_not_heard_is_found_at_the_next_look_round(lobby):
    nobody = await lobby.open(4)
    hub.hub.loop = None
    await lock(lobby)
    hub.hub.loop = asyncio.get_running_loop()

    await heartbeat()

    await is_shown_the_door(nobody)
    await lobby.close()


async def test_a_stranger_does_not_come_back_to_a_locked_room(lobby):
    await lock(lobby)
    again = a_socket(lobby.room, lobby.visitors[4])
    await again.connect()

    assert (await again.receive_output(timeout=PATIENCE))["code"] == UNKNOWN
    await again.disconnect()


async def test_who_leaves_a_locked_room_hears_no_more_in_another_tab(lobby):
    ann, bob = await lobby.open(0, 1)
    await lock(lobby)
    await frame(ann)
    await frame(bob)

    await in_thread(seating.leave, lobby.room.pk, lobby.here.people[1])

    await is_shown_the_door(bob)
    await lobby.close()
