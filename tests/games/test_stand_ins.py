"""Bots that sit in: the table is told who acts, and the host decides about who is away."""

import pytest

from games.archive.verifying import faults_of
from games.engine.actions import Pass
from games.engine.auto_bids import AutoBid
from games.engine.events import CameBack, Passed, Raised, SatIn, TimeIsUp
from games.engine.history import BY_BOT, BY_CLOCK, BY_STAND_IN
from games.models import LoggedAction, Room, Seat
from games.play import auto_bids, clock
from games.play.position import forget_positions
from games.rooms import absence, presence, seating
from games.text.errors import HostsOnly, NobodyIsAway, NoGameIsRunning, NotInThisRoom
from tests.support.builders import a_game, a_person, a_room, bid, everything
from tests.support.clocks import (
    answer,
    away,
    here_now,
    later,
    on_time,
    stored,
    whose,
    with_bots,
)

pytestmark = pytest.mark.django_db(transaction=True)


def told(here):
    """What the table was told of who acts, and what was done."""
    kinds = (SatIn, CameBack, TimeIsUp, Raised, Passed)
    return [event for event in here.position().story if isinstance(event, kinds)]


def sat_in_for(here, *chairs):
    """A bot sits on these chairs; it is here that people are away."""
    here_now(here)
    for chair in chairs:
        away(here, chair)
    presence.add_stand_ins()


def bot_answers():
    (question,) = clock.due_questions(later())
    return answer(question)


def others_pass(here):
    """All but seat 0 pass until it is its turn, whatever its stand-in did."""
    while whose(here) != (0,):
        here.do(Pass(*whose(here)))


def test_the_first_move_of_a_stand_in_tells_that_it_sits_in():
    here = a_game("luxury-1 luxury-7")
    sat_in_for(here, 0)

    position = bot_answers()

    assert position.events[0] == SatIn(0)
    assert LoggedAction.objects.get().by == BY_STAND_IN
    others_pass(here)
    assert SatIn(0) not in bot_answers().events


def test_the_players_next_move_tells_that_they_are_back():
    here = a_game("luxury-1 luxury-7")
    sat_in_for(here, 0)
    bot_answers()
    others_pass(here)

    presence.arrive(here.room.pk, here.people[0].pk)
    here.do(Pass(0))

    story = told(here)
    by_the_player = story[story.index(CameBack(0)) :]
    assert by_the_player[1] == Passed(0)
    forget_positions()
    assert told(here) == story
    assert faults_of(stored(here)) == []


def test_a_bot_of_its_own_right_is_told_of_by_its_face_alone():
    here = with_bots()
    while whose(here) == (0,):
        here.do(Pass(0))

    assert not any(isinstance(event, SatIn) for event in bot_answers().story)
    assert LoggedAction.objects.last().by == BY_BOT


def test_who_runs_out_of_time_after_a_stand_in_is_not_said_to_be_back():
    here = on_time()
    sat_in_for(here, 0)
    bot_answers()
    here.do(bid(1, 25), bid(2, 25, 1))
    Room.objects.update(host=here.people[1])
    absence.wait_for(here.room.pk, here.people[1], 0)
    here_now(here, 1, 2, at=later(31))

    (question,) = clock.due_questions(later(31))

    assert question.by == BY_CLOCK
    assert answer(question).events[0] == TimeIsUp(0)
    assert CameBack(0) not in told(here)


@pytest.mark.parametrize("limit", [0, 9_000])
def test_an_auto_bid_is_told_as_the_players_own_move(limit):
    """Sent by hand or played by an auto-bid: the story is the same, event for event."""
    stories = []
    for is_auto_bid in (True, False):
        here = a_game("luxury-1 luxury-7")
        if is_auto_bid:
            auto_bids.set_auto_bid(here.game.pk, 1, AutoBid(1, limit))
        here.do(bid(0, 3))
        if is_auto_bid:
            bot_answers()
        else:
            here.do(bid(1, 4) if limit else Pass(1))
        stories.append(here.position().story)

    assert stories[0] == stories[1]


def test_an_auto_bid_under_a_stand_in_is_told_as_the_stand_ins():
    here = a_game("luxury-1 luxury-7")
    auto_bids.set_auto_bid(here.game.pk, 1, AutoBid(1, 0))
    sat_in_for(here, 1)

    here.do(bid(0, 3))
    bot_answers()

    assert told(here) == [*told(here)[:1], SatIn(1), Passed(1)]
    assert LoggedAction.objects.last().by == BY_STAND_IN
    assert faults_of(stored(here)) == []


def test_the_host_lets_a_bot_sit_in_before_the_grace_time_is_over():
    here = a_game(grace=0)
    here_now(here)
    away(here, 1, seconds=20)

    absence.let_a_bot_sit_in(here.room.pk, here.people[0], 1)

    assert stored(here).bot_seats == '{"1": "regular"}'
    here.do(bid(0, 3))
    assert bot_answers().events[0] == SatIn(1)


def test_the_host_waits_for_somebody_however_long():
    here = a_game()
    sat_in_for(here, 1)
    assert stored(here).bot_seats

    absence.wait_for(here.room.pk, here.people[0], 1)

    assert stored(here).bot_seats == ""
    assert presence.add_stand_ins() == 0
    presence.arrive(here.room.pk, here.people[1].pk)
    assert not Seat.objects.filter(is_awaited=True).exists()
    away(here, 1)
    assert presence.add_stand_ins() == 1


def test_the_host_decides_about_somebody_who_has_left():
    here = a_game(grace=0)
    here_now(here)
    seating.leave(here.room.pk, here.people[2])

    absence.let_a_bot_sit_in(here.room.pk, here.people[0], 2)

    assert stored(here).bot_seats == '{"2": "regular"}'


def test_nobody_who_is_here_is_replaced():
    here = a_game()
    here_now(here)
    before = everything()

    for seat in (1, 4, 10**9):
        with pytest.raises(NobodyIsAway):
            absence.let_a_bot_sit_in(here.room.pk, here.people[0], seat)
    assert everything() == before


def test_a_bot_is_never_away():
    here = with_bots()

    with pytest.raises(NobodyIsAway):
        absence.wait_for(here.room.pk, here.people[0], 1)


def test_only_the_host_decides_and_only_in_a_game():
    here = a_game()
    here_now(here)
    away(here, 2)
    lobby, zoe = a_room(3), a_person("Zoe")
    before = everything()

    with pytest.raises(HostsOnly):
        absence.let_a_bot_sit_in(here.room.pk, here.people[1], 2)
    with pytest.raises(NotInThisRoom):
        absence.wait_for(here.room.pk, zoe, 2)
    with pytest.raises(NoGameIsRunning):
        absence.wait_for(lobby.room.pk, lobby.people[0], 2)
    assert everything() == before
