"""Doors that answer alike: rooms unknown, locked and closed, wrong codes, strange links."""

from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.models import Room
from tests.support.access_table import IN_A_ROOM, ROLES, TABLE
from tests.support.builders import everything
from tests.support.house import House
from tests.support.visitors import Visitor, part, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", IN_A_ROOM)
def test_unknown_locked_and_closed_rooms_answer_alike(name):
    row = TABLE[name][0]
    house = House(is_running=False)
    Room.objects.update(is_locked=True)
    unknown = Room(invite="nobody-knows-this-room")

    for role in ("stranger", "outsider", "removed"):
        visitor, before = house.visitor(role), everything()
        request = visitor.get if row.method == "GET" else visitor.post
        data = () if row.method == "GET" else (house.filled(row.data),)
        answers = [request(name, room, *data) for room in (house.room, unknown)]

        assert [answer.status_code for answer in answers] == [404, 404]
        assert text_of(answers[0]) == text_of(answers[1])
        assert everything() == before


@pytest.mark.parametrize("name", IN_A_ROOM)
def test_a_room_that_was_closed_answers_everybody_like_none(name):
    row = TABLE[name][0]
    house = House(is_running=False)
    Room.objects.update(closed_at=timezone.now())
    unknown = Room(invite="nobody-knows-this-room")

    for role in ROLES:
        visitor, before = house.visitor(role), everything()
        request = visitor.get if row.method == "GET" else visitor.post
        data = () if row.method == "GET" else (house.filled(row.data),)
        answers = [request(name, room, *data) for room in (house.room, unknown)]

        assert [answer.status_code for answer in answers] == [404, 404]
        assert text_of(answers[0]) == text_of(answers[1])
        assert everything() == before


@pytest.mark.parametrize("code", ["CLOSED", "ZZZZZZ", "", "x\x00y", "é" * 400, '"><b>'])
def test_a_wrong_code_stays_in_the_form_with_the_reason(code):
    ended = House(is_running=False)
    Room.objects.update(closed_at=timezone.now())
    given = ended.room.code if code == "CLOSED" else code

    answer = Visitor().post("join", data={"code": given})

    assert answer.status_code == 404
    page = unescape(answer.content.decode())
    assert "We can’t find that room. Check the code." in part(page, "why-not")
    assert f'value="{given[:40]}"' in page


@pytest.mark.parametrize(
    ("is_running", "status", "reason"),
    [
        (False, 403, "This room is locked. Ask the host to unlock it."),
        (True, 409, "A game is running in that room."),
    ],
)
def test_the_right_code_of_a_locked_room_or_during_a_game_says_so(is_running, status, reason):
    house = House(is_running)
    Room.objects.update(is_locked=not is_running)

    answers = {
        role: house.visitor(role).post("join", data={"code": house.room.code})
        for role in ("stranger", "outsider", "removed", "watcher", "host")
    }

    for role in ("stranger", "outsider", "removed"):
        assert answers[role].status_code == status
        assert reason in part(answers[role].content.decode(), "why-not")
    for role in ("watcher", "host"):
        assert answers[role].status_code == 302


@pytest.mark.parametrize(
    "invite",
    ["%00", "%F0%9F%8E%A9", "x" * 3000, "%3Cscript%3E", "..%5C.."],
)
def test_strange_links_lead_nowhere(invite):
    response = Visitor().client.get(f"/r/{invite}/")

    assert response.status_code == 404
    assert "<script>" not in response.content.decode()


@pytest.mark.parametrize("path", ["/nowhere/", "/r/", "/ws/r/x/", "/.env", "/static/x"])
def test_there_is_nothing_elsewhere(path):
    response = Visitor().client.get(path)

    assert response.status_code == 404
    assert "Page not found" in response.content.decode()
    assert "default-src 'none'" in response["Content-Security-Policy"]


@pytest.mark.parametrize("key", ["aaaaaaaa\0", "\0" * 20, "é" * 20, "a" * 4_000, "a b c d e f g h"])
def test_a_session_that_cannot_be_is_none(key):
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key

    assert client.get("/").status_code == 200
    assert client.get("/me/").status_code == 302
