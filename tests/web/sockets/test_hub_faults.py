"""What goes wrong between a commit and a page: it heals, and nobody else is kept waiting."""

import asyncio
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from games import screens
from games.live import connections
from games.models import Member, Message
from games.play import moves
from games.play.announcements import News
from games.process.db_threads import in_thread
from games.rooms import chat
from tests.support.builders import a_game, bid
from tests.support.heartbeats import heartbeat
from tests.support.sockets import PATIENCE, Party, frame, until
from tests.support.visitors import a_socket, part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]

CAME_BACK_FROM = {"type": "websocket.close", "code": 1013}


async def test_what_was_left_in_the_inbox_is_read_with_the_next_news(hub, game):
    """Two threads may each have seen that the other's news was there already."""
    ann = await game.open(0)
    hub.inbox.append(News(room_id=game.room.pk))

    await in_thread(chat.say, game.room.pk, game.here.people[0], "Good evening")

    await until(ann, "Good evening")
    assert not hub.inbox
    await game.close()


async def test_a_move_that_cannot_be_rendered_brings_its_pages_back_for_it(game, monkeypatch):
    """Else they would seem to have a move that was never sent."""
    ann, bob = await game.open(0, 1)
    with monkeypatch.context() as patch:
        patch.setattr(screens, "own_parts", lambda *_: 1 / 0)
        await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3)))
        for socket in (ann, bob):
            assert await socket.receive_output(timeout=PATIENCE) == CAME_BACK_FROM

    again = a_socket(game.room, game.visitors[0])
    await again.connect()
    assert 'value="1"' in part(await frame(again), "version")
    await again.disconnect()
    await game.close()


async def test_a_room_that_cannot_be_loaded_keeps_no_other_from_the_heartbeat(
    hub, game, monkeypatch
):
    other = await in_thread(lambda: Party(a_game()))
    await game.open(0)
    there = await other.open(0)
    hub.loop = None  # deaf for a moment
    for party in (game, other):
        await in_thread(moves.play, moves.Move(party.here.game.pk, 0, bid(0, 3)))
    hub.loop = asyncio.get_running_loop()
    load = connections.load_room
    monkeypatch.setattr(
        connections, "load_room", lambda room: 1 / 0 if room == game.room.pk else load(room)
    )

    await heartbeat()

    assert 'value="1"' in part(await frame(there), "version")
    await game.close()
    await other.close()


@pytest.mark.parametrize("is_deaf", [False, True])
async def test_a_page_loaded_before_the_one_value_comes_back_undisturbed(game, is_deaf):
    """Its script sends four fields; a page that shows something else gets the whole room."""
    seen = await in_thread(lambda: game.seen_state)
    if is_deaf:
        await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3)))
    socket = a_socket(game.room, game.visitors[0], seen._asdict())
    await socket.connect()

    if is_deaf:
        assert (await frame(socket)).startswith('<div id="room"')
    else:
        assert await socket.receive_nothing(timeout=0.05)
    await socket.disconnect()


async def test_after_a_move_and_talk_a_page_comes_back_with_nothing_to_be_sent(game):
    """Whatever was pushed, the page says exactly what it shows."""
    ann = await game.open(0)
    await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3)))
    await until(ann, 'id="seen"')
    await in_thread(chat.say, game.room.pk, game.here.people[1], "Good evening")
    html = await until(ann, "Good evening", 'id="seen"')
    said = part(html, "seen").split('value="')[1].split('"')[0]

    again = a_socket(game.room, game.visitors[0], {"seen": said})
    await again.connect()

    assert await again.receive_nothing(timeout=0.1)
    await again.disconnect()
    await game.close()


async def test_a_player_who_comes_back_is_sent_what_their_arrival_changed_and_no_room(game):
    """A whole room would take the place of what they have begun to choose or to type."""
    await in_thread(lambda: Member.objects.update(seen_at=timezone.now() - timedelta(hours=1)))
    seen = await in_thread(lambda: game.seen_state)
    socket = a_socket(game.room, game.visitors[0], {"seen": seen})
    await socket.connect()

    html = await frame(socket)

    assert 'id="seen"' in html
    assert 'id="room"' not in html
    assert 'id="controls"' not in html
    await socket.disconnect()


async def test_a_room_that_changes_all_the_time_is_loaded_once_at_a_time(hub, game, monkeypatch):
    """Else whoever changes it as fast as they may would hold up all other rooms."""
    await game.open(0)
    loads = count_loads(monkeypatch)

    await asyncio.gather(*(hub.refresh(hub.in_room(game.room.pk)) for _ in range(50)))

    assert len(loads) <= 2
    assert (dict(hub.late), dict(hub.turns)) == ({}, {})
    await game.close()


async def test_who_goes_in_the_midst_of_a_refresh_takes_it_from_nobody(hub, game, monkeypatch):
    ann = await game.open(0)
    loads = count_loads(monkeypatch)
    await in_thread(Message.objects.create, room=game.room, name="Bob", text="Good evening")
    asking = asyncio.create_task(hub.refresh(hub.in_room(game.room.pk)))
    await asyncio.sleep(0)
    asking.cancel()

    await until(ann, "Good evening")
    assert len(loads) == 1
    await game.close()


def count_loads(monkeypatch):
    """The rooms that are loaded from now on, each a while after it was asked for."""
    loads, load_room = [], connections.load_room

    def load_slowly(room_id):
        loads.append(room_id)
        time.sleep(0.05)
        return load_room(room_id)

    monkeypatch.setattr(connections, "load_room", load_slowly)
    return loads
