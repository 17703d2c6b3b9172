"""Somebody's history in the browser: lists, filters, numbers, opponents; quick and harmless."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.archive.importing import archive
from games.models import Player
from games.play.position import forget_positions
from games.rooms import ending
from tests.support.builders import a_game, a_past_game, a_person, import_record, play_on, recorded
from tests.support.visitors import Visitor, url

pytestmark = pytest.mark.django_db
PAGES = ("my-games", "statistics", "opponents")


@pytest.fixture
def four():
    return [a_person(name) for name in ("Ann", "Bob", "Cid", "Dora")]


def look(player, name="my-games", **query):
    return Visitor(player).client.get(url(name), query)


def page(player, name="my-games", **query):
    return look(player, name, **query).content.decode()


def codes(html):
    return re.findall(r"/g/(\w+)/record\.json", html)


def test_a_running_game_comes_first_with_the_way_back_to_the_table():
    here = a_game()
    past = a_past_game(here.people)

    html = page(here.people[0])

    assert html.index("Back to the table") < html.index(past.code)
    assert f'href="{url("room", here.room)}"' in html
    assert codes(html) == [past.code]


def test_nothing_of_a_running_game_but_its_table_is_shown(rng):
    here = a_game()
    play_on(here, rng, actions=4)
    game = here.game
    game.refresh_from_db()

    for name in PAGES:
        html = page(here.people[0], name)
        assert game.code not in html
        assert game.seed not in html
        assert game.commitment not in html


def test_a_line_tells_place_status_money_and_links(four):
    ann = four[0]
    game = a_past_game(four)
    seat = game.seats.get(player=ann)

    html = page(ann)

    assert f"/g/{game.code}/record.json" in html
    assert all(f"{name}</bdi>" in html for name in ("You", "Bob", "Cid", "Dora"))
    assert "Ann</bdi>" not in html.split("history__who")[1]
    assert html.count("tag--winner") == len(game.result["winners"])
    assert bool(re.search(r"Cast out\s*</p>", html)) == seat.is_cast_out


def test_filters_narrow_the_list_and_say_so(four):
    ann = four[0]
    games = [a_past_game(four, which) for which in range(8)]
    won = {game.code for game in games if game.seats.get(player=ann).win}

    html = page(ann, result="won")

    assert set(codes(html)) == won
    assert f"{len(won)} game" in html
    assert '<option value="won" selected>' in html
    assert '<details class="wanted" open>' in html
    assert "No games match this filter." in page(ann, players="3")


@pytest.mark.parametrize(
    "query",
    [
        {"edition": "chess"},
        {"result": "draw"},
        {"players": "6"},
        {"players": "9" * 400},
        {"opponent": "999999"},
        {"opponent": "<script>"},
        {"bots": "maybe"},
        {"days": "-1"},
        {"origin": "\0"},
    ],
)
def test_filters_that_do_not_exist_get_a_sentence(four, query):
    a_past_game(four)
    response = look(four[0], **query)

    assert response.status_code == 400
    assert "This filter does not exist." in response.content.decode()


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 30, ""])
def test_a_page_that_does_not_exist_is_the_nearest_one(four, number):
    a_past_game(four)

    assert look(four[0], page=number).status_code == 200


def test_long_histories_come_in_pages_that_keep_the_filters(four):
    ann = four[0]
    for which in range(25):
        a_past_game(four, which)

    first = page(ann, origin="dealt")
    following = unescape(re.search(r'rel="next" href="([^"]+)"', first)[1])
    second = Visitor(ann).client.get(url("my-games") + following).content.decode()

    assert "origin=dealt" in following
    assert (len(codes(first)), len(codes(second))) == (20, 5)
    assert not set(codes(first)) & set(codes(second))
    assert "Page 2 of 2" in second


def test_whoever_was_met_can_be_chosen_even_where_many_were(four):
    ann = four[0]
    for number in range(40):
        a_past_game([ann, four[1], a_person(f"Guest {number}")], number)
    last = Player.objects.get(name="Guest 39")

    assert len(codes(page(ann, opponent=str(last.pk)))) == 1
    assert "Guest 39" in page(ann, "opponents")


@pytest.mark.parametrize("name", PAGES)
def test_the_number_of_questions_does_not_grow_with_the_games(four, name):
    ann = four[0]

    def queries(until):
        while ann.seats.count() < until:
            a_past_game([ann, a_person("Zoe"), *four[1:3]], ann.seats.count())
        visitor = Visitor(ann)
        with CaptureQueriesContext(connection) as seen:
            visitor.get(name)
        return len(seen)

    few = queries(5)

    assert queries(50) == few
    assert few <= 10


@pytest.mark.parametrize("name", ["my-games", "statistics", "opponents"])
def test_who_has_played_nothing_is_asked_to_play(name):
    html = page(a_person("Zoe"), name)

    assert f'href="{url("home")}"' in html
    assert "Play a game" in html


def test_what_was_brought_in_is_listed_and_counts_for_nothing(four):
    ann = four[0]
    game = import_record(recorded()[0], archive(ann))

    assert codes(page(ann)) == [game.code]
    assert re.search(r"Imported\s*</p>", page(ann))
    assert "No statistics yet." in page(ann, "statistics")
    assert "You haven’t played against anyone yet." in page(ann, "opponents")


def test_a_broken_off_game_is_listed_as_such(rng):
    here = a_game()
    play_on(here, rng, actions=3)
    ending.break_off(here.room.pk, here.people[0])

    assert re.search(r"Broken off\s*</p>", page(here.people[1]))


def test_statistics_have_a_table_for_every_chart(four):
    for which in range(6):
        a_past_game(four, which)

    html = page(four[0], "statistics")

    assert html.count("<figure") == html.count("<table") == 4
    assert "4 players" in html
    assert "expected by chance" in html


def test_head_to_head_leads_to_the_games_together(four):
    a_past_game(four)
    html = page(four[0], "opponents")

    assert f"?opponent={four[1].pk}" in html
    assert html.count('scope="row"') == 3


@pytest.mark.parametrize("name", PAGES)
def test_a_name_is_text_and_nothing_else(name):
    evil = [a_person("<b>\"&'x</b>"), a_person("=cmd|' /C calc'"), a_person("{{ 7 }}")]
    a_past_game(evil)

    for player in evil:
        html = page(player, name)
        assert '<b>"' not in html
        assert "x</b>" not in html


def test_every_page_speaks_german(four):
    a_past_game(four)
    visitor = Visitor(four[0], headers={"accept-language": "de"})

    for name in (*PAGES, "import"):
        assert '<html lang="de"' in visitor.get(name).content.decode()
    translation.activate("en")
    forget_positions()
