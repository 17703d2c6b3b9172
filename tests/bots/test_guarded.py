"""What a careful seat takes off the chance of a bid, and the games it imagines."""

from random import Random
from statistics import fmean

from games.bots.appraisal import TUNED
from games.bots.guarded import guarded
from games.engine.actions import Pass
from tests.support.bot_games import after
from tests.support.positions import a_game, bid, passes

ONE_PAID = (*passes(0), bid(1, 20), *passes(2))

TWO_SOLD = (bid(0, 1), *passes(1, 2), bid(0, 2), *passes(1, 2))


def caution(state, action, *before):
    return guarded(*after(state, *before), TUNED).caution(action)


def test_nothing_is_risked_by_passing():
    assert caution(a_game("luxury-7"), Pass(0)) == 0


def test_a_bid_that_leaves_one_poorest_is_feared_the_more_it_takes():
    game = a_game("luxury-7")

    assert 0 < caution(game, bid(0, 8)) < caution(game, bid(0, 12))


def test_once_another_has_paid_there_is_nothing_to_fear():
    game = a_game("luxury-7 luxury-8")

    assert caution(game, bid(1, 12), *ONE_PAID) > 0.08
    assert caution(game, bid(2, 1), *ONE_PAID, *passes(1)) == 0


def test_it_dares_less_late_in_the_game():
    early = a_game("luxury-5 luxury-6 luxury-8")
    late = a_game("prestige-1 prestige-2 luxury-8")

    assert caution(early, bid(0, 3), *TWO_SOLD) < caution(late, bid(0, 3), *TWO_SOLD)


def test_near_the_end_nobody_lets_themselves_become_the_poorest():
    where = guarded(*after(a_game("prestige-1 prestige-2 luxury-8"), *TWO_SOLD), TUNED)
    reserves = [lot.reserve for lot in where.future(Random(1)).lots]

    assert reserves
    assert all(min(reserve[1:]) > 1 > reserve[0] for reserve in reserves)


def test_who_is_far_ahead_still_does_not_hurry():
    game = a_game("luxury-7 luxury-8")
    slow, fast = (caution(game, bid(2, price), *ONE_PAID, *passes(1)) for price in (1, 12))

    assert slow == 0 < fast


def test_more_is_kept_among_those_who_pay_little():
    game = a_game("luxury-10 luxury-9 luxury-8")
    cheap = (bid(0, 1), *passes(1, 2), bid(0, 2), *passes(1, 2))
    dear = (bid(0, 1), bid(1, 25), *passes(2, 0), bid(1, 20), *passes(2, 0), *passes(1, 2))

    assert kept(game, *cheap) > kept(game, *dear)


def kept(game, *before):
    """What seat 0 expects to keep, on average."""
    rng, where = Random(1), guarded(*after(game, *before), TUNED)
    return fmean(where.future(rng).lots[0].floor[0] for _ in range(100))
