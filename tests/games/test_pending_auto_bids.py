"""An auto-bid whose turn has come: it waits as a person does, and shows to nobody else."""

import asyncio
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone

from games import screens
from games.archive.verifying import faults_of
from games.background import clock_skew
from games.background.scheduler import run_scheduler
from games.engine.actions import Pass
from games.engine.auto_bids import AutoBid, auto_bids_from
from games.engine.history import BY_AUTO_BID, BY_BOT
from games.engine.observation import as_dict, observe
from games.live.frames import fresh_html
from games.models import Game, LoggedAction, Room
from games.play import auto_bids, clock, deadlines
from games.play.position import forget_positions
from games.process.db_threads import in_thread
from games.rooms import presence, seating
from games.text.errors import TableMovedOn
from tests.support.builders import a_game, a_person, bid
from tests.support.clocks import (
    SECOND,
    answer,
    away,
    here_now,
    later,
    on_time,
    stored,
    whose,
    with_bots,
)
from tests.support.races import at_once, is_whole
from tests.support.witnesses import Witness

pytestmark = pytest.mark.django_db(transaction=True)


def give(here, seat, limit=0):
    auto_bids.set_auto_bid(here.game.pk, seat, AutoBid(here.state().revealed, limit * 1_000))


def a_pending_auto_bid(limit=0, **options):
    """Seat 0 has bid, and the auto-bid of seat 1 waits to be carried out; everybody is here."""
    here = a_game(**options)
    give(here, 1, limit)
    here.do(bid(0, 3))
    here_now(here)
    return here


def pause_of(here):
    return (stored(here).due_at - timezone.now()).total_seconds()


def kept(here):
    return auto_bids_from(stored(here).auto_bids)


def by(here):
    return [line.by for line in LoggedAction.objects.filter(game=here.game)]


def test_nothing_happens_in_the_moment_of_the_turn():
    here = a_pending_auto_bid()

    assert here.state().turn == 1
    assert by(here) == [""]
    assert clock.due_questions() == []
    (question,) = clock.due_questions(later())
    answer(question)
    assert by(here) == ["", BY_AUTO_BID]
    assert faults_of(stored(here)) == []


@pytest.mark.parametrize("limit", [0, 20])
def test_the_pause_is_a_persons_whatever_was_set(limit):
    shortest, longest = settings.ORDER_PAUSE
    pauses = [pause_of(a_pending_auto_bid(limit)) for _ in range(12)]

    assert all(shortest - 1 < pause <= longest for pause in pauses)
    assert max(pauses) - min(pauses) > (longest - shortest) / 6


def test_an_auto_bid_at_ones_own_turn_waits_as_long():
    here = a_game()

    give(here, 0)

    assert settings.ORDER_PAUSE[0] - 1 < pause_of(here) <= settings.ORDER_PAUSE[1]
    assert by(here) == []


def test_a_move_by_hand_wins_and_ends_the_auto_bid():
    here = a_pending_auto_bid()
    (question,) = clock.due_questions(later())

    here.do(bid(1, 4))

    assert kept(here) == {}
    with pytest.raises(TableMovedOn):
        answer(question)
    assert by(here) == ["", ""]
    assert stored(here).due_at is None


def test_an_auto_bid_that_is_taken_back_in_the_last_moment_is_not_carried_out():
    here = a_pending_auto_bid()
    (question,) = clock.due_questions(later())

    auto_bids.set_auto_bid(here.game.pk, 1, None)

    with pytest.raises(TableMovedOn):
        answer(question)
    assert stored(here).due_at is None
    assert clock.due_questions(later(100)) == []
    here.do(bid(1, 4))


def test_what_was_asked_before_a_new_auto_bid_is_void():
    here = a_pending_auto_bid()
    (question,) = clock.due_questions(later())

    give(here, 1, limit=9)

    with pytest.raises(TableMovedOn):
        answer(question)
    (question,) = clock.due_questions(later())
    answer(question)
    assert here.state().highest == 4_000


def test_an_auto_bid_set_at_anothers_turn_moves_nothing():
    """Else who watches a bot closely could tell that somebody has set one."""
    here = with_bots(people=2, bots=2)
    while whose(here)[0] < 2:
        here.do(Pass(whose(here)[0]))
    giver = next((seat for seat in (0, 1) if here.state().active >> seat & 1), None)
    before = stored(here)
    if giver is not None:
        give(here, giver, limit=30)
    auto_bids.set_auto_bid(here.game.pk, 0, None)

    after = stored(here)
    assert (after.due_at, after.deadline, after.version) == (
        before.due_at,
        before.deadline,
        before.version,
    )


def test_the_auto_bid_is_carried_out_once_by_however_many():
    here = a_pending_auto_bid()

    taken = at_once(*[lambda: clock.due_questions(later())] * 8)
    (question,) = [each for questions in taken for each in questions]
    answers = at_once(*[lambda: answer(question)] * 4)

    assert sum(isinstance(each, TableMovedOn) for each in answers) == 3
    assert by(here) == ["", BY_AUTO_BID]
    is_whole(here)


