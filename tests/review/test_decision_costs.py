"""What a decision cost: the plainly bad is dear, the only choice is free, chance is no insight."""

from random import Random

import pytest

from games.bots.memory import Memory, Payment
from games.engine.actions import Bid, Discard, Pass
from games.engine.cards import Card
from games.engine.money import ALL
from games.engine.observation import observe
from games.engine.state import Phase
from games.reviews.analysis.decision_costs import Weighed, look_ahead, weigh
from games.reviews.analysis.moments import Choice, choices_of, interludes_of
from games.reviews.analysis.reasons import reason
from tests.support.bot_games import paid, the_last_lot
from tests.support.positions import a_game, a_player, bid, mask, passes
from tests.support.reviewed_games import LOTS, a_played_game


def the_end_is_near(action):
    """The next card is the last; a bid of 4 takes the lot and leaves one the poorest."""
    me = a_player("luxury-9 luxury-8", hand=(4, 2))
    view = the_last_lot(me, a_player("luxury-1", hand=(3,)), a_player("luxury-2", hand=(3,)))
    return Choice(0, action, view, paid(view, {1: mask(3), 2: mask(3)}))


def test_a_bid_that_gets_one_cast_out_costs_the_game():
    choice = the_end_is_near(bid(0, 4))

    weighed = weigh(choice, LOTS, Random(1))

    assert weighed.rival == Pass(0)
    assert weighed.cost == weighed.before == 1
    assert (weighed.out, weighed.rival_out) == (1, 0)
    assert reason(weighed, choice.view) == "paid-too-much-danger"


def test_the_best_choice_costs_nothing():
    weighed = weigh(the_end_is_near(Pass(0)), LOTS, Random(1))

    assert weighed.cost == 0
    assert weighed.before == weighed.chance == 1


def test_what_no_bot_would_think_of_is_weighed_all_the_same():
    everything = Bid(0, frozenset({4_000, 2_000}))
    choice = the_end_is_near(everything)

    weighed = weigh(choice, LOTS, Random(1))

    assert weighed.action == everything
    assert weighed.cost > 0.5


def test_who_cannot_do_anything_else_has_no_rival():
    me = a_player("luxury-2", hand=())
    view = the_last_lot(me, a_player(hand=(4,)), a_player(hand=(2,)))
    memory = paid(view, {1: mask(4), 2: mask(2)})

    weighed = weigh(Choice(0, Pass(0), view, memory), LOTS, Random(1))

    assert weighed.rival is None
    assert weighed.cost == 0
    with pytest.raises(ValueError, match="nothing else"):
        reason(weighed, view)


def test_giving_up_the_better_luxury_is_dear():
    state = a_game(
        "luxury-9 luxury-2 theft", bid(0, 1), *passes(1, 2), bid(0, 2), *passes(1, 2), *passes(0)
    )
    memory = Memory(3, payments=(Payment(1, 0, mask(1)), Payment(2, 0, mask(2))))
    good, bad = (
        weigh(Choice(0, Discard(0, card), observe(state, 0), memory), LOTS, Random(2))
        for card in (Card.LUXURY_2, Card.LUXURY_9)
    )

    assert good.cost == 0
    assert bad.rival == Discard(0, Card.LUXURY_2)
    assert bad.chance < good.chance
    assert reason(bad, observe(state, 0)) == "gave-up-better"


def test_a_difference_that_may_be_chance_costs_nothing():
    weighed = Weighed(0, Pass(0), 0.30, 0.1, 100, bid(0, 1), 0.35, 0.1, 0.03)

    assert weighed.cost == 0
    assert weighed.before == 0.35


def test_before_the_first_card_everybody_has_about_the_same_chance():
    outlook = look_ahead(interludes_of(a_played_game())[0], 20_000, Random(1))

    assert sum(outlook.won) <= 1.001
    assert all(0.15 < chance < 0.35 for chance in outlook.won)
    assert outlook.end == 0


def test_the_last_outlook_knows_the_chance_that_the_next_card_ends_the_game():
    for number in range(3):
        record = a_played_game(number=number)
        last = interludes_of(record)[-1]
        outlook = look_ahead(last, 2_000, Random(1))

        assert outlook.end == 1 / (16 - len(last.view.revealed))


def test_every_decision_of_a_game_is_there():
    record = a_played_game(5, "allplay-2025", "gambling excursions yacht-club")

    assert [choice.action for choice in choices_of(record)] == list(record.actions)
    assert len(interludes_of(record)) == record.final.revealed


def test_hands_are_known_to_who_has_watched():
    """The memory that a moment carries explains all money, so that nobody has to be told more."""
    record = a_played_game(4, "allplay-2025", "excursions yacht-club", 2)
    for choice in choices_of(record):
        state = record.states[choice.ply]
        for seat, player in enumerate(state.players):
            if choice.view.phase is not Phase.SEALED:
                spent = choice.memory.spent(seat)
                assert ALL & ~spent & ~player.bid == player.hand
