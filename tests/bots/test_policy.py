"""The learned bots: the same thoughts in every run, the plainly best choice, and tempers."""

from random import Random

import pytest

from games.bots import levels
from games.bots.characters import CAST
from games.bots.choices import RAISES, raises
from games.bots.memory import NOTHING
from games.bots.policy import Policy
from games.bots.raises import AMOUNT
from games.bots.style import Style
from games.engine.actions import Bid, Discard, Pass
from games.engine.cards import Card
from games.engine.money import ALL
from games.engine.observation import observe
from tests.support.bot_games import paid, the_last_lot
from tests.support.positions import a_game, a_player, bid, mask, passes


def opening():
    return observe(a_game("luxury-7", bid(0, 3), seats=4), 1)


@pytest.mark.parametrize("level", levels.LEVELS)
def test_the_same_seed_plays_the_same(level):
    first, second = (levels.LEVELS[level](opening(), NOTHING, Random(3)) for _ in range(2))

    assert first == second


def test_a_lot_that_decides_the_game_is_bought():
    me = a_player("luxury-2", hand=(15, 12, 10, 8, 1))
    leader = a_player("luxury-9", hand=(4, 3))
    view = the_last_lot(me, leader, a_player("luxury-1", hand=(2,), spent=0))
    memory = paid(view, {1: mask(4, 3), 2: mask(2)})

    assert isinstance(Policy()(view, memory, Random(1)), Bid)


def test_a_lot_that_would_leave_one_poorest_is_let_go():
    me = a_player("luxury-9 luxury-8", hand=(4,))
    other = a_player("luxury-1", hand=(25, 20, 15))
    view = the_last_lot(me, other, a_player("luxury-2", hand=(3,)))
    memory = paid(view, {1: mask(25, 20, 15), 2: mask(3)})

    assert Policy()(view, memory, Random(1)) == Pass(0)


def test_a_theft_takes_the_least_luxury():
    state = a_game(
        "luxury-7 luxury-3 theft", bid(0, 1), *passes(1, 2), bid(0, 2), *passes(1, 2), *passes(0)
    )

    for level in levels.LEVELS.values():
        assert level(observe(state, 0), NOTHING, Random(1)) == Discard(0, Card.LUXURY_3)


def test_every_choice_is_scored_and_legal():
    view = opening()
    found = [action for action, _ in Policy().scored(view, NOTHING)]

    assert found[0] == Pass(1)
    assert len(set(found)) == len(found) > 4
    assert all(action in view.legal for action in found)


def test_raises_go_further_and_further():
    for floor in (0, 7, 40, 105):
        found = raises(ALL, floor)
        totals = [AMOUNT[money] for money in found if money]

        assert len(found) == RAISES
        assert all(total > floor for total in totals)
        assert len(set(totals)) == len(totals)
    assert not any(raises(ALL, AMOUNT[ALL]))


def test_with_heat_the_second_best_is_taken_at_times():
    cold, hot = (
        {Policy(heat=heat)(opening(), NOTHING, Random(seed)) for seed in range(40)}
        for heat in (0.0, 5.0)
    )

    assert len(cold) == 1 < len(hot)


def test_a_bold_style_leans_to_raising():
    bold, shy = Style(boldness=20), Style(boldness=-20)

    assert isinstance(Policy().with_style(bold)(opening(), NOTHING, Random(1)), Bid)
    assert isinstance(Policy().with_style(shy)(opening(), NOTHING, Random(1)), Pass)


def test_characters_of_a_level_do_not_all_play_alike():
    masters = [each.bot for each in CAST.values() if each.level == "master"]

    assert len({bot.style for bot in masters}) == len(masters)


def test_patience_saves_for_later():
    early, late = opening(), the_last_lot(a_player(), a_player(), a_player())
    patient = Style(patience=0.4)

    assert patient.zeal(early) < 1 < patient.zeal(late)


def test_a_love_of_prestige_is_for_prestige_alone():
    style = Style(prestige=1.2)

    assert style.zeal(observe(a_game("prestige-1"), 0)) == pytest.approx(1.2)
    assert style.zeal(observe(a_game("luxury-1"), 0)) == pytest.approx(1)
