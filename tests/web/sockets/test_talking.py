"""Talk over sockets."""

import pytest

from games.models import Message
from games.services import people, talk
from games.threads import in_thread
from tests.web.sockets.parties import frame, send, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]


async def test_talk_is_relayed_and_the_muted_are_not_heard(lobby):
    ann, bob, _ = lobby.here.people
    await in_thread(people.mute, ann, bob.pk)
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

    await in_thread(talk.say, lobby.room.pk, lobby.here.people[1], "Good evening")

    assert "Good evening" in await frame(ann)
    await lobby.close()


@pytest.mark.usefixtures("clock")
async def test_nobody_talks_too_fast_over_a_socket(lobby):
    ann = await lobby.open(0)

    for number in range(6):
        await send(ann, text=f"Word {number}")

    await until(ann, "Word 4", "a little fast")
    assert await in_thread(Message.objects.count) == 5
    await lobby.close()


async def test_a_watcher_may_talk(lobby):
    ann, eve = await lobby.open(0, 3)

    await send(eve, text="Bravo")

    assert "Bravo" in await frame(ann)
    assert "Bravo" in await frame(eve)
    await lobby.close()
