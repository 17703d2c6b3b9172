"""The list of open tables is pushed: a line that changed, rendered once for all who look at it."""

import pytest
from channels.testing import WebsocketCommunicator

from games.live.hub import hub as the_hub
from games.models import Room
from games.open_tables import joining, listing
from games.open_tables.matching import find
from games.process.db_threads import in_thread
from games.rooms import chat, hosting, open_rooms, seating
from games.screens import open_tables as screen
from highsociety_site.asgi import application
from tests.support.builders import a_person, a_room
from tests.support.open_tables import QUICK, an_open_table
from tests.support.sockets import PATIENCE, frame, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]
HERE = [(b"host", b"testserver"), (b"origin", b"http://testserver")]


async def look(language: str = "en", seen: str = "") -> WebsocketCommunicator:
    """A socket of the page with the list; it is up to date once this comes back."""
    headers = [*HERE, (b"accept-language", language.encode())]
    socket = WebsocketCommunicator(application, f"/ws/tables/?seen={seen}", headers=headers)
    is_open, _ = await socket.connect(timeout=PATIENCE)
    assert is_open
    return socket


async def test_whoever_comes_gets_the_list():
    await in_thread(an_open_table)

    socket = await look()

    html = await frame(socket)
    assert "Ann" in html
    assert "1 of 4 seats taken" in html
    await socket.disconnect()


async def test_a_page_that_shows_the_list_gets_what_changes():
    here = await in_thread(an_open_table)
    stamp = screen.stamp_of(await in_thread(listing.open_tables), "en")
    socket = await look(seen=stamp)

    await in_thread(joining.sit, here.room.pk, await in_thread(a_person, "Zoe"))

    html = await until(socket, "Zoe")
    assert f'id="table-{here.room.pk}"' in html
    assert 'id="tables"' not in html
    assert "2 people are waiting" in html
    await socket.disconnect()


async def test_a_new_table_appears_and_one_that_is_private_again_goes():
    socket = await look()
    await frame(socket)
    room = await in_thread(find, await in_thread(a_person, "Yan"), QUICK)
    assert "afterbegin:#tables-waiting" in await until(socket, "Yan")

    await in_thread(open_rooms.make_private, room.pk, await in_thread(lambda: room.host))

    assert "Yan" not in await until(socket, f'id="table-{room.pk}" hx-swap-oob="delete"')
    await socket.disconnect()


async def test_a_table_that_is_full_moves_to_those_that_are_played():
    here = await in_thread(lambda: an_open_table(2, seats=3))
    socket = await look()
    await frame(socket)

    await in_thread(joining.sit, here.room.pk, await in_thread(a_person, "Zoe"))

    html = await until(socket, "afterbegin:#tables-playing")
    assert 'hx-swap-oob="delete"' in html
    assert "Watch" in html
    await socket.disconnect()


async def test_a_change_is_rendered_once_for_all_who_look():
    here = await in_thread(an_open_table)
    sockets = [await look() for _ in range(8)]
    sockets += [await look("de") for _ in range(2)]
    for socket in sockets:
        await frame(socket)
    screen.line_of.cache_clear()
    for table in await in_thread(listing.open_tables):
        screen.line_of(table, "en")
        screen.line_of(table, "de")
    before = screen.line_of.cache_info().misses

    await in_thread(joining.sit, here.room.pk, await in_thread(a_person, "Zoe"))
    frames = [await until(socket, "Zoe") for socket in sockets]

    assert screen.line_of.cache_info().misses - before == 2
    assert len(set(frames[:8])) == 1
    assert "Plätzen besetzt" in frames[9]
    for socket in sockets:
        await socket.disconnect()


async def test_private_rooms_are_never_told_of():
    socket = await look()
    await frame(socket)

    await in_thread(lambda: a_room(3))
    room = await in_thread(find, await in_thread(a_person, "Yan"), QUICK)

    html = await until(socket, "Yan")
    assert "Bob" not in html
    assert room.code not in html
    await socket.disconnect()


async def test_what_no_message_told_is_found_at_the_next_heartbeat():
    here = await in_thread(an_open_table)
    socket = await look()
    await frame(socket)

    await in_thread(lambda: Room.objects.filter(pk=here.room.pk).update(clock=30, changes=99))
    await the_hub.tables.look()

    assert "30 seconds" in await frame(socket)
    await socket.disconnect()


async def test_talk_at_a_table_is_no_news_for_the_list():
    here = await in_thread(an_open_table)
    socket = await look()
    await frame(socket)

    await in_thread(chat.say, here.room.pk, here.people[0], "Good evening")
    await in_thread(lambda: hosting.choose(here.room.pk, here.people[0], clock=30))

    html = await frame(socket)
    assert "30 seconds" in html
    assert "Good evening" not in html
    await socket.disconnect()


async def test_a_page_that_sends_anything_is_disconnected():
    socket = await look()
    await frame(socket)

    await socket.send_to(text_data="{}")

    assert (await socket.receive_output(PATIENCE))["code"] == 4400


async def test_nobody_looks_and_nothing_is_kept():
    here = await in_thread(an_open_table)
    socket = await look()
    await frame(socket)
    await socket.disconnect()

    await in_thread(seating.leave, here.room.pk, here.people[0])

    assert not the_hub.tables.viewers
    assert not the_hub.tables.is_loaded
