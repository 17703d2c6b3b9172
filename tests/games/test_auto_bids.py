"""Auto-bids: carried out when the turn comes, for one lot, once, and not before."""

import pytest

from games.engine.actions import Bid, Discard, Pass
from games.engine.auto_bids import AutoBid, auto_bids_from
from games.engine.cards import Card
from games.engine.events import Passed
from games.engine.history import BY_AUTO_BID
from games.models import Game, LoggedAction
from games.play import auto_bids, clock, moves
from games.play.position import forget_positions
from games.rooms import ending
from games.text.errors import AutoBidTooLow, NoGameIsRunning, TableMovedOn
from tests.support.builders import a_game, a_sealed_round, bid, commit, everything
from tests.support.clocks import answer, later
from tests.support.positions import money
from tests.support.races import at_once, is_whole, kinds

pytestmark = pytest.mark.django_db(transaction=True)


def give(here, seat, limit=0, lot=1):
    auto_bids.set_auto_bid(here.game.pk, seat, AutoBid(lot, limit * 1_000))


def carry_out():
    """Let the clock do what auto-bids say, until it is a turn without one."""
    while questions := clock.due_questions(later()):
        for question in questions:
            assert question.by == BY_AUTO_BID
            answer(question)


def act(here, *actions):
    """Act by hand, and let auto-bids follow each time."""
    for action in actions:
        position = here.do(action)
        carry_out()
    return position


def kept(here):
    return auto_bids_from(Game.objects.get(pk=here.game.pk).auto_bids)


def actions(here):
    """What the log holds, seat by seat."""
    return [line.seat for line in LoggedAction.objects.filter(game=here.game)]


def test_an_auto_bid_waits_for_its_turn():
    here = a_game()

    give(here, 2)

    assert actions(here) == []
    assert kept(here) == {2: AutoBid(1, 0)}


def test_a_pass_is_carried_out_when_the_turn_comes():
    here = a_game()
    give(here, 1)

    act(here, bid(0, 3))

    assert actions(here) == [0, 1]
    assert Passed(1) in here.position().story
    assert here.state().turn == 2
    assert kept(here) == {}


def test_a_raise_is_the_smallest_that_is_legal():
    here = a_game()
    give(here, 1, limit=20)

    act(here, bid(0, 3))

    assert here.state().highest == 4_000
    assert kept(here) == {1: AutoBid(1, 20_000)}


def test_above_its_limit_a_raise_becomes_a_pass():
    here = a_game()
    give(here, 1, limit=5)

    act(here, bid(0, 3))
    act(here, bid(2, 6))

    assert actions(here) == [0, 1, 2]
    act(here, bid(0, 4))
    assert actions(here) == [0, 1, 2, 0, 1]
    assert Passed(1) in here.position().story


def test_a_limit_that_no_set_of_cards_reaches_is_not_passed_over():
    """After 25 only 26 and more will do: a limit of 25 must not be stretched."""
    here = a_game()
    give(here, 1, limit=25)

    act(here, bid(0, 25))

    assert Passed(1) in here.position().story


def test_two_auto_bids_bid_against_each_other_to_the_lower_limit():
    here = a_game()
    give(here, 1, limit=20)
    give(here, 2, limit=12)

    act(here, Pass(0))

    assert here.position().state.players[1].claimed == (Card.LUXURY_7,)
    assert here.state().revealed == 2
    is_whole(here)


def test_at_ones_own_turn_an_auto_bid_is_carried_out_after_a_pause():
    here = a_game()

    give(here, 0)
    assert actions(here) == []
    carry_out()

    assert actions(here) == [0]


def test_an_auto_bid_can_be_taken_back():
    here = a_game()
    give(here, 1)

    auto_bids.set_auto_bid(here.game.pk, 1, None)
    act(here, bid(0, 3))

    assert actions(here) == [0]
    assert kept(here) == {}


def test_a_new_auto_bid_takes_the_place_of_the_old_one():
    here = a_game()
    give(here, 1)
    give(here, 1, limit=9)

    assert kept(here) == {1: AutoBid(1, 9_000)}


def test_an_auto_bid_ends_with_its_lot():
    here = a_game("luxury-7 luxury-1")
    give(here, 2, limit=9)

    act(here, bid(0, 25), Pass(1))  # seat 2 passes by its auto-bid, and seat 0 has the lot

    assert here.state().revealed == 2
    assert kept(here) == {}


def test_in_a_reverse_auction_a_pass_takes_the_disgrace():
    here = a_game("minus-five luxury-1")
    give(here, 1)

    act(here, bid(0, 3))

    assert here.position().state.players[1].claimed == (Card.MINUS_FIVE,)


def test_an_auto_bid_does_not_choose_what_theft_takes():
    here = a_game("luxury-7 luxury-1 theft")
    act(here, bid(0, 1), Pass(1), Pass(2))
    act(here, bid(0, 2), Pass(1), Pass(2))
    give(here, 0, lot=3)
    carry_out()

    assert here.state().seats_to_act == (0,)
    act(here, Discard(0, Card.LUXURY_1))
    assert kept(here) == {}


@pytest.mark.parametrize("limit", [0, 9])
def test_an_auto_bid_for_another_lot_is_refused(limit):
    here = a_game()
    before = everything()

    with pytest.raises(TableMovedOn):
        give(here, 1, limit, lot=2)
    assert everything() == before


def test_who_has_passed_sets_no_auto_bid():
    here = a_game()
    act(here, Pass(0))

    with pytest.raises(TableMovedOn):
        give(here, 0)


def test_in_a_sealed_round_there_is_no_auto_bid():
    here = a_sealed_round()

    with pytest.raises(TableMovedOn):
        give(here, 1)
    act(here, commit(1, 3))
    with pytest.raises(TableMovedOn):
        give(here, 1)


def test_a_limit_below_the_highest_bid_is_refused():
    here = a_game()
    act(here, bid(0, 12))
    before = everything()

    with pytest.raises(AutoBidTooLow) as no:
        give(here, 2, limit=12)
    assert str(no.value)
    assert everything() == before


def test_a_game_that_was_broken_off_takes_no_auto_bids():
    here = a_game()
    give(here, 1)
    ending.break_off(here.room.pk, here.people[0])

    with pytest.raises(NoGameIsRunning):
        give(here, 1)
    assert kept(here) == {}


def test_auto_bids_outlive_the_memory_of_the_process():
    here = a_game()
    give(here, 1, limit=9)
    forget_positions()

    act(here, bid(0, 3))

    assert here.position().state.players[1].bid == Bid(1, money(4)).mask
    is_whole(here)


def test_a_bid_and_an_auto_bid_at_once_agree_on_what_happened():
    """Seat 1 sets a pass at the very moment seat 0 bids: either way both are carried out."""
    for _ in range(10):
        here = a_game()
        answers = at_once(
            lambda here=here: moves.play(moves.Move(here.game.pk, 0, bid(0, 3))),
            lambda here=here: give(here, 1),
        )
        assert not any(issubclass(kind, Exception) for kind in kinds(answers)), answers
        carry_out()
        assert actions(here) == [0, 1]
        assert kept(here) == {}
        is_whole(here)


def test_an_auto_bid_and_its_withdrawal_race_with_the_turn():
    for _ in range(10):
        here = a_game()
        give(here, 1)
        at_once(
            lambda here=here: moves.play(moves.Move(here.game.pk, 0, bid(0, 3))),
            lambda here=here: auto_bids.set_auto_bid(here.game.pk, 1, None),
        )
        carry_out()
        assert actions(here) == [0]
        assert kept(here) == {}
        is_whole(here)
