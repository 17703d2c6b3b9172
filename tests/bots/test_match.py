"""Counting wins: shares, how sure they are, and how long a decision took."""

import pytest

from games.bots.match import Match, Played, Tally, tallies
from games.engine.editions import EDITIONS


def a_game(*winners, thoughts=((0.1,), (0.2,), (0.3,))):
    return Played(("novice", "random", "random"), winners, None, thoughts)


def tally(*games, rotations=1):
    found = Tally("novice", 1, rotations)
    for game in games:
        found.add(game)
    return found


def test_a_shared_win_counts_as_its_part_and_no_win_as_none():
    assert tally(a_game(0, 2), a_game(1), a_game()).share == pytest.approx(0.5 / 3)


def test_one_game_tells_nothing_about_chance():
    assert tally(a_game(0)).margin is None


def test_the_interval_is_that_of_the_mean():
    assert tally(a_game(0), a_game(1)).margin == pytest.approx(1.96 * 0.5)


def test_games_on_one_deck_count_as_one_for_the_interval():
    games = [a_game(0), a_game(1), a_game(1)] * 2

    assert tally(*games, rotations=3).margin == 0
    assert tally(*games).margin > 0


def test_only_a_bots_own_thoughts_are_timed():
    one = tally(a_game(0), a_game(1))

    assert one.mean_time == pytest.approx(0.1)
    assert one.slow_time == pytest.approx(0.1)


def test_times_are_no_part_of_what_was_played():
    assert a_game(0) == a_game(0, thoughts=((), (), ()))


def test_a_paired_match_counts_by_deck():
    bots = ("novice", "random", "random")
    match = Match(EDITIONS["classic"], bots, 6, "x", paired=True)

    assert [(each.bot, each.seats, each.rotations) for each in tallies(match)] == [
        ("novice", 1, 3),
        ("random", 2, 3),
    ]
