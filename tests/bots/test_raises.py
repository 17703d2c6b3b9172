"""Of all the sets of cards, those worth a thought."""

import pytest

from games.bots.raises import AMOUNT, CHEAPEST, LEAST, raise_within, sensible
from games.engine.money import ALL, subsets
from tests.support.positions import mask


@pytest.mark.parametrize("hand", [ALL, mask(1, 2, 8, 25), mask(20), 0])
def test_a_raise_is_above_the_floor_and_from_the_hand(hand):
    for floor in range(AMOUNT[ALL] + 1):
        for money in (CHEAPEST[hand][floor], LEAST[hand][floor]):
            assert not money & ~hand
            assert AMOUNT[money] > floor or (money == 0 and AMOUNT[hand] <= floor)


def test_the_least_raise_has_the_smallest_total():
    for floor in range(AMOUNT[ALL]):
        totals = [AMOUNT[money] for money in subsets(ALL)[0]]
        assert AMOUNT[LEAST[ALL][floor]] == min(total for total in totals if total > floor)


def test_small_change_is_spared_where_that_costs_little():
    assert LEAST[mask(1, 2, 3, 6)][4] == mask(2, 3)
    assert CHEAPEST[mask(1, 2, 3, 6)][4] == mask(6)
    assert CHEAPEST[mask(1, 2, 25)][2] == mask(1, 2)


def test_a_raise_keeps_within_the_limit():
    hand = mask(1, 2, 3, 6)

    assert raise_within(hand, 0, 4, 6.0) == mask(6)
    assert raise_within(hand, 0, 4, 5.5) == mask(2, 3)
    assert raise_within(hand, 0, 4, 4.9) == 0
    assert raise_within(hand, mask(4), 4, 5.0) == mask(1)


def test_sensible_raises_are_few():
    raises = sensible(ALL, 0)

    assert raises[:4] == [mask(1), mask(2), mask(3), mask(4)]
    assert len(raises) == 11
    assert sensible(mask(1, 20), 5) == [mask(20), mask(1, 20)]
    assert sensible(mask(1), 5) == []
