"""Names and words are shown as they are, and no page lets in foreign code."""

import re
from html import unescape

import pytest

from games.models import Message, Player, Room
from games.rooms import chat
from tests.support.builders import a_game, a_person, a_sealed_round, everything
from tests.support.hostile_names import HOSTILE
from tests.support.visitors import Visitor, part, visitors_of

pytestmark = pytest.mark.django_db


PAGES = ["home", "my-games", "sign-up", "login", "rules"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_and_words_are_shown_as_they_are(name):
    here = a_game()
    Player.objects.filter(pk=here.people[0].pk).update(name=name[:20])
    here.game.seats.filter(number=0).update(name=name[:20])
    chat.say(here.room.pk, here.people[1], name)
    said = Message.objects.get().text

    for visitor in (Visitor(here.people[0]), Visitor(here.people[1]), Visitor()):
        page = visitor.page(here.room)
        assert f"<bdi>{said}</bdi>" in unescape(page)
        assert name[:20] in unescape(part(page, "place-0"))
        assert name[:20] in unescape(part(page, "people"))
        for harm in ("<script>alert", "<img src=x", "</bdi></script>"):
            assert harm not in page
    for page in PAGES[:2]:
        html = Visitor(here.people[0]).get(page).content.decode()
        assert name[:20] in unescape(html)
        assert "<img src=x" not in html


def test_a_hostile_name_goes_through_the_front_door():
    visitor = Visitor()

    visitor.post("open-room", data={"name": "<b>\u202eAnn</b>"})

    assert visitor.player.name == "<b>Ann</b>"
    assert "&lt;b&gt;Ann&lt;/b&gt;" in visitor.page(Room.objects.get())


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "\u202e"])
def test_a_name_that_is_none_opens_no_room(name):
    before = everything()

    response = Visitor().post("open-room", data={"name": name})

    assert response.status_code == 400
    assert everything() == before


@pytest.mark.parametrize("name", PAGES)
def test_pages_let_in_no_foreign_code(name):
    response = Visitor(a_person()).get(name)

    policy = response["Content-Security-Policy"]
    for rule in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert rule in policy
    assert "unsafe" not in policy
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    for attribute in (" onclick=", " onload=", "javascript:", " style="):
        assert attribute not in response.content.decode()


def test_a_room_s_page_holds_no_inline_code():
    here = a_sealed_round()
    for visitor in [*visitors_of(here), Visitor()]:
        page = visitor.page(here.room)
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"\s(on\w+|style)=", page)
