"""Every form that comes by a socket can be sent as it stands, without scripts."""

from random import Random

import pytest

from games.models import Member
from games.play.presence_times import SHOWN_ABSENT
from games.process.db_threads import in_thread
from games.rooms import hosting, seating
from tests.support.builders import a_game, a_person, a_room, play_on
from tests.support.html_forms import TOKEN, forms_to_post
from tests.support.sockets import until
from tests.support.visitors import Visitor, a_socket, ids

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]

STALE = "This page is out of date."


def waiting():
    """A lobby with a bot, a watcher and a free chair."""
    here = a_room(2, seats=5)
    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    return here


def playing():
    """A game with a clock and somebody who is away."""
    here = a_game(clock=60)
    away = Member.objects.get(room=here.room, player=here.people[2])
    Member.objects.filter(pk=away.pk).update(seen_at=away.seen_at - 2 * SHOWN_ABSENT)
    return here


def over():
    """The end of a game, before the next one."""
    here = a_game()
    play_on(here, Random(3))
    return here


HOST = {"token", "leave", "talk", "lock", "mute", "host"}
SCENES = {
    waiting: {
        "host": HOST | {"options", "remove", "bot", "start"},
        "guest": {"token", "leave", "talk", "mute"},
        "watcher": {"sit", "leave", "talk", "mute"},
        "stranger": {"sit"},
    },
    playing: {
        "host": HOST | {"play", "absent", "break-off"},
        "guest": {"token", "leave", "talk", "play", "mute"},
        "watcher": {"leave", "talk", "mute"},
        "stranger": {"watch"},
    },
    over: {
        "host": HOST | {"options", "remove", "start"},
        "guest": {"token", "leave", "talk", "mute"},
        "watcher": {"leave", "talk", "mute"},
        "stranger": {"watch"},
    },
}


def visitors_in(here) -> dict[str, Visitor]:
    """Browsers that have loaded the room, and so have the cookie of its forms."""
    eve = a_person("Eve")
    seating.watch(here.room.pk, eve)
    people = {"host": here.people[0], "guest": here.people[1], "watcher": eve, "stranger": None}
    visitors = {who: Visitor(each, enforce_csrf_checks=True) for who, each in people.items()}
    for visitor in visitors.values():
        visitor.page(here.room)
    return visitors


async def opened(here, visitor: Visitor):
    """The socket of a page that shows nothing yet, and the room that it is sent."""
    socket = a_socket(here.room, visitor)
    await socket.connect()
    return socket, await until(socket, 'id="room"')


def refused_forms(visitor: Visitor, html: str) -> list[str]:
    """The forms without a token that counts; each is sent."""
    stale = []
    for form in forms_to_post(html):
        answer = visitor.client.post(form.action, form.fields)
        if TOKEN not in form.fields or STALE in answer.content.decode():
            stale.append(form.action)
    return stale


def names_of(html: str) -> set[str]:
    return {form.action.rstrip("/").rpartition("/")[2] for form in forms_to_post(html)}


@pytest.mark.parametrize("scene", SCENES)
async def test_every_form_of_a_pushed_room_is_accepted(scene):
    here = await in_thread(scene)
    visitors = await in_thread(visitors_in, here)
    pushed = {who: await opened(here, visitor) for who, visitor in visitors.items()}

    for who, (socket, html) in pushed.items():
        await socket.disconnect()
        assert names_of(html) >= SCENES[scene][who]
    for who, (_, html) in reversed(pushed.items()):
        assert await in_thread(refused_forms, visitors[who], html) == []


@pytest.mark.parametrize("scene", SCENES)
async def test_every_form_of_a_pushed_part_is_accepted(scene):
    here = await in_thread(scene)
    visitor = (await in_thread(visitors_in, here))["host"]
    socket, _ = await opened(here, visitor)
    await in_thread(lambda: seating.watch(here.room.pk, a_person("Gus")))
    html = await until(socket, "Gus")

    assert "room" not in ids(html)
    assert {"mute", "host"} <= names_of(html)
    assert await in_thread(refused_forms, visitor, html) == []
    await socket.disconnect()


async def test_more_time_can_be_asked_for_without_scripts():
    here = await in_thread(playing)
    visitor = (await in_thread(visitors_in, here))["host"]
    page = await in_thread(visitor.page, here.room)
    extra = next(form for form in forms_to_post(page) if form.id == "extra")

    answer = await in_thread(visitor.client.post, extra.action, extra.fields)

    assert answer.status_code == 302
