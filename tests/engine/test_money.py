"""Money cards as masks."""

from sys import getsizeof

from hypothesis import given
from hypothesis import strategies as st

from games.engine.money import (
    ALL,
    CARDS,
    DESCENDING,
    MASK,
    TOTAL,
    cheapest_above,
    highest_card,
    subsets,
)
from tests.support.positions import mask

masks = st.integers(0, ALL)
floors = st.integers(0, 106).map(lambda thousands: thousands * 1000)


def test_a_set_of_money_is_106_000():
    assert sorted(CARDS[ALL]) == [
        1_000, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 12_000, 15_000, 20_000, 25_000,
    ]  # fmt: skip
    assert TOTAL[ALL] == 106_000


@given(masks)
def test_a_mask_and_its_cards_are_one(mask):
    assert MASK[CARDS[mask]] == mask
    assert TOTAL[mask] == sum(CARDS[mask])
    assert list(DESCENDING[mask]) == sorted(CARDS[mask], reverse=True)


def test_the_highest_card():
    assert highest_card(mask(1, 12, 4)) == mask(12)
    assert highest_card(mask(25)) == mask(25)
    assert highest_card(0) == 0


@given(masks, floors)
def test_subsets_come_cheapest_first_and_know_where_a_floor_ends(hand, floor):
    found, above = subsets(hand)
    totals = [TOTAL[mask] for mask in found]

    assert sorted(found) == sorted(m for m in range(1, hand + 1) if m & hand == m)
    assert totals == sorted(totals)
    assert above[floor // 1000] == sum(total <= floor for total in totals)


@given(masks, floors)
def test_every_total_above_the_floor_comes_once_and_in_order(hand, floor):
    found, _ = subsets(hand)

    steps = cheapest_above(hand, floor)

    assert [total for total, _ in steps] == sorted({TOTAL[m] for m in found if TOTAL[m] > floor})
    assert all(TOTAL[cards] == total and cards & hand == cards for total, cards in steps)


def test_the_cheapest_set_keeps_the_small_change():
    steps = dict(cheapest_above(ALL, 0))

    assert steps[10_000] == mask(10)
    assert steps[7_000] == mask(6, 1)
    assert steps[14_000] == mask(8, 6)
    assert steps[5_000] == mask(3, 2)


def test_of_equal_change_the_fewer_cards_are_cheaper():
    assert dict(cheapest_above(mask(25, 15, 10, 8, 6), 0))[25_000] == mask(25)


def test_the_smallest_raise_needs_no_small_card_where_a_big_one_does():
    hand = mask(1, 2, 3, 4, 6, 8)

    assert cheapest_above(hand, 5_000)[0] == (6_000, mask(6))


def test_a_floor_out_of_reach_leaves_nothing():
    assert cheapest_above(ALL, 106_000) == ()
    assert cheapest_above(0, 0) == ()


def test_what_is_remembered_of_all_hands_is_small():
    remembered = [(subsets(hand), cheapest_above(hand, 0)) for hand in range(ALL + 1)]

    different = {
        id(each): getsizeof(each)
        for (masks, above), ladder in remembered
        for each in (masks, above, ladder, *masks, *above, *ladder)
    }
    assert sum(different.values()) < 6_000_000
