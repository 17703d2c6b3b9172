"""The three ★ cards of the 2025 edition."""

import pytest

from games.engine.cards import Card
from games.engine.rules import start
from games.engine.state import Phase, SeatState
from games.engine.violations import (
    AlreadyCommitted,
    CardNotInHand,
    NoMoneyToCommit,
    NoSuchSeat,
    SealedRound,
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

ALL_STARS = "gambling excursions yacht-club"


def starred(top, *actions, **deal):
    return a_game(top, *actions, edition="allplay-2025", advanced=ALL_STARS, **deal)


def test_gambling_is_auctioned_like_a_luxury_but_is_none():
    state = starred("theft gambling luxury-1", *passes(0), bid(0, 1), *passes(1, 2))

    assert claimed_by(state, 0) == "theft gambling"
    assert state.players[0].spent == mask(1)


def test_excursions_gives_the_others_their_highest_spent_card_back():
    state = starred(
        "half excursions luxury-1",
        *(bid(0, 3), bid(1, 4, 8), *passes(2)),
        *(bid(2, 1), bid(0, 2), *passes(1, 2)),
    )

    assert claimed_by(state, 0) == "excursions"
    assert [player.spent for player in state.players] == [mask(3, 2), mask(4), 0]
    assert state.players[1].hand & mask(8)


def test_excursions_gives_nothing_back_to_who_spent_nothing():
    state = starred("excursions luxury-1", bid(0, 2), *passes(1, 2))

    assert state.players[1] == SeatState()
    assert state.players[2] == SeatState()


def test_excursions_claimed_into_a_waiting_theft_still_pays_the_others_back():
    state = starred(
        "half theft excursions luxury-1",
        *(bid(0, 3), *passes(1)),
        *passes(1),
        *(bid(1, 1), *passes(2, 0)),
    )

    assert claimed_by(state, 1) == "half"
    assert state.players[0].spent == 0
    assert state.players[0].hand & mask(3)


def test_excursions_and_yacht_club_can_be_lost_to_a_theft():
    state = starred(
        "excursions yacht-club theft luxury-1",
        *(bid(0, 1), *passes(1, 2)),
        *(commit(0, 25), commit(1, 2), commit(2, 3)),
        *passes(0),
    )

    assert state.phase is Phase.DISCARD
    assert claimed_by(play(state, discard(0, "yacht-club")), 0) == "excursions"
    assert claimed_by(play(state, discard(0, "excursions")), 0) == "yacht-club"


def test_the_yacht_club_asks_everybody_at_once():
    state = starred("yacht-club luxury-1", first=1)

    assert state.phase is Phase.SEALED
    assert state.seats_to_act == (0, 1, 2)


def test_commitments_come_in_any_order_and_lie_face_down():
    state = starred("yacht-club luxury-1", commit(2, 4), commit(0, 6))

    assert state.seats_to_act == (1,)
    assert state.phase is Phase.SEALED
    assert state.players[2].bid == mask(4)
    assert not state.players[2].hand & mask(4)


def test_the_highest_unique_commitment_wins_and_all_cards_are_spent():
    state = starred("yacht-club luxury-1", commit(0, 25), commit(1, 25), commit(2, 4))

    assert claimed_by(state, 2) == "yacht-club"
    assert [player.spent for player in state.players] == [mask(25), mask(25), mask(4)]
    assert (state.turn, state.first, state.lot) == (2, 2, Card.LUXURY_1)


def test_of_several_unique_commitments_the_highest_wins():
    state = starred("yacht-club luxury-1", commit(0, 8), commit(1, 20), commit(2, 12))

    assert claimed_by(state, 1) == "yacht-club"


def test_no_unique_commitment_discards_the_card_and_the_first_player_stays_first():
    state = starred(
        "yacht-club luxury-1",
        commit(0, 6),
        commit(1, 6),
        commit(2, 3),
        commit(3, 3),
        first=1,
        seats=4,
    )

    assert [claimed_by(state, seat) for seat in range(4)] == [""] * 4
    assert [player.spent for player in state.players] == [mask(6), mask(6), mask(3), mask(3)]
    assert (state.turn, state.first) == (1, 1)


def test_a_commitment_is_final():
    state = starred("yacht-club luxury-1", commit(0, 25))

    assert refused(AlreadyCommitted, state, commit(0, 20)).code == "already-committed"


def test_a_sealed_round_takes_nothing_but_commitments():
    state = starred("yacht-club luxury-1")

    refused(SealedRound, state, bid(0, 3))
    refused(SealedRound, state, passes(0)[0])
    refused(SealedRound, state, discard(0, "luxury-1"))
    refused(NoSuchSeat, state, commit(3, 3))
    refused(NoSuchSeat, state, commit(-1, 3))


@pytest.mark.parametrize("thousands", [5, 0, 7])
def test_only_a_money_card_in_hand_can_be_committed(thousands):
    refused(CardNotInHand, starred("yacht-club luxury-1"), commit(0, thousands))


def broke(*seats):
    """Everyone but these seats has a 1 left; these have nothing. The yacht club is next."""
    state = starred("luxury-2 yacht-club luxury-1")
    players = tuple(
        SeatState(0 if seat in seats else mask(1), 0, 0, ()) for seat in range(len(state.players))
    )
    return state._replace(players=players)


def test_who_has_no_money_sits_the_yacht_club_out():
    state = play(broke(0), *passes(0, 1))

    assert state.seats_to_act == (1, 2)
    refused(NoMoneyToCommit, state, commit(0, 1))
    state = play(state, commit(1, 1), commit(2, 1))
    assert state.lot is Card.LUXURY_1
    assert state.turn == 2


def test_the_only_one_with_money_wins_the_yacht_club():
    state = play(broke(0, 2), *passes(0, 1), commit(1, 1))

    assert claimed_by(state, 1) == "yacht-club"
    assert state.turn == 1


def test_the_yacht_club_is_discarded_when_nobody_has_money():
    before = broke(0, 1, 2)

    state = play(before, *passes(0, 1))

    assert state.players[:2] == before.players[:2]
    assert state.lot is Card.LUXURY_1
    assert state.revealed == 3
    assert (state.phase, state.turn, state.first) == (Phase.AUCTION, 2, 2)


def test_the_yacht_club_falls_to_a_waiting_theft():
    state = starred(
        "theft yacht-club luxury-1", *passes(0), commit(0, 25), commit(1, 1), commit(2, 1)
    )

    assert claimed_by(state, 0) == ""
    assert state.turn == 0


def test_the_stars_are_in_the_deck_only_when_chosen():
    assert len(start(a_deal("luxury-1")).deal.deck) == 16
    assert len(start(a_deal("luxury-1", advanced="excursions")).deal.deck) == 17
    assert len(starred("luxury-1").deal.deck) == 19
