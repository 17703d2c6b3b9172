"""The numbers of a finished game: they add up to its result, and come from open facts alone."""

import pytest

from games.engine.cards import Card
from games.engine.editions import EDITIONS
from games.engine.events import (
    Claimed,
    Disgraced,
    Ended,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Passed,
    Revealed,
    SealedOpened,
    TookBack,
    Unsold,
)
from games.engine.money import TOTAL
from games.engine.scoring import result_of
from games.engine.timeline import Sale, auctions, by_worth, money_left, sales, status_over_time
from tests.support.golden import FINISHED, story_of
from tests.support.positions import a_player, an_ending

OSPREY = EDITIONS["osprey-2018"]


def a_story(*events: Event, hands: tuple[tuple[int, ...], ...]) -> list[Event]:
    """These events, then the last end card, then the scores of these hands in thousands."""
    players = [a_player(hand=hand) for hand in hands]
    return [*events, Revealed(Card.HALF, 4), Ended(result_of(an_ending(*players)))]


ALL_BUT = {
    0: (25, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1),
    12: (25, 20, 15, 10, 8, 6, 4, 3, 2, 1),
    8: (25, 20, 15, 12, 10, 6, 4, 3, 2, 1),
}


@pytest.mark.parametrize("record", FINISHED)
def test_in_every_recorded_game_the_numbers_end_where_the_scores_begin(record):
    story, result = story_of(record), result_of(record.final)
    edition = record.deal.edition

    money, status = money_left(story), status_over_time(story, edition)

    assert money[0] == (106_000,) * record.deal.seats
    assert money[-1] == tuple(score.hand for score in result.scores)
    assert status[-1] == tuple(score.status for score in result.scores)
    assert len(money) == len(status) == len(sales(story)) + 1 == record.deal.length


@pytest.mark.parametrize("record", FINISHED)
def test_in_every_recorded_game_the_money_is_what_the_hands_held_when_a_lot_was_turned_up(record):
    money = money_left(story_of(record))

    opening = {state.revealed: state for state in reversed(list(record.states))}
    for revealed, state in opening.items():
        if not state.is_over:
            assert money[revealed - 1] == tuple(TOTAL[player.hand] for player in state.players)


def test_a_running_game_has_no_numbers():
    story = [Revealed(Card.LUXURY_7, 0)]

    for number in (money_left, sales):
        with pytest.raises(ValueError, match="not over"):
            number(story)


def test_an_auction_lasts_from_one_lot_to_the_next():
    story = a_story(
        *(Revealed(Card.LUXURY_7, 0), Claimed(0, Card.LUXURY_7, 0)),
        *(Revealed(Card.LUXURY_1, 0), Passed(0), Claimed(1, Card.LUXURY_1, 0)),
        hands=(ALL_BUT[0],) * 3,
    )

    assert [len(auction) for auction in auctions(story)] == [2, 3]


def test_the_price_of_a_disgrace_is_what_the_others_paid_to_avoid_it():
    story = a_story(
        *(Revealed(Card.MINUS_FIVE, 0), Disgraced(2, Card.MINUS_FIVE)),
        *(PaidToAvoid(0, 12_000), PaidToAvoid(1, 8_000)),
        hands=(ALL_BUT[12], ALL_BUT[8], ALL_BUT[0]),
    )

    assert sales(story) == (Sale(Card.MINUS_FIVE, 2, 20_000),)
    assert money_left(story)[-1] == (94_000, 98_000, 106_000)
    assert status_over_time(story, OSPREY)[-1] == (0, 0, -5)


def test_a_sealed_bid_is_paid_by_everybody():
    story = a_story(
        *(Revealed(Card.YACHT_CLUB, 0), SealedOpened((12_000, 8_000, 8_000))),
        Claimed(0, Card.YACHT_CLUB, 12_000),
        hands=(ALL_BUT[12], ALL_BUT[8], ALL_BUT[8]),
    )

    assert sales(story) == (Sale(Card.YACHT_CLUB, 0, 12_000),)
    assert money_left(story)[-1] == (94_000, 98_000, 98_000)


def test_an_unsold_lot_belongs_to_nobody():
    story = a_story(Revealed(Card.YACHT_CLUB, 0), Unsold(Card.YACHT_CLUB), hands=(ALL_BUT[0],) * 3)

    assert sales(story) == (Sale(Card.YACHT_CLUB, None, 0),)


def test_money_taken_back_comes_back_with_the_excursions():
    story = a_story(
        *(Revealed(Card.LUXURY_7, 0), Claimed(0, Card.LUXURY_7, 12_000)),
        *(Revealed(Card.EXCURSIONS, 0), Claimed(1, Card.EXCURSIONS, 8_000), TookBack((0,))),
        hands=(ALL_BUT[0], ALL_BUT[8], ALL_BUT[0]),
    )

    assert [row[0] for row in money_left(story)] == [106_000, 94_000, 106_000]


def test_a_theft_takes_its_luxury_and_itself_away():
    story = a_story(
        *(Revealed(Card.LUXURY_7, 0), Claimed(0, Card.LUXURY_7, 0)),
        *(Revealed(Card.THEFT, 0), Disgraced(0, Card.THEFT), LuxuryLost(0, Card.LUXURY_7)),
        hands=(ALL_BUT[0],) * 3,
    )

    assert [row[0] for row in status_over_time(story, OSPREY)] == [0, 7, 0]


def test_lots_are_ordered_from_the_worst_to_the_best():
    lots = (Card.PRESTIGE_1, Card.LUXURY_10, Card.EXCURSIONS, Card.HALF, Card.LUXURY_2)

    ordered = by_worth([Sale(lot, 0, 0) for lot in lots])

    assert [sale.lot for sale in ordered] == [
        *(Card.HALF, Card.LUXURY_2, Card.LUXURY_10, Card.EXCURSIONS, Card.PRESTIGE_1)
    ]
