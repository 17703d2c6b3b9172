"""The bots' fixed ratings: found from games between them, and checked against such games."""

from itertools import pairwise

import pytest

from games.engine.edition_groups import GROUPS
from games.models import LEVELS
from games.ratings.calibration import errors_from, expected_wins, strengths_from
from games.ratings.fold import NEW, Rating
from games.ratings.simulated import SimulatedGame, Simulation
from games.ratings.strengths import BOT_SIGMA, HELD, STRENGTHS, bot_rating


def some_games(*bots, games=60, jobs=1, group="base", others=""):
    with Simulation(GROUPS[group], bots, "autumn", others).play(games, jobs) as played:
        return list(played)


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes():
    alone = some_games("random", "novice", games=8)

    assert alone == some_games("random", "novice", games=8, jobs=2)


@pytest.mark.parametrize("group", GROUPS)
def test_simulated_games_are_of_their_group_with_three_to_five_seats(group):
    played = some_games("random", games=20, group=group)

    assert {len(game.bots) for game in played} == {3, 4, 5}
    assert all(len(game.places) == len(game.wins) == len(game.bots) for game in played)


def test_one_bot_in_turn_sits_among_the_others():
    played = some_games("random", "novice", games=6, others="regular")

    assert [next(bot for bot in game.bots if bot != "regular") for game in played] == [
        "random",
        "novice",
    ] * 3
    assert all(game.bots.count("regular") == len(game.bots) - 1 for game in played)


def test_who_wins_more_is_found_to_be_stronger():
    strengths = strengths_from(some_games("novice", others="regular", games=45), "regular")

    assert strengths["regular"] == NEW.mu
    assert strengths["novice"] < NEW.mu - 2


def test_equals_are_found_to_be_equal():
    turns = [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    games = [SimulatedGame(("a", "b", "c"), places, (0.0,) * 3) for places in turns * 8]

    assert strengths_from(games, "a") == pytest.approx(dict.fromkeys("abc", NEW.mu))
    assert errors_from(games * 8, "a")["b"] < 1


def test_equal_ratings_expect_equal_shares_and_stronger_ones_more():
    assert expected_wins([NEW] * 4) == pytest.approx([0.25] * 4)
    strong, weak = expected_wins([Rating(30, 1), Rating(20, 1)])
    assert strong > 0.5 > weak
    assert strong + weak == pytest.approx(1)


def test_every_level_of_the_house_has_a_fixed_rating_in_every_group_in_order():
    for group in GROUPS.values():
        assert STRENGTHS[group.id].keys() == set(LEVELS)
        ordered = [bot_rating(group, level) for level in LEVELS]
        assert all(weaker.mu < stronger.mu for weaker, stronger in pairwise(ordered))
        assert bot_rating(group, HELD) == (NEW.mu, BOT_SIGMA)
