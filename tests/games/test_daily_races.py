"""Beginning the deal of the day twice at once, on a real database: one try."""

import pytest

from games.accounts.guest_merging import merge_guest
from games.daily import deals, starting
from games.models import DailyDeal, DailyTry, Game, Player, Room, User
from tests.support.builders import a_person
from tests.support.daily import NOON, a_deal, chooser, play_at_once
from tests.support.races import at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("evening", range(3))
def test_begun_in_many_tabs_it_is_one_try(evening):
    deal, ann = a_deal(), a_person(f"Ann {evening}")

    games = at_once(*[lambda: starting.begin(deal, ann)] * 8)

    assert kinds(games) == {Game: 8}
    assert len({game.pk for game in games}) == 1
    assert DailyTry.objects.count() == Room.objects.count() == Game.objects.count() == 1


def test_people_who_begin_at_once_do_not_wait_for_each_other_in_vain():
    deal, people = a_deal(), [a_person(f"Guest {number}") for number in range(10)]

    games = at_once(*[lambda who=who: starting.begin(deal, who) for who in people])

    assert kinds(games) == {Game: 10}
    assert DailyTry.objects.count() == 10


def test_a_deal_that_many_ask_for_first_is_drawn_once():
    drawn = at_once(*[lambda: deals.deals_on(NOON.date(), NOON)] * 8)

    assert kinds(drawn) == {list: 8}
    assert len({deal.commitment for each in drawn for deal in each}) == 2
    assert DailyDeal.objects.count() == 2


def test_a_guest_who_logs_in_while_the_account_begins_has_one_try_that_counts():
    deal, guest = a_deal(), a_person("Guest")
    account = Player.objects.create(name="Ann", user=User.objects.create_user("ann"))
    play_at_once(starting.begin(deal, guest), chooser(1))

    at_once(
        lambda: merge_guest(guest, account.user),
        lambda: starting.begin(deal, account),
    )

    assert DailyTry.objects.filter(deal=deal, player=account).count() == 1
    assert DailyTry.objects.count() == 1
