"""What a page shows of a room, written into the page and sent back when its socket opens."""

import re

import pytest

from games import screens
from games.rooms import chat
from games.screens import SeenState, seen_state_html, seen_state_in
from tests.support.builders import a_game, a_room, bid
from tests.support.visitors import Visitor, part


def sent_by(page: str) -> dict[str, str]:
    """What the script of this page sends: the value, unread."""
    return {"seen": re.search(r'id="seen" value="([^"]*)"', page)[1]}


def test_what_is_written_can_be_read():
    state = SeenState(changes=5, game=12, version=37, message=88)

    assert seen_state_in(sent_by(seen_state_html(state))) == state


@pytest.mark.django_db
def test_a_page_says_what_its_snapshot_shows():
    here = a_game()
    here.do(bid(0, 3))
    chat.say(here.room.pk, here.people[0], "Good evening")

    page = Visitor(here.people[1]).page(here.room)

    here.room.refresh_from_db()
    assert seen_state_in(sent_by(page)) == screens.load(here.room).seen_state
    assert screens.load(here.room).seen_state.version == 1


@pytest.mark.django_db
def test_a_room_without_a_game_and_talk_can_be_said_too():
    here = a_room(2)

    page = Visitor(here.people[0]).page(here.room)

    assert seen_state_in(sent_by(page)) == SeenState(here.room.changes, 0, 0, 0)
    assert "data-changes" not in part(page, "people")


def test_pages_loaded_before_send_four_fields():
    before = {"changes": "5", "game": "12", "version": "37", "message": "88"}
    no_game = {"changes": "2", "game": "", "version": "", "message": "0"}

    assert seen_state_in(before) == SeenState(5, 12, 37, 88)
    assert seen_state_in(no_game) == SeenState(2, 0, 0, 0)


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"seen": ""},
        {"seen": "5.12.37"},
        {"seen": "5.12.37.88.1"},
        {"seen": "5.12.37.-1"},
        {"seen": "5.12.37.\N{ARABIC-INDIC DIGIT FIVE}"},
        {"seen": "5.12.37.88\n"},
        {"seen": f"5.12.37.{'8' * 5_000}"},
        {"seen": "\0"},
        {"version": "37"},
        {"changes": "\ufffd", "game": "12", "version": "37", "message": "88"},
    ],
)
def test_what_cannot_be_read_is_nothing(query):
    assert seen_state_in(query) is None
