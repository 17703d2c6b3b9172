"""Doors that answer alike: rooms unknown, locked and closed, wrong codes, strange links."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.models import Room
from tests.support.builders import everything
from tests.support.house import IN_A_ROOM, ROLES, TABLE, House
from tests.support.visitors import Visitor, text_of

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


def test_a_code_that_is_wrong_locked_or_too_late_answers_alike():
    house, later, ended = House(is_running=False), House(is_running=True), House(is_running=False)
    Room.objects.filter(pk=house.room.pk).update(is_locked=True)
    Room.objects.filter(pk=ended.room.pk).update(closed_at=timezone.now())
    codes = (house.room.code, later.room.code, ended.room.code)
    visitor = Visitor()

    answers = [
        visitor.post("join", data={"code": code})
        for code in (*codes, "ZZZZZZZZ", "", "x\x00y", "é" * 400)
    ]

    assert {answer.status_code for answer in answers} == {404}
    assert len({text_of(answer) for answer in answers}) == 1


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
    assert "There is no such page" in response.content.decode()
    assert "default-src 'none'" in response["Content-Security-Policy"]


@pytest.mark.parametrize("key", ["aaaaaaaa\0", "\0" * 20, "é" * 20, "a" * 4_000, "a b c d e f g h"])
def test_a_session_that_cannot_be_is_none(key):
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key

    assert client.get("/").status_code == 200
    assert client.get("/me/").status_code == 302
