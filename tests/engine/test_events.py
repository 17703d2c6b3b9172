"""What happened, as facts everybody at the table may know."""

import pytest
from hypothesis import given, settings

from games.engine.cards import Card
from games.engine.events import (
    Claimed,
    Committed,
    Disgraced,
    Ended,
    LuxuryLost,
    PaidToAvoid,
    Passed,
    Raised,
    Revealed,
    SealedOpened,
    TheftWaits,
    TookBack,
    Unsold,
    events_of,
    opening_events,
)
from games.engine.money import TOTAL
from games.engine.rules import apply, start
from games.engine.scoring import result_of
from games.engine.state import SeatState
from tests.support.positions import a_deal, a_game, bid, commit, discard, mask, money, passes, play
from tests.support.strategies import records

STARS = {"edition": "allplay-2025", "advanced": "gambling excursions yacht-club"}


def happened(state, action):
    return list(events_of(state, action, apply(state, action)))


def last(top, *actions, **deal):
    """What the last of `actions` brought about."""
    return happened(a_game(top, *actions[:-1], **deal), actions[-1])


def test_the_game_opens_with_the_first_lot():
    assert opening_events(start(a_deal("luxury-7"))) == (Revealed(Card.LUXURY_7, 0),)
    assert opening_events(start(a_deal("half"))) == (Revealed(Card.HALF, 1),)
    assert opening_events(start(a_deal("luxury-7 half"))) == (Revealed(Card.LUXURY_7, 0),)


def test_a_bid():
    assert last("luxury-7", bid(0, 3), bid(1, 4), *passes(2), bid(0, 6)) == [
        Raised(0, 9_000, money(6))
    ]


def test_a_pass():
    assert last("luxury-7", *passes(0)) == [Passed(0)]


def test_a_lot_is_claimed_and_the_next_turned_up():
    assert last("luxury-7 prestige-1", bid(0, 3), bid(1, 4), *passes(2, 0)) == [
        Passed(0),
        Claimed(1, Card.LUXURY_7, 4_000),
        Revealed(Card.PRESTIGE_1, 1),
    ]


def test_a_lot_is_claimed_for_nothing():
    assert last("luxury-7 luxury-1", *passes(0, 1))[1] == Claimed(2, Card.LUXURY_7, 0)


def test_a_disgrace_is_taken_and_the_others_pay():
    assert last("half luxury-1", bid(0, 3), bid(1, 4), bid(2, 6), bid(0, 8), *passes(1)) == [
        Disgraced(1, Card.HALF),
        PaidToAvoid(0, 11_000),
        PaidToAvoid(2, 6_000),
        Revealed(Card.LUXURY_1, 1),
    ]


def test_a_theft_finds_nothing_and_waits():
    assert last("theft luxury-1", *passes(0))[:2] == [Disgraced(0, Card.THEFT), TheftWaits(0)]


def test_a_theft_takes_the_only_luxury():
    assert last("luxury-7 theft luxury-1", *passes(0, 1, 2))[:2] == [
        Disgraced(2, Card.THEFT),
        LuxuryLost(2, Card.LUXURY_7),
    ]


def test_a_waiting_theft_takes_the_next_luxury_on_arrival():
    assert last("theft luxury-7 luxury-1", *passes(0), bid(0, 1), *passes(1, 2)) == [
        Passed(2),
        Claimed(0, Card.LUXURY_7, 1_000),
        LuxuryLost(0, Card.LUXURY_7),
        Revealed(Card.LUXURY_1, 0),
    ]


def test_a_waiting_theft_leaves_prestige_and_gambling_alone():
    events = last("theft gambling luxury-1", *passes(0), bid(0, 1), *passes(1, 2), **STARS)

    assert LuxuryLost(0, Card.GAMBLING) not in events
    assert Claimed(0, Card.GAMBLING, 1_000) in events


def test_a_theft_with_a_choice():
    to_choose = (*passes(0, 1), bid(2, 1), *passes(0, 1))
    top = "luxury-7 luxury-4 theft luxury-1"

    assert last(top, *to_choose, *passes(2)) == [Disgraced(2, Card.THEFT)]
    assert last(top, *to_choose, *passes(2), discard(2, "luxury-4")) == [
        LuxuryLost(2, Card.LUXURY_4),
        Revealed(Card.LUXURY_1, 0),
    ]


