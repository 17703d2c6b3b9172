"""Somebody's own page: who they are, what they have played, and the way back to the room."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.rooms import hosting, seating, starting
from tests.support.builders import a_game, a_person, deal_anew, play_on
from tests.support.visitors import Visitor, url

pytestmark = pytest.mark.django_db


def a_finished_game(rng):
    here = a_game()
    play_on(here, rng)
    return here


def another_game(here, rng):
    here.game = starting.start(here.room.pk, here.people[0])
    deal_anew(here.game, bytes(32))
    play_on(here, rng)


def profile(player) -> str:
    return page_of(player, "my-games")


def page_of(player, name) -> str:
    return Visitor(player).get(name).content.decode()


def test_a_profile_says_who_has_won(rng):
    here = a_finished_game(rng)
    winners = Game.objects.get().result["winners"]

    for seat, player in enumerate(here.people):
        page = profile(player)
        assert ("history__game--won" in page) == (seat in winners)
        for name in ("Ann", "Bob", "Cid"):
            assert f"{name}</bdi>" in page


def test_a_profile_counts_games_wins_and_falls(rng):
    here = a_finished_game(rng)
    another_game(here, rng)
    results = [game.result for game in Game.objects.all()]

    for seat, player in enumerate(here.people):
        won = sum(seat in result["winners"] for result in results)
        out = sum(seat in result["cast_out"] for result in results)
        numbers = re.findall(r"<dd>([^<]+)</dd>", page_of(player, "statistics"))
        assert numbers[0] == "2"
        assert won - 1 < float(numbers[1]) <= won
        assert numbers[3] == f"{50 * out}%"


def test_a_profile_leads_back_to_the_room_as_long_as_one_may_go_there(rng):
    here = a_finished_game(rng)
    _, bob, cid = here.people
    link = f'href="{url("room", here.room)}"'
    assert link in profile(bob)

    hosting.remove(here.room.pk, here.people[0], bob.pk)
    seating.leave(here.room.pk, cid)

    assert link not in profile(bob)
    assert link not in profile(cid)


def test_who_has_played_nothing_is_asked_to_play():
    page = profile(a_person("Zoe"))

    assert "You haven’t finished a game yet." in page
    assert f'href="{url("home")}"' in page


def test_more_games_are_not_more_queries(rng):
    here = a_finished_game(rng)

    def queries():
        visitor = Visitor(here.people[0])
        with CaptureQueriesContext(connection) as seen:
            visitor.get("my-games")
        return len(seen)

    before = queries()
    another_game(here, rng)

    assert queries() == before
    assert before <= 10
