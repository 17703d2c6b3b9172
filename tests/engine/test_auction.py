"""Bidding and passing for luxuries and prestige."""

import pytest

from games.engine.actions import Bid, Pass
from games.engine.cards import Card
from games.engine.rules import apply, start
from games.engine.state import Phase
from games.engine.violations import (
    BidTooLow,
    CardNotInHand,
    EmptyBid,
    GameIsOver,
    NoSuchSeat,
    NotASealedRound,
    NothingToDiscard,
    NotYourTurn,
)
from tests.support.positions import (
    a_deal,
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


def test_everyone_starts_with_all_eleven_money_cards():
    state = start(a_deal("luxury-7", seats=5))

    assert [player.hand for player in state.players] == [
        mask(25, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1)
    ] * 5
    assert all(not p.bid and not p.spent and not p.claimed for p in state.players)


def test_the_first_seat_of_the_deal_opens_the_first_round():
    state = start(a_deal("luxury-7", first=2))

    assert (state.turn, state.first, state.lot, state.phase) == (
        2,
        2,
        Card.LUXURY_7,
        Phase.AUCTION,
    )
    assert state.seats_to_act == (2,)


def test_a_bid_moves_money_from_hand_to_table_and_the_turn_clockwise():
    state = a_game("luxury-7", bid(0, 3, 1))

    assert state.players[0].bid == mask(3, 1)
    assert not state.players[0].hand & mask(3, 1)
    assert (state.highest, state.turn) == (4_000, 1)


def test_the_turn_goes_round_the_table():
    state = a_game("luxury-7", bid(2, 1), bid(0, 2), bid(1, 3), first=2)

    assert state.turn == 2


def test_a_bid_must_exceed_the_highest_bid():
    state = a_game("luxury-7", bid(0, 12))

    violation = refused(BidTooLow, state, bid(1, 12))

    assert violation.code == "bid-too-low"
    assert str(violation) == "A bid of 12000 doesn’t beat 12000. Add more, or pass."
    assert play(state, bid(1, 12, 1)).highest == 13_000


def test_a_raise_counts_the_cards_already_laid():
    state = a_game("luxury-7", bid(0, 3), bid(1, 6), bid(2, 8))

    refused(BidTooLow, state, bid(0, 4, 1))
    raised = play(state, bid(0, 6))
    assert raised.highest == 9_000
    assert raised.players[0].bid == mask(3, 6)


def test_a_laid_card_cannot_be_laid_again():
    state = a_game("luxury-7", bid(0, 25), *passes(1), bid(2, 20, 6))

    refused(CardNotInHand, state, bid(0, 25))
    refused(CardNotInHand, state, bid(0, 25, 20))


def test_a_bid_of_nothing_is_no_bid():
    refused(EmptyBid, a_game("luxury-7"), Bid(0, frozenset()))


@pytest.mark.parametrize("cards", [{5_000}, {1_000, 7}, {0}, {-1_000}, {25_000.5}])
def test_money_that_does_not_exist_is_not_in_hand(cards):
    refused(CardNotInHand, a_game("luxury-7"), Bid(0, frozenset(cards)))


def test_passing_returns_the_staked_money():
    state = a_game("luxury-7", bid(0, 3), bid(1, 6), bid(2, 8), *passes(0))

    assert state.players[0].bid == 0
    assert state.players[0].hand == mask(25, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1)
    assert state.players[0].spent == 0


def test_who_has_passed_is_out_for_the_round():
    state = a_game("luxury-7", bid(0, 3), *passes(1), bid(2, 4), bid(0, 6), seats=3)

    assert state.turn == 2


@pytest.mark.parametrize("action", [bid(1, 3), Pass(1), Pass(2)])
def test_nobody_acts_out_of_turn(action):
    violation = refused(NotYourTurn, a_game("luxury-7"), action)

    assert violation.code == "not-your-turn"


@pytest.mark.parametrize("seat", [3, -1, 99])
def test_an_unknown_seat_is_refused(seat):
    refused(NoSuchSeat, a_game("luxury-7"), Pass(seat))
    refused(NoSuchSeat, a_game("luxury-7"), bid(seat, 3))


def test_an_auction_takes_neither_discards_nor_commitments():
    refused(NothingToDiscard, a_game("luxury-7"), discard(0, "luxury-7"))
    refused(NotASealedRound, a_game("luxury-7"), commit(0, 3))


@pytest.mark.parametrize("lot", ["luxury-7", "prestige-2"])
def test_the_last_player_left_claims_the_lot_and_pays(lot):
    state = a_game(f"{lot} luxury-1", bid(0, 3), bid(1, 6), *passes(2, 0))

    assert claimed_by(state, 1) == lot
    assert state.players[1].spent == mask(6)
    assert state.players[1].bid == 0
    assert state.players[0].spent == 0
    assert state.lot is Card.LUXURY_1


def test_the_winner_opens_the_next_round_and_everyone_is_in_again():
    state = a_game("luxury-7 luxury-1", bid(0, 3), bid(1, 6), *passes(2, 0))

    assert (state.turn, state.first, state.highest) == (1, 1, 0)
    assert state.active == 0b111


def test_the_last_one_left_gets_an_unwanted_lot_free_without_acting():
    state = a_game("luxury-7 luxury-1", *passes(0, 1))

    assert claimed_by(state, 2) == "luxury-7"
    assert state.players[2].spent == 0
    assert state.turn == 2


def test_a_player_without_money_is_still_asked():
    everything = (25, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1)
    state = a_game("luxury-7 luxury-1", bid(0, *everything), *passes(1, 2))

    assert state.players[0].hand == 0
    assert state.turn == 0
    assert play(state, *passes(0)).turn == 1


def test_the_auction_of_the_2025_rulebook():
    """Kloe bids 3, Rahul 6, Jay passes; Kloe raises to 7 and Rahul, whose lowest is 8, passes."""
    kloe, rahul, jay = 0, 1, 2
    state = a_game("luxury-5 luxury-1", edition="allplay-2025")
    state = state._replace(
        players=(state.players[0], state.players[1]._replace(hand=mask(6, 8, 25)), state.players[2])
    )

    state = play(state, bid(kloe, 3), bid(rahul, 6), *passes(jay), bid(kloe, 4))
    assert state.highest == 7_000
    refused(CardNotInHand, state, bid(rahul, 2))
    assert play(state, bid(rahul, 8)).highest == 14_000

    state = play(state, *passes(rahul))
    assert claimed_by(state, kloe) == "luxury-5"
    assert state.players[kloe].spent == mask(3, 4)
    assert state.turn == kloe


def test_the_fourth_end_card_ends_the_game_at_once():
    state = a_game(
        "prestige-1 prestige-2 half prestige-3",
        *passes(0, 1),
        *passes(2, 0),
        *passes(1),
    )

    assert state.is_over
    assert state.lot is None
    assert state.seats_to_act == ()
    assert (state.revealed, state.active) == (4, 0)
    assert [claimed_by(state, seat) for seat in range(3)] == ["", "prestige-2 half", "prestige-1"]


def test_nothing_happens_after_the_end():
    state = a_game("prestige-1 prestige-2 half prestige-3", *passes(0, 1, 2, 0, 1))

    assert refused(GameIsOver, state, Pass(1)).code == "game-over"
    refused(GameIsOver, state, bid(1, 3))
    refused(GameIsOver, state, discard(1, "luxury-1"))
    refused(GameIsOver, state, commit(1, 3))
    refused(GameIsOver, state, Pass(9))


def test_something_that_is_no_action_is_a_programming_error():
    with pytest.raises(AssertionError):
        apply(a_game("luxury-7"), "pass")
