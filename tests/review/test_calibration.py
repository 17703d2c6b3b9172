"""The reliability chart: chances in tenths against what came of them."""

import xml.etree.ElementTree as ET
from random import Random

import pytest

from games.bots.population import POPULATION
from script.tools.load.bench_calibration import Guess, Study, table, tenths
from script.tools.load.reliability_chart import chart


def guesses(number, off=0.0):
    """Guesses of one a game that are right on average, or too high by `off`."""
    rng = Random(1)
    chances = [rng.random() for _ in range(number)]
    return [
        Guess(game, min(1.0, chance + off), float(rng.random() < chance))
        for game, chance in enumerate(chances)
    ]


def test_right_guesses_agree_in_every_tenth():
    found = list(tenths(guesses(20_000)))

    assert [each.number for each in found] == list(range(10))
    assert sum(each.guesses for each in found) == 20_000
    assert all(abs(each.gap) < 0.04 for each in found)
    assert sum(abs(each.gap) <= each.margin for each in found) >= 8


def test_guesses_that_are_too_high_are_seen():
    assert all(each.gap < -0.1 for each in tenths(guesses(20_000, off=0.2)))


def test_guesses_of_one_game_count_as_one():
    alone = [Guess(game, 0.25, float(game % 4 == 0)) for game in range(400)]
    lost_first = sorted(each.won for each in alone)
    together = [Guess(number // 40, 0.25, won) for number, won in enumerate(lost_first)]

    (first,), (second,) = tenths(alone), tenths(together)
    assert first.gap == second.gap == pytest.approx(0)
    assert second.margin > 4 * first.margin


def test_a_sure_win_is_in_the_last_tenth():
    assert [each.number for each in tenths([Guess(1, 1.0, 1.0), Guess(1, 0.0, 0.0)])] == [0, 9]


def test_the_same_seed_gives_the_same_guesses():
    study = Study(tuple(POPULATION), 4, "osprey-2018", "oak", 50)

    first = study.guesses(3)

    assert first == study.guesses(3)
    between = first["between lots"]
    assert len(between) % 4 == 0
    for start in range(0, len(between), 4):
        # Nobody wins a game in which all are cast out.
        assert sum(each.chance for each in between[start : start + 4]) <= 1 + 1e-9
    assert len(first["decisions"]) == 4


def test_the_chart_has_a_point_for_each_tenth_and_names_its_lines():
    drawn = ET.fromstring(chart({"first": [(0.1, 0.2, 0.05), (0.5, 0.4, 0.1)], "second": []}))

    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"first", "second"} <= set(texts)
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 2 + 2


def test_the_table_has_a_row_for_each_tenth():
    text = table("between lots", list(tenths([Guess(1, 0.25, 0.0), Guess(2, 0.25, 1.0)])))

    assert text.splitlines()[-1].startswith("| 20–30 % | 2 | 25.0 % | 50.0 % | +25.0 ±")
