"""The newest talk is on the page; what was said before is fetched, with scripts or without."""

import re

import pytest

from games.accounts import mutes
from games.models import Message
from games.rooms.chat import TALK_PAGE
from tests.support.builders import a_room
from tests.support.visitors import Visitor, part

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="([^"]*/talk/earlier/[^"]*)"')
HTMX = {"HX-Request": "true"}


def a_chatty_room(lines):
    here = a_room(3)
    for number in range(lines):
        who = here.people[number % 2]
        Message.objects.create(room=here.room, player=who, name=who.name, text=f"line {number}.")
    return here


def lines_in(html):
    return [int(number) for number in re.findall(r"line (\d+)\.", html)]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_all_of_the_talk_can_be_read_page_by_page(headers):
    here = a_chatty_room(2 * TALK_PAGE + 5)
    visitor = Visitor(here.people[2])
    html = visitor.page(here.room)
    read = lines_in(part(html, "messages"))
    assert len(read) == TALK_PAGE

    while found := LINK.search(html):
        html = visitor.client.get(found[1], headers=headers).content.decode()
        read = lines_in(html) + read

    assert read == list(range(2 * TALK_PAGE + 5))


@pytest.mark.parametrize("lines", [0, 1, TALK_PAGE])
def test_where_there_is_no_more_there_is_no_link(lines):
    here = a_chatty_room(lines)

    assert not LINK.search(Visitor(here.people[0]).page(here.room))


def test_whom_one_has_muted_is_not_read_there_either():
    here = a_chatty_room(TALK_PAGE + 4)
    mutes.mute(here.room, here.people[2], here.people[0].pk)

    before = {"before": str(Message.objects.order_by("pk")[10].pk)}
    html = Visitor(here.people[2]).get("earlier-talk", here.room, data=before).content

    assert lines_in(html.decode()) == [1, 3, 5, 7, 9]


@pytest.mark.parametrize("before", ["", "x", "-1", "1e3", "9" * 40, "٣", "\x00", "0"])
def test_nonsense_is_answered_with_a_page(before):
    here = a_chatty_room(3)

    answer = Visitor(here.people[0]).get("earlier-talk", here.room, data={"before": before})

    assert answer.status_code == 200


def test_the_talk_of_one_room_is_not_read_in_another():
    a_chatty_room(5)
    other = a_room(2)

    html = Visitor(other.people[0]).get("earlier-talk", other.room).content.decode()

    assert not lines_in(html)


def test_the_last_page_keeps_the_reader_s_place():
    """htmx gives the focus to who has the id of the link that went."""
    here = a_chatty_room(TALK_PAGE + 1)
    visitor = Visitor(here.people[0])
    link = LINK.search(visitor.page(here.room))[1]

    assert 'id="earlier-link"' in visitor.client.get(link, headers=HTMX).content.decode()
    assert 'id="earlier-link"' not in visitor.client.get(link).content.decode()
