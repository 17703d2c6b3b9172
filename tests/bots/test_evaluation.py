"""What the net makes of a table, and what a lot is worth to someone who wants to win."""

from random import Random

import pytest

from games.bots import beliefs, net_features, neural_net
from games.bots.appraisal import TUNED, Unseen
from games.bots.evaluation import PATIENCE_WITH_STARS, Judgement, judgement, known_or_tried
from games.bots.fast_table import imagine
from games.bots.future import numbers, unseen
from games.bots.guarded import Guarded
from games.bots.levels import LEVELS
from games.bots.memory import NOTHING
from games.bots.population import POPULATION
from games.bots.trial import prospect
from games.engine.actions import Pass
from games.engine.observation import observe
from tests.support.bot_games import TABLES, a_shuffled_deal, turns
from tests.support.positions import a_game, a_player, bid, passes


def judged(state, seat=0):
    return judgement(observe(state, seat), NOTHING, TUNED)


def chances(*players):
    """What the net thinks of these at the sale of the first of many lots."""
    view = observe(a_game("luxury-7")._replace(players=players), None)
    hands = [player.hand for player in players]
    cards, table = unseen(view), imagine(view, hands, [0] * len(hands))
    neurons = neural_net.neurons(net_features.outlook(cards, numbers(view)))
    return neural_net.chances(neurons, net_features.seats(table, cards))


def test_chances_are_one_in_all():
    assert sum(chances(a_player("luxury-3"), a_player(), a_player("half"))) == pytest.approx(1)


def test_equals_have_equal_chances():
    assert chances(a_player(), a_player(), a_player()) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("asset", ["luxury-10", "prestige-1", "luxury-4 luxury-5"])
def test_who_owns_more_is_likelier_to_win(asset):
    rich, *others = chances(a_player(asset), a_player(), a_player())

    assert rich > 0.4 > max(others)


def test_who_is_poorest_is_less_likely_to_win():
    poor, *others = chances(a_player(hand=(1, 2)), a_player(), a_player())

    assert poor < 0.2 < min(others)


def test_the_next_card_may_be_the_last_only_when_one_end_card_is_missing():
    assert net_features.outlook(Unseen(20, 1, 5, 1), [])[0] == pytest.approx(0.2)
    assert net_features.outlook(Unseen(20, 1, 5, 2), [])[0] == 0


def test_a_better_lot_is_worth_more():
    prices = [judged(a_game(lot)).price(0) for lot in ("luxury-1", "luxury-5", "luxury-10")]

    assert prices == sorted(prices)
    assert prices[0] < prices[-1]


def test_a_disgrace_is_worth_avoiding():
    assert judged(a_game("minus-five")).price(0) > 0


def test_who_has_passed_pays_nothing():
    found = judged(a_game("luxury-10", bid(0, 1), *passes(1), seats=3), 2)

    assert found.by_chance[1] == 0
    assert found.by_chance[2] > 0


def test_who_bids_beyond_all_feeling_is_expected_to_mean_it():
    found = judged(a_game("luxury-1", bid(0, 25)), 1)
    limits = [found.future(Random(seed)).most[0] for seed in range(20)]

    assert found.by_feel[0] < 25 <= min(limits)
    assert max(limits) > 30


def test_nobody_would_pay_more_than_there_is():
    state = a_game("luxury-10")
    poor = a_player(hand=(2, 1))
    found = judged(state._replace(players=(poor, *state.players[1:])))

    assert found.by_chance[0] <= 3


@pytest.mark.parametrize(("edition", "seats", "stars"), TABLES)
def test_what_was_judged_before_is_judged_alike(edition, seats, stars):
    rng = Random(f"{edition}{seats}{stars}")
    deal = a_shuffled_deal(edition, seats, stars, rng)
    played = [turn for turn in turns(deal, [any_action] * seats, rng) if turn[2] >= 0]
    state, memory, seat = rng.choice(played)
    view = observe(state, seat)
    first, again = (judgement(view, memory, TUNED) for _ in range(2))
    future, action = first.future(Random(1)), view.legal[0]

    assert first.by_chance == again.by_chance
    if isinstance(action, Pass):
        chance = first.won(action, future)
        assert 0 <= chance <= 1
        assert chance == first.won(action, future) == again.won(action, future)


def any_action(view, _, rng):
    return rng.choice(view.legal)


def test_a_spectator_has_nothing_to_judge():
    with pytest.raises(ValueError, match="spectator"):
        judged(a_game("luxury-7"), None)


def test_hands_are_those_the_seat_believes_in():
    view = observe(a_game("luxury-7", bid(0, 3)), 1)

    assert judgement(view, NOTHING, TUNED).table.hands == beliefs.hands(view, NOTHING)


def late_in_a_game(kind):
    """What a novice sees at its last decision among three of this kind, and remembers."""
    deal = a_shuffled_deal("osprey-2018", 4, (), Random(3))
    bots = [LEVELS["novice"], *[POPULATION[kind]] * 3]
    *_, (state, memory, _) = [turn for turn in turns(deal, bots, Random(1)) if turn[2] == 0]
    return observe(state, 0), memory


def test_the_net_is_asked_among_those_who_spend_and_without_stars():
    lavish, thrifty = (known_or_tried(*late_in_a_game(kind), TUNED) for kind in ("bold", "miser"))

    assert isinstance(lavish, Judgement)
    assert isinstance(thrifty, Guarded)
    starred = observe(a_game("luxury-7", edition="allplay-2025", advanced="gambling"), 0)
    tried = known_or_tried(starred, NOTHING, TUNED)
    assert tried.length == prospect(starred, NOTHING, TUNED).length / PATIENCE_WITH_STARS
