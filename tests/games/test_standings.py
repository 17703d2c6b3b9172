"""A result seen from its seats."""

import pytest

from games.engine.standings import standings
from tests.support.builders import recorded


def a_result(status, money, cast_out=(), winners=()):
    return {"status": status, "money": money, "cast_out": list(cast_out), "winners": list(winners)}


def places(result):
    return [each.place for each in standings(result)]


def test_the_winner_is_first_and_the_others_follow_by_status():
    result = a_result([9, 14, 3, 20], [5, 6, 7, 1], cast_out=[3], winners=[1])

    assert places(result) == [2, 1, 3, 4]


def test_money_parts_those_of_equal_status():
    assert places(a_result([4, 4, 9, 0], [5, 6, 9, 1], cast_out=[3], winners=[2])) == [3, 2, 1, 4]


def test_a_shared_win_is_divided():
    result = a_result([8, 8, 0], [5, 5, 1], cast_out=[2], winners=[0, 1])

    assert [each.win for each in standings(result)] == [0.5, 0.5, 0]
    assert places(result) == [1, 1, 3]


def test_where_all_are_cast_out_nobody_is_ahead():
    result = a_result([8, 2, 0], [5, 5, 5], cast_out=[0, 1, 2])

    assert places(result) == [1, 1, 1]
    assert not any(each.win for each in standings(result))


@pytest.mark.parametrize("record", recorded(), ids=lambda record: record.deal.edition.id)
def test_wins_add_up_and_every_winner_is_first(record):
    found = standings(record.result)

    assert sum(each.win for each in found) == pytest.approx(1 if record.result["winners"] else 0)
    for seat, each in enumerate(found):
        assert (each.place == 1) == (seat in record.result["winners"]) or not record.result[
            "winners"
        ]
        assert each.is_cast_out == (seat in record.result["cast_out"])
