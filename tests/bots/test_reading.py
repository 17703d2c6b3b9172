"""What bids and passes tell of a player."""

from random import Random

import pytest

from games.bots.appraisal import Mind
from games.bots.levels import LEVELS
from games.bots.memory import NOTHING
from games.bots.minds import MINDS, PRIOR
from games.bots.population import POPULATION
from games.bots.reading import read
from games.engine.observation import observe
from games.engine.state import Deal, Phase
from tests.support.bot_games import TABLES, a_shuffled_deal, after, another_deck, turns
from tests.support.positions import a_game, bid, passes

SPENDING = [mind.luxury for mind in MINDS]


def spent_by(kind: str, games: int = 3) -> float:
    """What seat 0 expects the next one to spend, late in games against this kind."""
    rng, found = Random(kind), []
    for _ in range(games):
        deal: Deal = a_shuffled_deal("osprey-2018", 4, (), rng)
        bots = [LEVELS["novice"], *[POPULATION[kind]] * 3]
        *_, (state, memory, _) = [turn for turn in turns(deal, bots, rng) if turn[2] == 0]
        found.append(read(observe(state, 0), memory).mean(1, SPENDING))
    return sum(found) / games


def test_strangers_may_be_anybody():
    reading = read(observe(a_game("luxury-7"), 0), NOTHING)

    assert len(MINDS) == len(PRIOR) == len(SPENDING)
    assert reading.weights[0] == reading.weights[1]
    assert sum(reading.weights[0]) == pytest.approx(1)


def test_who_lets_a_good_lot_go_cheaply_is_taken_for_thrifty():
    cheap, dear = (
        after(a_game("luxury-10 luxury-1"), bid(0, amount), *passes(1, 2)) for amount in (1, 20)
    )
    thrifty, unknown = (read(view, memory).mean(1, SPENDING) for view, memory in (cheap, dear))

    assert thrifty < unknown


def test_who_pays_much_is_not_taken_for_thrifty():
    view, memory = after(a_game("luxury-1 luxury-2"), bid(0, 25), *passes(1, 2))
    reading = read(view, memory)

    assert reading.mean(0, SPENDING) > reading.mean(1, SPENDING)


def test_three_who_do_the_same_are_likely_of_one_mind():
    game = a_game("luxury-10 luxury-9", seats=4)
    alike, unlike = (
        read(*after(game, *way)).alike
        for way in (
            (bid(0, 2), *passes(1, 2, 3), bid(0, 4), *passes(1, 2, 3)),
            (bid(0, 2), bid(1, 25), *passes(2, 3, 0), bid(1, 20), *passes(2, 3, 0)),
        )
    )

    assert alike > unlike


def test_misers_are_known_from_those_who_spend():
    assert spent_by("miser") < 0.5 < spent_by("bold")


def test_the_reading_is_the_same_whatever_is_still_hidden():
    rng = Random(3)
    for edition, seats, stars in rng.sample(TABLES, 5):
        deal = a_shuffled_deal(edition, seats, stars, rng)
        *_, (state, memory, _) = turns(deal, [LEVELS["novice"]] * seats, rng)
        twin = state._replace(deal=another_deck(deal, state.revealed, rng))
        first, second = (read(observe(each, 0), memory) for each in (state, twin))
        assert first == second
        assert state.phase is Phase.OVER


def test_a_mind_without_traits_is_the_plain_one():
    assert Mind() == (1, 1, 1, 1, 0.422, 0, 0, 0, 0.1)
