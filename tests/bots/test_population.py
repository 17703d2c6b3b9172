"""The population of other minds, and the league against it."""

from random import Random

import pytest

from games.bots.league import League, lone_tallies, table_rows
from games.bots.memory import Memory, Payment
from games.bots.population import POPULATION
from games.bots.population.kinds import Player
from games.engine.actions import Bid, Pass
from games.engine.editions import EDITIONS
from games.engine.observation import observe
from tests.support.bot_games import TABLES, a_shuffled_deal, another_deck, turns
from tests.support.positions import a_game, bid, mask, passes
from tests.support.strangers import STRANGERS

EVERYBODY = POPULATION | STRANGERS


def test_the_population_is_of_many_minds():
    assert len(POPULATION) >= 12
    assert not set(POPULATION) & set(STRANGERS)


@pytest.mark.parametrize("name", EVERYBODY)
def test_every_kind_plays_every_edition_and_knows_no_more_than_it_may(name):
    rng, kind = Random(name), EVERYBODY[name]
    for edition, seats, stars in rng.sample(TABLES, 4):
        deal = a_shuffled_deal(edition, seats, stars, rng)
        game = [turn for turn in turns(deal, [kind] * seats, rng) if turn[2] >= 0]
        for state, memory, seat in rng.sample(game, 3):
            twin = state._replace(deal=another_deck(deal, state.revealed, rng))
            first, second = (kind(observe(each, seat), memory, Random(1)) for each in (state, twin))
            assert first == second


def offered(kind: str, state, *payments: Payment):
    view = observe(state, state.turn)
    return POPULATION[kind](view, Memory(len(view.revealed), payments=payments), Random(1))


def test_a_hoarder_keeps_the_last_75():
    rich, poor = a_game("luxury-9"), a_game("luxury-9 luxury-8", bid(0, 25, 10), *passes(1, 2))

    assert isinstance(offered("hoarder", rich), Bid)
    assert offered("hoarder", poor, Payment(1, 0, mask(25, 10))) == Pass(0)


def test_who_is_late_pays_little_at_first():
    state = a_game("luxury-9", bid(0, 6))

    assert offered("late", state) == Pass(1)
    assert isinstance(offered("bold", state), Bid)


def test_a_jumper_bids_most_of_its_limit_at_once():
    state = a_game("luxury-9")

    assert sum(offered("jumper", state).money) > sum(the_usual(state).money)


def the_usual(state):
    return Player(lambda now: now.usual)(observe(state, state.turn), Memory(1), Random(1))


def a_league(games: int = 8) -> League:
    return League(EDITIONS["spec"], ("novice", "regular"), ("thrifty", "regular"), 4, games, "x")


def test_a_league_is_the_same_with_any_number_of_processes():
    leagues = []
    for jobs in (1, 3):
        with a_league().play(jobs) as games:
            leagues.append(list(games))

    assert leagues[0] == leagues[1]
    assert len(leagues[0]) == 3 * 8


def test_a_league_counts_the_wins_of_the_one():
    league = a_league(4)
    found = lone_tallies(league)
    with league.play() as games:
        for pair, game in games:
            found[pair].add(game)

    assert list(found) == [("novice", "thrifty"), ("regular", "thrifty"), ("novice", "regular")]
    (_, *first), (rival, *second) = table_rows(found, league.bots)
    assert len(first) == len(second) == 2
    assert (rival, second[1]) == ("regular", "–")
