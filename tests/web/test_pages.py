"""A room's page: what is on it, and for whom."""

import pytest

from games.rooms import chat, seating
from tests.support.builders import a_person, a_room
from tests.support.visitors import Visitor, url

pytestmark = pytest.mark.django_db


def test_the_muted_are_not_on_the_page_until_unmuted():
    here = a_room(3)
    ann, bob, _ = here.people
    chat.say(here.room.pk, bob, "Boo")
    visitor = Visitor(ann)
    assert "Boo" in visitor.page(here.room)

    visitor.post("mute", here.room, {"player": bob.pk})
    assert "Boo" not in visitor.page(here.room)
    assert "Boo" in Visitor(bob).page(here.room)
    visitor.post("mute", here.room, {"player": bob.pk, "muted": "no"})
    assert "Boo" in visitor.page(here.room)


def test_the_host_alone_sees_the_host_s_forms():
    here = a_room(3)
    seating.watch(here.room.pk, eve := a_person("Eve"))
    forms = [f'action="{url(name, here.room)}"' for name in ("start", "options", "lock", "remove")]

    host, *others = (Visitor(who) for who in (*here.people, eve, None))
    page = host.page(here.room)
    assert all(form in page for form in forms)
    for other in others:
        page = other.page(here.room)
        assert not any(form in page for form in forms)


def test_a_stranger_sees_no_invitation():
    here = a_room(3)

    assert url("qr", here.room) not in Visitor().page(here.room)
    assert url("qr", here.room) in Visitor(here.people[1]).page(here.room)


def test_the_qr_code_is_a_picture_of_the_link():
    here = a_room(1)

    response = Visitor(here.people[0]).get("qr", here.room)

    assert response["Content-Type"] == "image/svg+xml"
    assert response.content.startswith(b"<svg") or b"<svg" in response.content[:200]


def test_rooms_are_in_no_list():
    here = a_room(3)

    page = Visitor().get("home").content.decode()

    assert here.room.code not in page
    assert here.room.invite not in page
