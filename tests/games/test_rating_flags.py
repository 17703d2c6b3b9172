"""What moderators are shown of rated games, and who sees it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.erasure import erase
from games.models import SharedBrowser
from games.ratings.flags import frequent_leavers, frequent_pairs, shared_browsers
from tests.support.rated import a_rated_game, accounts
from tests.support.staff import Keeper
from tests.support.visitors import url

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def four():
    return accounts("Ann", "Bob", "Cid", "Dora")


def lately(number):
    return NOW - timedelta(days=1, minutes=number)


def log_in(browser, name):
    answer = browser.post(url("login"), {"username": name, "password": "pears and plums"})
    assert answer.status_code == 302


def test_two_accounts_of_one_browser_at_a_table_are_flagged(four):
    browser = Client()
    log_in(browser, "ann")
    browser.post(url("logout"))
    log_in(browser, "bob")
    log_in(Client(), "cid")
    a_rated_game(four, lately(1))
    a_rated_game(four[1:], lately(2))

    [pair] = shared_browsers()

    assert {pair.one, pair.other} == set(four[:2])
    assert (pair.games, pair.of) == (1, 1)


def test_a_shared_browser_alone_is_nothing(four):
    SharedBrowser.objects.create(one=four[0], other=four[1])
    a_rated_game([four[0], *four[2:]], lately(1))

    assert shared_browsers() == []


def test_a_pair_that_plays_most_of_its_games_together_is_flagged(four):
    others = accounts("Eve", "Fay", "Gil", "Hal")
    for number in range(16):
        a_rated_game([*four[:2], others[number % 4]], lately(number), is_counted=False)

    assert [{pair.one, pair.other} for pair in frequent_pairs()] == [set(four[:2])]


def test_who_leaves_many_rated_games_is_flagged(four):
    for number in range(4):
        left = [*four[:1], *four[number : number + 1]]
        a_rated_game(four, lately(number), left, is_counted=False)

    [leaver] = frequent_leavers()

    assert (leaver.player, leaver.left, leaver.of) == (four[0], 4, 4)


def test_what_is_long_ago_is_not_flagged(four):
    SharedBrowser.objects.create(one=four[0], other=four[1])
    for number in range(20):
        at = NOW - timedelta(days=40, minutes=number)
        a_rated_game(four, at, four[:1], is_counted=False)

    assert shared_browsers() == frequent_pairs() == frequent_leavers() == []


def test_moderators_see_the_page_and_reviewers_do_not(four):
    SharedBrowser.objects.create(one=four[0], other=four[1])
    a_rated_game(four, lately(1))

    html = Keeper("Moderator").look("rated-games/").content.decode()

    assert "Two accounts of one browser" in html
    assert "Ann" in html
    assert Keeper("Reviewer").look("rated-games/").status_code == 403


def test_nothing_of_a_forgotten_person_stays_flagged(four):
    SharedBrowser.objects.create(one=four[0], other=four[1])
    a_rated_game(four, lately(1))

    erase(four[0])

    assert not SharedBrowser.objects.exists()
    assert shared_browsers() == []
