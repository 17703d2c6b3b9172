"""The house in numbers."""

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.archive.site_totals import DAYS, numbers
from games.charts.columns import column_chart
from games.models import Game, Member
from games.rooms import seating, starting
from tests.support.builders import Table, a_game, a_person, play_on
from tests.support.staff import Keeper

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_known_yet():
    cache.clear()


def test_an_empty_house_has_numbers_too():
    counted = numbers()

    assert sum(count for _, count in counted.days) == 0
    assert len(counted.days) == DAYS
    assert (counted.actions, counted.minutes, counted.by_seat) == (0, 0, {})


def test_games_are_counted_by_day_ending_edition_seat_and_level(rng):
    here = a_game()
    play_on(here, rng)
    starting.play_now(a_person("Dora"), "classic", "regular")

    counted = numbers()

    today = timezone.now().date()
    assert dict(counted.days)[today] == 2
    assert counted.endings == {"finished": 1, "running": 1}
    assert counted.editions == {"osprey-2018": 1, "classic": 1}
    assert counted.actions == Game.objects.get(pk=here.game.pk).version
    assert [wins.played for wins in counted.by_seat.values()] == [1, 1, 1]
    assert sum(wins.won for wins in counted.by_seat.values()) == pytest.approx(1)
    assert counted.by_level[""].played == 3


def test_a_bot_that_has_gone_was_a_bot_all_the_same(rng):
    host = a_person("Dora")
    room = starting.play_now(host, "classic", "novice")
    here = Table(room, [host], room.games.get())
    play_on(here, rng)
    for name in ("Emil", "Fay", "Gus"):
        seating.sit(room.pk, a_person(name))

    counted = numbers()

    assert {level: wins.played for level, wins in counted.by_level.items()} == {"": 1, "novice": 3}
    assert not Member.objects.filter(room=room).exclude(player__bot="").exists()


def test_void_games_do_not_count(rng):
    here = a_game()
    play_on(here, rng)
    Game.objects.update(voided_at=timezone.now())

    counted = numbers()

    assert (counted.void, counted.endings, counted.by_seat) == (1, {}, {})


def test_what_was_counted_is_kept_for_a_while():
    first = numbers()
    a_game()

    assert numbers() == first


def test_a_column_is_as_high_as_its_number():
    chart = column_chart("x", "Games", [("Mon", 2), ("Tue", 4), ("Wed", 0)], every=2)

    assert [column.height for column in chart.columns] == [72.0, 144.0, 0.0]
    assert [column.label for column in chart.columns] == ["Mon", "", "Wed"]
    assert chart.most == 4


def test_the_page_has_the_chart_and_its_table(rng):
    here = a_game()
    play_on(here, rng)

    page = Keeper().look("statistics/").content.decode()

    assert page.count("<rect") == DAYS
    assert "As a table" in page
    assert "Results by seat" in page
