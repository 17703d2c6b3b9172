"""What a decision cost: the plainly bad is dear, the only choice is free, chance is no insight."""

from random import Random

import pytest

from games.bots.memory import Memory, Payment
from games.bots.trial import PLAYOUT, prospect
from games.engine.actions import Bid, Discard, Pass
from games.engine.cards import Card
from games.engine.money import ALL
from games.engine.observation import observe
from games.engine.state import Phase
from games.reviews.analysis import auctions, futures
from games.reviews.analysis.decision_costs import Weighed
from games.reviews.analysis.mind_odds import odds_before
from games.reviews.analysis.moments import Choice, auctions_of, choices_of, interludes_of
from games.reviews.analysis.outlooks import look_ahead
from games.reviews.analysis.reasons import reason
from tests.support.bot_games import paid, the_last_lot
from tests.support.positions import a_game, a_player, bid, mask, passes
from tests.support.reviewed_games import LOTS, a_played_game


def weigh(choice, lots=LOTS):
    """The decision, weighed alone."""
    (weighed,) = auctions.weigh((choice,), lots, "seed")
    return weighed


def the_end_is_near(action):
    """The next card is the last; a bid of 4 takes the lot and leaves one the poorest."""
    me = a_player("luxury-9 luxury-8", hand=(4, 2))
    view = the_last_lot(me, a_player("luxury-1", hand=(3,)), a_player("luxury-2", hand=(3,)))
    return Choice(0, action, view, paid(view, {1: mask(3), 2: mask(3)}))


def test_a_bid_that_gets_one_cast_out_costs_the_game():
    choice = the_end_is_near(bid(0, 4))

    weighed = weigh(choice)

    assert weighed.rival == Pass(0)
    assert weighed.cost == weighed.before == 1
    assert (weighed.out, weighed.rival_out) == (1, 0)
    assert reason(weighed, choice.view) == "paid-too-much-danger"


def test_the_best_choice_costs_nothing():
    weighed = weigh(the_end_is_near(Pass(0)))

    assert weighed.cost == 0
    assert weighed.before == weighed.chance == 1


def test_what_no_bot_would_think_of_is_weighed_all_the_same():
    everything = Bid(0, frozenset({4_000, 2_000}))
    choice = the_end_is_near(everything)

    weighed = weigh(choice)

    assert weighed.action == everything
    assert weighed.cost > 0.5


def test_who_cannot_do_anything_else_has_no_rival():
    me = a_player("luxury-2", hand=())
    view = the_last_lot(me, a_player(hand=(4,)), a_player(hand=(2,)))
    memory = paid(view, {1: mask(4), 2: mask(2)})

    weighed = weigh(Choice(0, Pass(0), view, memory))

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
        weigh(Choice(0, Discard(0, card), observe(state, 0), memory), 5 * LOTS)
        for card in (Card.LUXURY_2, Card.LUXURY_9)
    )

    assert good.cost == 0
    assert bad.rival == Discard(0, Card.LUXURY_2)
    assert bad.chance < good.chance
    assert reason(bad, observe(state, 0)) == "gave-up-better"


def test_a_decision_weighs_the_same_alone_and_among_those_of_its_auction():
    """So what others did later in the auction has no say in what a decision is worth."""
    for table in ((4, "osprey-2018", ""), (5, "allplay-2025", "yacht-club")):
        for auction in auctions_of(a_played_game(*table))[::4]:
            alone = [auctions.weigh((choice,), 3_000, "seed")[0] for choice in auction]

            assert auctions.weigh(auction, 3_000, "seed") == alone


def test_a_settled_answer_takes_few_futures():
    settled = weigh(the_end_is_near(Pass(0)), 20 * LOTS)
    open_question = weigh(choices_of(a_played_game())[0], 20 * LOTS)

    assert settled.futures <= 3 * auctions.JUDGE_ROUND < open_question.futures


def test_a_difference_that_may_be_chance_costs_nothing():
    weighed = Weighed(0, Pass(0), 0.30, 0.1, 100, bid(0, 1), 0.35, 0.1, 0.03)

    assert weighed.cost == 0
    assert weighed.before == 0.35


def test_a_future_with_every_place_for_the_end_tells_the_same_as_one_with_a_place_drawn(
    monkeypatch,
):
    """A future that counts all ends is worth more, but no seat is better or worse off in it."""
    choice, means = choices_of(a_played_game(number=2))[3], []
    for counts_all in (True, False):
        monkeypatch.setattr(futures, "counts_all_ends", lambda _, counts=counts_all: counts)
        where, rng = prospect(choice.view, choice.memory, PLAYOUT), Random(1)
        odds = odds_before(choice.view, choice.memory)
        scenes = (auctions.Scene(where, odds, rng) for _ in range(1_500))
        fates = [fate_in(scene, where, choice.action) for scene in scenes]
        means.append([sum(column) / len(fates) for column in zip(*fates, strict=True)])

    assert means[0] == pytest.approx(means[1], abs=0.05)
    assert means[0] != means[1]


def fate_in(scene, where, action):
    fate = scene.fate(where, action, scene.sale(where))
    return (*fate.won, *fate.out)


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
