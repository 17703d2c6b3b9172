"""Reverse auctions, and the theft that follows one of them."""

import pytest

from games.engine.cards import Card
from games.engine.rules import apply
from games.engine.state import Phase
from games.engine.violations import DiscardFirst, NotYourLuxury, NotYourTurn
from tests.support.positions import (
    a_game,
    bid,
    claimed_by,
    commit,
    discard,
    mask,
    passes,
    play,
    refused,
)


@pytest.mark.parametrize("lot", ["half", "minus-five", "theft"])
def test_the_first_pass_ends_the_round_and_takes_the_disgrace(lot):
    state = a_game(f"{lot} luxury-1", bid(0, 5 - 1), bid(1, 8), *passes(2))

    assert claimed_by(state, 2) == lot
    assert state.lot is Card.LUXURY_1
    assert (state.turn, state.first) == (2, 2)


def test_the_auction_of_the_scandal_example():
    """Jay bids 5, Kloe 8, Rahul passes: Jay and Kloe discard their bids."""
    jay, kloe, rahul = 0, 1, 2
    state = a_game("half luxury-1", bid(jay, 2, 3), bid(kloe, 8), *passes(rahul))

    assert [player.spent for player in state.players] == [mask(2, 3), mask(8), 0]
    assert [player.bid for player in state.players] == [0, 0, 0]


def test_who_passes_keeps_the_staked_money():
    state = a_game("minus-five luxury-1", bid(0, 3), bid(1, 6), bid(2, 8), *passes(0))

    assert claimed_by(state, 0) == "minus-five"
    assert state.players[0].hand == mask(25, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1)
    assert [player.spent for player in state.players] == [0, mask(6), mask(8)]


def test_passing_at_once_takes_the_disgrace_and_nobody_pays():
    state = a_game("half luxury-1", *passes(0))

    assert claimed_by(state, 0) == "half"
    assert [player.spent for player in state.players] == [0, 0, 0]


def test_theft_with_two_luxuries_asks_which_one():
    state = a_game("luxury-7 luxury-4 theft luxury-1", *passes(0, 1), bid(2, 1), *passes(0, 1, 2))

    assert state.phase is Phase.DISCARD
    assert state.seats_to_act == (2,)
    assert state.active == 0
    assert claimed_by(state, 2) == "luxury-7 luxury-4 theft"
    assert state.lot is Card.THEFT


def a_choice():
    return a_game("luxury-7 luxury-4 theft luxury-1", *passes(0, 1), bid(2, 1), *passes(0, 1, 2))


def test_the_chosen_luxury_leaves_with_the_theft_and_the_taker_opens():
    state = play(a_choice(), discard(2, "luxury-4"))

    assert claimed_by(state, 2) == "luxury-7"
    assert (state.turn, state.first, state.lot) == (2, 2, Card.LUXURY_1)


def test_nothing_else_happens_before_the_choice():
    state = a_choice()

    refused(DiscardFirst, state, bid(2, 3))
    refused(DiscardFirst, state, passes(2)[0])
    refused(DiscardFirst, state, commit(2, 3))
    refused(NotYourTurn, state, passes(0)[0])
    refused(NotYourTurn, state, discard(0, "luxury-7"))


@pytest.mark.parametrize("card", ["luxury-1", "theft", "prestige-1", "luxury-9"])
def test_only_an_own_luxury_can_be_chosen(card):
    refused(NotYourLuxury, a_choice(), discard(2, card))


def test_prestige_is_no_luxury_to_lose():
    state = a_game("prestige-1 luxury-4 theft luxury-1", *passes(0, 1), bid(2, 1), *passes(0, 1, 2))

    assert state.phase is Phase.AUCTION
    assert claimed_by(state, 2) == "prestige-1"


def test_the_only_luxury_goes_by_itself_and_the_theft_with_it():
    state = a_game("luxury-7 theft luxury-1", *passes(0, 1), *passes(2))

    assert claimed_by(state, 2) == ""
    assert (state.lot, state.turn) == (Card.LUXURY_1, 2)


def test_theft_without_a_luxury_waits_and_takes_the_next_one_on_arrival():
    state = a_game("theft prestige-1 luxury-7 luxury-1", *passes(0))
    assert claimed_by(state, 0) == "theft"

    state = play(state, bid(0, 1), *passes(1, 2))
    assert claimed_by(state, 0) == "theft prestige-1"

    state = play(state, bid(0, 2), *passes(1, 2))
    assert claimed_by(state, 0) == "prestige-1"
    assert state.players[0].spent == mask(1, 2)
    assert state.turn == 0


def test_a_theft_waits_only_for_its_own_seat():
    state = a_game("theft luxury-7 luxury-1", *passes(0), *passes(0), bid(1, 1), *passes(2))

    assert claimed_by(state, 1) == "luxury-7"
    assert claimed_by(state, 0) == "theft"


def test_the_seat_that_chose_a_discard_can_act_again():
    state = apply(a_choice(), discard(2, "luxury-7"))

    assert play(state, bid(2, 3)).highest == 3_000
