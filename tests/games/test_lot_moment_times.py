"""What the site does by itself waits until a lot's outcome was seen; people need not wait."""

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone

from games.engine.auto_bids import AutoBid
from games.play import auto_bids, clock, deadlines
from tests.support.builders import a_game, a_seed, deal_anew
from tests.support.clocks import here_now, later, on_time, stored, whose, with_bots
from tests.support.positions import bid, cards, passes

pytestmark = pytest.mark.django_db(transaction=True)
MOMENT = 100.0


def seconds_until(moment):
    return (moment - timezone.now()).total_seconds()


@override_settings(LOT_MOMENT=MOMENT)
def test_the_turn_after_a_lot_is_longer_by_the_moment():
    here = on_time(seconds=30)

    here.do(bid(0, 3))
    assert 20 < seconds_until(stored(here).deadline) <= 30

    here.do(*passes(1, 2))
    assert MOMENT + 20 < seconds_until(stored(here).deadline) <= MOMENT + 30
    assert stored(here).due_at == stored(here).deadline


@override_settings(LOT_MOMENT=MOMENT)
def test_time_that_is_bought_comes_on_top_of_the_moment():
    here = on_time(seconds=30)
    here.do(*passes(0, 1))

    deadlines.extend(here.game.pk, 2)

    assert MOMENT + 50 < seconds_until(stored(here).deadline) <= MOMENT + 60


@override_settings(LOT_MOMENT=MOMENT)
def test_a_bots_pause_begins_after_the_moment():
    """The bot gets the lot for nothing, so that it opens the next one."""
    here = with_bots(people=2, bots=1, edition="osprey-2018")
    deal_anew(here.game, a_seed(cards("luxury-7 luxury-1"), 3, 0, ()))

    here.do(*passes(0, 1))

    assert whose(here) == (2,)
    assert MOMENT < seconds_until(stored(here).due_at) <= MOMENT + settings.BOT_PAUSE[1]
    assert clock.due_questions(later(MOMENT - 5)) == []


@override_settings(LOT_MOMENT=MOMENT)
def test_an_auto_bid_waits_like_a_person_from_the_end_of_the_moment_on():
    here = a_game()
    here.do(bid(0, 3), *passes(1, 2))

    auto_bids.set_auto_bid(here.game.pk, 0, AutoBid(here.state().revealed, 20_000))

    shortest, longest = settings.ORDER_PAUSE
    assert MOMENT + shortest - 1 < seconds_until(stored(here).due_at) <= MOMENT + longest


@override_settings(LOT_MOMENT=MOMENT)
def test_a_move_that_is_sent_during_the_moment_is_stored_at_once():
    here = on_time(seconds=30)
    sold = here.do(*passes(0, 1))

    raised = here.do(bid(2, 4))

    assert raised.version == sold.version + 1 == stored(here).version
    assert seconds_until(stored(here).deadline) <= 30
    here_now(here)
    assert clock.due_questions() == []
