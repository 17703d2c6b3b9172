"""Thinking ahead: the same thoughts in every run, the plainly best choice, and an end in time."""

from random import Random
from time import thread_time

import pytest

from games.bots import levels
from games.bots.evaluation import judgement
from games.bots.memory import NOTHING
from games.bots.search import Search
from games.bots.style import Style
from games.bots.worker_process import timed_bot
from games.engine.actions import Bid, Discard, Pass
from games.engine.cards import Card
from games.engine.observation import observe
from tests.support.bot_games import paid, the_last_lot
from tests.support.positions import a_game, a_player, bid, mask, passes

WAYS = [
    pytest.param(Search(lots=600), id="playing on"),
    pytest.param(Search(lots=600, trial=judgement), id="judging"),
]


def opening():
    return observe(a_game("luxury-7", bid(0, 3), seats=4), 1)


@pytest.mark.parametrize("thinker", WAYS)
def test_the_same_seed_thinks_the_same(thinker):
    first, second = (thinker.estimates(opening(), NOTHING, Random(3)) for _ in range(2))

    assert first == second
    assert len({estimate.action for estimate in first}) == len(first) > 8


@pytest.mark.parametrize("thinker", WAYS)
def test_a_lot_that_decides_the_game_is_bought(thinker):
    me = a_player("luxury-2", hand=(15, 12, 10, 8, 1))
    leader = a_player("luxury-9", hand=(4, 3))
    view = the_last_lot(me, leader, a_player("luxury-1", hand=(2,), spent=0))
    memory = paid(view, {1: mask(4, 3), 2: mask(2)})

    best, *_ = thinker.estimates(view, memory, Random(1))

    assert isinstance(best.action, Bid)
    assert best.chance > 0.95


@pytest.mark.parametrize("thinker", WAYS)
def test_a_lot_that_would_leave_one_poorest_is_let_go(thinker):
    me = a_player("luxury-9 luxury-8", hand=(4, 2))
    other = a_player("luxury-1", hand=(25, 20, 15))
    view = the_last_lot(me, other, a_player("luxury-2", hand=(3,)))
    memory = paid(view, {1: mask(25, 20, 15), 2: mask(3)})

    assert thinker(view, memory, Random(1)) == Pass(0)


def test_a_theft_takes_the_least_luxury():
    state = a_game(
        "luxury-7 luxury-3 theft", bid(0, 1), *passes(1, 2), bid(0, 2), *passes(1, 2), *passes(0)
    )

    for level in levels.LEVELS.values():
        assert level(observe(state, 0), NOTHING, Random(1)) == Discard(0, Card.LUXURY_3)


@pytest.mark.parametrize("level", levels.SECONDS)
def test_who_is_waited_for_decides_in_time(level):
    begin = thread_time()
    timed_bot(level).within(0.02)(opening(), NOTHING, Random(1))

    assert thread_time() - begin < 0.2


def test_who_judges_by_feel_needs_no_clock():
    assert timed_bot("novice") is levels.LEVELS["novice"]
    assert timed_bot("master").seconds == levels.SECONDS["master"]


def test_a_bold_style_leans_to_raising():
    bold, shy = Style(boldness=20), Style(boldness=-20)

    assert isinstance(Search(40).with_style(bold)(opening(), NOTHING, Random(1)), Bid)
    assert isinstance(Search(40).with_style(shy)(opening(), NOTHING, Random(1)), Pass)


def test_patience_saves_for_later():
    early, late = opening(), the_last_lot(a_player(), a_player(), a_player())
    patient = Style(patience=0.4)

    assert patient.zeal(early) < 1 < patient.zeal(late)


def test_a_love_of_prestige_is_for_prestige_alone():
    style = Style(prestige=1.2)

    assert style.zeal(observe(a_game("prestige-1"), 0)) == pytest.approx(1.2)
    assert style.zeal(observe(a_game("luxury-1"), 0)) == pytest.approx(1)
