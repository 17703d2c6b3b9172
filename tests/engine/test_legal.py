"""The list of legal actions is the list of what `apply` accepts."""

import pytest
from hypothesis import given, settings

from games.engine.actions import Bid, Commit, Discard, Pass
from games.engine.cards import Card
from games.engine.legal import legal_actions
from games.engine.money import ALL, CARDS, VALUES
from games.engine.rules import apply
from games.engine.violations import RuleViolation
from tests.support.positions import a_game, bid, commit, passes
from tests.support.strategies import records


def everything(seat):
    yield Pass(seat)
    yield from (Bid(seat, cards) for cards in CARDS)
    yield from (Discard(seat, card) for card in Card)
    yield from (Commit(seat, value) for value in VALUES)


def is_accepted(state, action):
    try:
        apply(state, action)
    except RuleViolation:
        return False
    return True


@given(records())
@settings(max_examples=40)
def test_legal_actions_are_exactly_those_that_apply_accepts(record):
    state = record.final

    for seat in range(record.deal.seats):
        legal = list(legal_actions(state, seat))
        assert len(set(legal)) == len(legal)
        assert set(legal) == {a for a in everything(seat) if is_accepted(state, a)}


def test_the_pass_comes_first_then_the_bids_from_the_cheapest():
    legal = legal_actions(a_game("luxury-7", bid(0, 4)), 1)

    assert legal[0] == Pass(1)
    assert legal[1] == bid(1, 3, 2)
    assert legal[-1] == bid(1, 25, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1)
    assert legal[:2] == (Pass(1), bid(1, 3, 2))
    assert legal[-1:] == (Bid(1, CARDS[ALL]),)


def test_the_first_player_has_every_set_of_cards():
    legal = legal_actions(a_game("luxury-7"), 0)

    assert len(legal) == 2048
    assert legal[-2048] == legal[0] == Pass(0)
    assert legal[2047] == Bid(0, CARDS[ALL])


@pytest.mark.parametrize("index", [2048, -2049, 5000])
def test_the_list_has_an_end_on_both_sides(index):
    with pytest.raises(IndexError):
        legal_actions(a_game("luxury-7"), 0)[index]


def test_who_cannot_overbid_can_only_pass():
    everything = (25, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1)
    state = a_game("luxury-7", bid(0, *everything))

    assert legal_actions(state, 1) == (Pass(1),)
    assert legal_actions(state, 0) == ()


def test_the_theft_offers_the_luxuries():
    state = a_game(
        "luxury-7 prestige-1 luxury-4 theft luxury-1",
        *(*passes(0, 1), bid(2, 1), *passes(0, 1), bid(2, 2), *passes(0, 1, 2)),
    )

    assert legal_actions(state, 2) == (Discard(2, Card.LUXURY_7), Discard(2, Card.LUXURY_4))
    assert legal_actions(state, 0) == ()


def test_the_yacht_club_offers_each_money_card():
    state = a_game(
        "yacht-club luxury-1", commit(1, 4), edition="allplay-2025", advanced="yacht-club"
    )

    assert legal_actions(state, 0) == tuple(Commit(0, value) for value in reversed(VALUES))
    assert legal_actions(state, 1) == ()
