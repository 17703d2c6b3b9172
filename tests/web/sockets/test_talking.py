"""Talk over sockets."""

import pytest

from games.accounts import mutes
from games.models import Message
from games.process.db_threads import in_thread
from games.rooms import chat
from games.rooms.chat import TALK_PAGE
from tests.support.sockets import frame, send, until
from tests.support.visitors import part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]


async def test_talk_is_relayed_and_the_muted_are_not_heard(lobby):
    ann, bob, _ = lobby.here.people
    await in_thread(mutes.mute, lobby.room, ann, bob.pk)
    sockets = await lobby.open(0, 1, 2)

    await send(sockets[1], text="Boo <b>")
    for socket in sockets[1:]:
        await until(socket, "Boo &lt;b&gt;")
    await send(sockets[2], remark="thanks")

    for socket in sockets:
        assert "Boo" not in await until(socket, "Thank you for the game.")
    await lobby.close()


async def test_talk_by_form_is_relayed(lobby):
    ann = await lobby.open(0)

    await in_thread(chat.say, lobby.room.pk, lobby.here.people[1], "Good evening")

    assert "Good evening" in await frame(ann)
    await lobby.close()


@pytest.mark.usefixtures("clock")
async def test_nobody_talks_too_fast_over_a_socket(lobby):
    ann = await lobby.open(0)

    for number in range(6):
        await send(ann, text=f"Word {number}")

    await until(ann, "Word 4", "Too many requests")
    assert await in_thread(Message.objects.count) == 5
    await lobby.close()


async def test_a_watcher_may_talk(lobby):
    ann, eve = await lobby.open(0, 3)

    await send(eve, text="Bravo")

    assert "Bravo" in await frame(ann)
    assert "Bravo" in await frame(eve)
    await lobby.close()


async def test_who_missed_more_than_a_page_gets_the_newest_page_and_the_way_to_the_rest(lobby):
    ann = await lobby.open(0)
    bob = lobby.here.people[1]
    said = {"room": lobby.room, "player": bob, "name": "Bob"}
    unheard = [Message(**said, text=f"Word {number}.") for number in range(25)]
    await in_thread(Message.objects.bulk_create, unheard)

    await in_thread(chat.say, lobby.room.pk, bob, "At last")

    talked = part(await until(ann, "At last"), "messages")
    assert talked.count("<bdi>Bob</bdi>") == TALK_PAGE
    assert "Word 5." not in talked
    assert "Earlier messages" in talked
    await lobby.close()
