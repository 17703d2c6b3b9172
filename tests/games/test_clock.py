"""The clock: what is due is taken once, by whoever is awake; nobody waits for the absent."""

from random import Random

import pytest
from django.utils import timezone

from games.archive.verifying import faults_of
from games.bots.characters import CHARACTERS
from games.bots.worker_process import decide
from games.engine.actions import Pass
from games.engine.auto_bids import AutoBid
from games.engine.events import TimeIsUp
from games.engine.history import BY_AUTO_BID, BY_BOT, BY_CLOCK
from games.engine.observation import observe
from games.models import Game, LoggedAction, Member, Seat
from games.play import auto_bids, clock, deadlines, moves
from games.play.position import forget_positions
from games.rooms import hosting, presence, seating, starting
from games.text.errors import NoGameIsRunning, NoTimeLeft, TableMovedOn
from tests.support.builders import a_game, a_person, a_room, a_sealed_round, bid, commit, everything
from tests.support.clocks import (
    SECOND,
    answer,
    answer_what_is_due,
    away,
    here_now,
    later,
    on_time,
    stored,
    whose,
    with_bots,
)
from tests.support.races import at_once, is_whole

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_bot_is_due_when_its_turn_comes_and_plays():
    here = with_bots()
    while whose(here) == (0,):
        here.do(Pass(0))

    assert clock.due_questions(timezone.now()) == []
    (question,) = clock.due_questions(later())
    position = answer(question)

    assert position.version == question.version + 1
    assert LoggedAction.objects.last().by == BY_BOT


def test_one_person_and_three_bots_play_a_whole_game():
    here, rng = with_bots(), Random(3)
    while not here.state().is_over:
        if 0 in whose(here):
            here.do(decide("random", observe(here.state(), 0), (), str(rng.random())))
        answer_what_is_due(here)

    game = stored(here)
    assert game.status == Game.Status.FINISHED
    assert game.due_at is None
    assert faults_of(game) == []


def test_a_table_of_people_without_a_limit_is_never_due():
    here = a_game()
    here_now(here)
    here.do(bid(0, 3))

    assert stored(here).due_at is None
    assert clock.due_questions(later(10**6)) == []


def test_what_is_due_is_taken_once():
    here = with_bots(people=1)
    while whose(here) == (0,):
        here.do(Pass(0))

    taken = at_once(*[lambda: clock.take_due(later())] * 8)

    assert sum(len(games) for games in taken) == 1


def test_a_taker_that_is_gone_is_replaced():
    here = with_bots(people=1)
    while whose(here) == (0,):
        here.do(Pass(0))
    now = later()
    (lost,) = clock.due_questions(now)

    assert clock.due_questions(now + 5 * SECOND) == []
    here_now(here)
    here_now(here, at=now + 11 * SECOND)
    (question,) = clock.due_questions(now + 11 * SECOND)
    answer(question)

    with pytest.raises(TableMovedOn):
        answer(lost)


def test_at_the_limit_a_bot_plays_this_turn_and_the_table_is_told():
    here = on_time()
    here_now(here)
    here_now(here, at=later(31))

    assert clock.due_questions(later(29)) == []
    (question,) = clock.due_questions(later(31))
    position = answer(question)

    assert question.by == BY_CLOCK
    assert TimeIsUp(0) in position.story
    assert stored(here).bot_seats == ""
    forget_positions()
    assert here.position() == position
    assert faults_of(stored(here)) == []


def test_every_turn_has_its_own_time():
    here = on_time()
    first = stored(here).deadline
    here.do(bid(0, 3))

    assert stored(here).deadline > first
    assert here.position().automation.deadline == stored(here).deadline


def test_a_bid_in_the_last_moment_and_the_limit_are_one_action():
    for _ in range(5):
        here = on_time()
        here_now(here, at=later(31))
        (question,) = [q for q in clock.due_questions(later(31)) if q.game_id == here.game.pk]
        at_once(
            lambda question=question: answer(question),
            lambda here=here: moves.play(moves.Move(here.game.pk, 0, bid(0, 3))),
        )
        lines = LoggedAction.objects.filter(game=here.game)
        assert len(lines) == 1
        is_whole(here)


def test_more_time_can_be_taken_three_times():
    here = on_time()
    before = stored(here).deadline
    for _ in range(3):
        deadlines.extend(here.game.pk, 0)

    assert stored(here).deadline == before + 90 * SECOND
    everything_before = everything()
    with pytest.raises(NoTimeLeft):
        deadlines.extend(here.game.pk, 0)
    assert everything() == everything_before