def test_excursions_tells_who_took_a_card_back_and_not_which():
    round_one = (bid(0, 3), bid(1, 4), *passes(2))
    round_two = (bid(2, 1), bid(0, 2), *passes(1, 2))

    assert last("half excursions luxury-1", *round_one, *round_two, **STARS) == [
        Passed(2),
        Claimed(0, Card.EXCURSIONS, 2_000),
        TookBack((1,)),
        Revealed(Card.LUXURY_1, 1),
    ]


def test_excursions_with_nothing_to_take_back():
    events = last("excursions luxury-1", *passes(0, 1), **STARS)

    assert events == [
        Passed(1),
        Claimed(2, Card.EXCURSIONS, 0),
        Revealed(Card.LUXURY_1, 0),
    ]


def test_a_commitment_tells_nothing_but_that_it_was_made():
    assert last("yacht-club luxury-1", commit(1, 25), **STARS) == [Committed(1)]


def test_sealed_bids_are_opened_with_the_last_one():
    assert last("yacht-club luxury-1", commit(1, 25), commit(0, 8), commit(2, 25), **STARS) == [
        Committed(2),
        SealedOpened((8_000, 25_000, 25_000)),
        Claimed(0, Card.YACHT_CLUB, 8_000),
        Revealed(Card.LUXURY_1, 0),
    ]


def test_sealed_bids_may_all_be_alike():
    events = last("yacht-club luxury-1", commit(1, 4), commit(0, 4), commit(2, 4), **STARS)

    assert events[1:3] == [SealedOpened((4_000,) * 3), Unsold(Card.YACHT_CLUB)]


def test_the_yacht_club_falls_to_a_waiting_theft():
    stolen = (*passes(0), commit(0, 25), commit(1, 1), commit(2, 1))

    assert LuxuryLost(0, Card.YACHT_CLUB) in last("theft yacht-club luxury-1", *stolen, **STARS)


def test_a_sealed_sale_without_bidders():
    state = a_game("luxury-7 yacht-club luxury-1", **STARS)
    state = state._replace(players=(SeatState(0, 0, 0, ()),) * 3)

    assert happened(play(state, *passes(0)), *passes(1)) == [
        Passed(1),
        Claimed(2, Card.LUXURY_7, 0),
        Revealed(Card.YACHT_CLUB, 0),
        Unsold(Card.YACHT_CLUB),
        Revealed(Card.LUXURY_1, 0),
    ]


def test_the_end():
    top = "prestige-1 prestige-2 half prestige-3"
    state = a_game(top, *passes(0, 1, 2, 0, 1))

    assert last(top, *passes(0, 1, 2, 0, 1)) == [
        Disgraced(1, Card.HALF),
        Revealed(Card.PRESTIGE_3, 4),
        Ended(result_of(state)),
    ]


@given(records(finished=True))
def test_the_events_tell_the_whole_game(record):
    """From the events alone: every card claimed and kept, every card revealed, who won."""
    events = list(opening_events(record.states[0]))
    for before, action, after in zip(
        record.states, record.actions, record.states[1:], strict=False
    ):
        events.extend(events_of(before, action, after))

    kept = [set() for _ in range(record.deal.seats)]
    for event in events:
        match event:
            case Claimed(seat, lot, _) | Disgraced(seat, lot):
                kept[seat].add(lot)
            case LuxuryLost(seat, luxury):
                kept[seat] -= {luxury, Card.THEFT}
    assert kept == [set(player.claimed) for player in record.final.players]

    shown = tuple(event.lot for event in events if isinstance(event, Revealed))
    assert shown == record.deal.deck[: record.final.revealed]
    assert [event for event in events if isinstance(event, Ended)] == [
        Ended(result_of(record.final))
    ]


@given(records(finished=True))
@settings(max_examples=50)
def test_what_is_paid_is_what_is_spent(record):
    """Prices and sealed bids of all events are what the players have spent, less what came back."""
    if any(card is Card.EXCURSIONS for card in record.deal.deck):
        return
    spent = [0] * record.deal.seats
    for before, action, after in zip(
        record.states, record.actions, record.states[1:], strict=False
    ):
        for event in events_of(before, action, after):
            match event:
                case Claimed(_, Card.YACHT_CLUB, _):
                    pass
                case Claimed(seat, _, price) | PaidToAvoid(seat, price):
                    spent[seat] += price
                case SealedOpened(bids):
                    spent = [a + b for a, b in zip(spent, bids, strict=True)]
    assert spent == [TOTAL[player.spent] for player in record.final.players]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_commitment_in_hand_is_the_right_mask(seat):
    state = a_game("yacht-club luxury-1", commit(seat, 12), **STARS)

    assert state.players[seat].bid == mask(12)