def test_an_auto_bid_outlives_whoever_had_taken_it():
    here = a_pending_auto_bid()
    clock.due_questions(later())
    forget_positions()
    here_now(here, at=later(20))

    (question,) = clock.due_questions(later(20))
    answer(question)

    assert by(here) == ["", BY_AUTO_BID]


def test_the_auto_bid_is_not_later_than_the_end_of_the_turn():
    here = on_time()
    give(here, 1, limit=9)
    with override_settings(ORDER_PAUSE=[100.0, 100.0]):
        here.do(bid(0, 3))
    here_now(here, at=later(31))

    assert stored(here).due_at == stored(here).deadline
    (question,) = clock.due_questions(later(31))
    answer(question)
    assert by(here) == ["", BY_AUTO_BID]


def test_extra_time_leaves_the_auto_bid_as_it_is():
    here = on_time()
    give(here, 1)
    here.do(bid(0, 3))

    deadlines.extend(here.game.pk, 1)

    assert pause_of(here) <= settings.ORDER_PAUSE[1]
    assert kept(here)


def test_an_auto_bid_of_a_game_that_all_players_have_left_waits_for_them():
    here = a_pending_auto_bid()
    for chair in range(3):
        away(here, chair)
    stranger = a_person("Mallory")
    seating.watch(here.room.pk, stranger)

    assert clock.due_questions(later()) == []
    presence.arrive(here.room.pk, here.people[2].pk)
    assert len(clock.due_questions(later())) == 1


def test_by_letter_an_auto_bid_needs_nobody():
    here = a_pending_auto_bid(clock=86_400)
    for chair in range(3):
        away(here, chair)

    (question,) = clock.due_questions(later())
    answer(question)

    assert by(here) == ["", BY_AUTO_BID]


def test_an_auto_bid_under_a_stand_in_comes_when_the_bots_answer_would():
    here = a_game()
    give(here, 1)
    presence.set_stand_ins(here.game.pk, {1: "novice"})
    here.do(bid(0, 3))

    assert settings.BOT_PAUSE[0] - 1 < pause_of(here) <= settings.BOT_PAUSE[1]


def test_after_an_auto_bid_the_next_bot_has_its_own_pause():
    here = with_bots(people=2, bots=1)
    while whose(here) != (0,):
        answer(clock.due_questions(later())[0]) if whose(here) == (2,) else here.do(Pass(1))
    if here.state().active >> 1 & 1:
        give(here, 1)
        here.do(bid(0, 25))
        (question,) = clock.due_questions(later())
        assert question.by == BY_AUTO_BID
        answer(question)
        if whose(here) == (2,):
            (question,) = clock.due_questions(later())
            assert question.by == BY_BOT


def test_a_clock_set_back_does_not_keep_an_auto_bid_for_an_hour():
    here = a_pending_auto_bid(clock=86_400)
    back = timezone.now() - timedelta(hours=1)

    assert clock_skew.correct_times(back) == 1

    assert len(clock.due_questions(back + 5 * SECOND)) == 1
    assert stored(here).deadline > timezone.now()


@override_settings(ORDER_PAUSE=[0.5, 0.9])
async def test_the_clock_carries_it_out_after_the_pause():
    here = await in_thread(a_pending_auto_bid)
    ticking = asyncio.create_task(run_scheduler())
    try:
        async with asyncio.timeout(60):
            while len(lines := await in_thread(moments, here)) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    finally:
        ticking.cancel()
        await asyncio.wait([ticking])

    bid_at, followed_at = lines
    assert timedelta(seconds=0.5) <= followed_at - bid_at < timedelta(seconds=20)


def moments(here):
    return list(LoggedAction.objects.filter(game=here.game).values_list("at", flat=True))


def everything_shown(here, player):
    """All bytes that somebody gets of the room now, and what a program of theirs gets."""
    room = Room.objects.select_related("host").get(pk=here.room.pk)
    snapshot = screens.load(room)
    viewer = screens.viewer_of(snapshot, player, "https://example.org", "Lady")
    witness = Witness(player)
    witness.invented = "Lady"
    frame = fresh_html(witness, snapshot)
    seen = as_dict(observe(here.state(), viewer.seat))
    return screens.room_html(snapshot, viewer), screens.room_parts(snapshot, viewer), frame, seen


@pytest.mark.parametrize("clock_of_a_turn", [0, 30])
def test_for_everybody_else_a_pending_auto_bid_is_a_person_thinking(clock_of_a_turn):
    here = a_game(clock=clock_of_a_turn)
    here.do(bid(0, 3))
    eve = a_person("Eve")
    seating.watch(here.room.pk, eve)
    others = [here.people[0], here.people[2], eve, None]
    without = [everything_shown(here, player) for player in others]
    own = everything_shown(here, here.people[1])

    for limit in (0, 20):
        give(here, 1, limit)
        assert Game.objects.get().due_at is not None
        assert [everything_shown(here, player) for player in others] == without
        assert everything_shown(here, here.people[1]) != own