def test_extra_time_makes_the_answer_for_the_limit_void():
    here = on_time()
    here_now(here, at=later(31))
    (question,) = clock.due_questions(later(31))

    deadlines.extend(here.game.pk, 0)

    with pytest.raises(TableMovedOn):
        answer(question)


def test_extra_time_is_for_who_is_asked():
    here = on_time()

    with pytest.raises(TableMovedOn):
        deadlines.extend(here.game.pk, 1)
    plain = a_game()
    with pytest.raises(NoGameIsRunning):
        deadlines.extend(plain.game.pk, 0)


def test_a_sealed_round_has_one_time_for_all():
    here = a_sealed_round()
    Game.objects.filter(pk=here.game.pk).update(clock=30)
    here.do(commit(0, 3))
    first = stored(here).deadline
    here.do(commit(1, 4))

    assert first is not None
    assert stored(here).deadline == first


def test_after_the_grace_time_a_bot_sits_in():
    here = a_game()
    here_now(here)
    away(here, 0, seconds=119)
    assert presence.add_stand_ins() == 0

    away(here, 0, seconds=121)
    assert presence.add_stand_ins() == 1
    assert presence.add_stand_ins() == 0

    (question,) = clock.due_questions(later())
    assert answer(question).version == 1
    assert LoggedAction.objects.get().seat == 0


def test_who_comes_back_has_the_seat_at_once():
    here = a_game()
    here_now(here)
    away(here, 0)
    presence.add_stand_ins()
    (question,) = clock.due_questions(later())

    presence.arrive(here.room.pk, here.people[0].pk)

    assert stored(here).bot_seats == ""
    with pytest.raises(TableMovedOn):
        answer(question)
    here.do(bid(0, 3))


def test_who_has_left_the_room_is_away():
    here = a_game()
    here_now(here)
    seating.leave(here.room.pk, here.people[0])

    assert presence.add_stand_ins() == 1


def test_a_room_may_choose_to_wait():
    here = a_game(grace=0)
    here_now(here)
    away(here, 0)

    assert presence.add_stand_ins() == 0


def test_a_game_that_all_people_have_left_waits_for_them():
    here = with_bots(people=1)
    while whose(here) == (0,):
        here.do(Pass(0))
    away(here, 0)

    assert presence.add_stand_ins() == 0
    assert clock.due_questions(later()) == []

    presence.arrive(here.room.pk, here.people[0].pk)
    assert len(clock.due_questions(later())) == 1


def test_by_correspondence_nobody_has_to_be_here():
    """Whoever let a day pass by is played for by a bot, so that the table goes on."""
    here = on_time(seconds=86_400)
    for chair in range(3):
        away(here, chair)

    assert presence.add_stand_ins() == 0
    assert clock.due_questions(later(86_000)) == []
    assert clock.due_questions(later(86_401)) == []
    assert len(clock.due_questions(later(86_420))) == 1


def test_a_bot_carries_on_where_an_auto_bid_stands():
    here = with_bots(people=2, bots=1)
    while here.state().turn != 0:
        answer_what_is_due(here)
        if here.state().turn == 1:
            here.do(Pass(1))
    assert stored(here).bot_seats
    if here.state().active >> 1 & 1:
        auto_bids.set_auto_bid(here.game.pk, 1, AutoBid(here.state().revealed, 0))
        before = here.state().revealed
        here.do(Pass(0))
        automatic = LoggedAction.objects.filter(by=BY_AUTO_BID)
        # Where the first pass ends the round, there is nothing left for the auto-bid to do.
        while here.state().revealed == before and not automatic.exists():
            answer_what_is_due(here)
        assert automatic.exists() or here.state().revealed > before


def test_a_person_takes_the_chair_of_a_bot():
    here = a_room(1, seats=3)
    for _ in range(2):
        hosting.seat_bot(here.room.pk, here.people[0], "novice")
    guest = a_person("Zoe")

    assert seating.sit(here.room.pk, guest) == 2
    assert Member.objects.filter(room=here.room, player__bot__gt="").count() == 1


def test_a_bot_is_never_the_host():
    here = a_room(1, seats=3)
    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    seating.leave(here.room.pk, here.people[0])

    here.room.refresh_from_db()
    assert here.room.host is None


def test_play_now_deals_against_three_bots():
    ann = a_person()

    room = starting.play_now(ann, "classic", "novice")

    game = Game.objects.get(room=room)
    assert game.edition == "classic"
    bots = [seat.player.bot for seat in Seat.objects.filter(game=game)]
    assert bots[0] == ""
    assert {CHARACTERS[bot].level for bot in bots[1:]} == {"novice"}
    assert len(set(bots)) == 4
