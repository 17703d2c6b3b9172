"""A process keeps what it has taken while it computes, and gives it back when it ends."""

import asyncio
import time
from dataclasses import replace
from datetime import timedelta
from random import Random
from threading import Event

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.models import Game, Member, Review
from games.play import clock, leases
from games.process.draining import Draining
from games.reviews import jobs
from games.rooms import hosting, presence, starting
from tests.support.builders import a_game, a_room, play_on
from tests.support.clocks import SECOND, answer, later
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def a_question():
    """What a bot has to answer, taken by this process a moment ago."""
    here = a_room(1, seats=4)
    for _ in range(3):
        hosting.seat_bot(here.room.pk, here.people[0], "novice")
    game = starting.start(here.room.pk, here.people[0])
    Member.objects.update(seen_at=timezone.now())
    presence.set_stand_ins(game.pk, {0: "novice"})
    Game.objects.update(due_at=timezone.now())
    (question,) = clock.due_questions()
    return question


def ago(question, seconds):
    """The question, as if it had been taken so long before; its lease is about to end."""
    Game.objects.update(due_at=timezone.now() + SECOND)
    return replace(question, taken_at=timezone.now() - seconds * SECOND)


def test_an_answer_that_takes_longer_than_a_lease_still_counts():
    question = ago(a_question(), 30)

    leases.keep([question])

    assert clock.due_questions(timezone.now() + 8 * SECOND) == []
    assert answer(question).version == question.version + 1


def test_an_answer_that_never_comes_does_not_keep_its_game():
    question = ago(a_question(), 600)

    leases.keep([question])

    assert [each.game_id for each in clock.due_questions(later())] == [question.game_id]


def test_what_has_just_been_taken_need_not_be_kept(django_assert_num_queries):
    question = a_question()

    with django_assert_num_queries(0):
        leases.keep([question])


def test_a_lease_that_has_ended_is_not_kept():
    question = ago(a_question(), 30)
    Game.objects.update(lease="")
    before = Game.objects.get().due_at

    leases.keep([question])

    assert Game.objects.get().due_at == before


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_a_lease_is_kept_the_next_time_if_somebody_moves_in_the_game():
    question = ago(a_question(), 30)
    locked, kept = Event(), Event()

    def moves():
        with transaction.atomic():
            Game.objects.update(notify_at=timezone.now())
            locked.set()
            kept.wait(60)

    def keeps():
        locked.wait(60)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout TO '5s'")
            leases.keep([question])
        finally:
            kept.set()

    assert at_once(moves, keeps) == [None, None]
    leases.keep([question])
    assert clock.due_questions(timezone.now() + 8 * SECOND) == []


def test_a_slice_of_a_review_that_is_being_computed_is_kept(settings):
    settings.REVIEW_LOTS = 2_000
    here = a_game()
    play_on(here, Random(4), boldness=0.3)
    jobs.ask(Game.objects.get())
    piece = jobs.take()
    Review.objects.update(due_at=timezone.now() + SECOND)

    jobs.keep(piece)

    assert jobs.take(timezone.now() + jobs.LEASE / 2) is None


def test_a_game_that_is_given_back_is_due_at_once():
    question = a_question()
    assert clock.due_questions() == []

    leases.give_back([question])

    assert [each.game_id for each in clock.due_questions()] == [question.game_id]


def test_a_game_that_somebody_else_has_taken_is_not_given_back():
    question = a_question()
    theirs = timezone.now() + timedelta(minutes=1)
    Game.objects.update(due_at=theirs, lease="theirs")

    leases.give_back([question])

    assert Game.objects.get().due_at == theirs


def test_a_slice_of_a_review_that_is_given_back_is_due_at_once_and_was_no_attempt(settings):
    settings.REVIEW_LOTS = 2_000
    here = a_game()
    play_on(here, Random(4), boldness=0.3)
    jobs.ask(Game.objects.get())
    piece = jobs.take()
    assert jobs.take() is None

    jobs.release(piece)

    assert Review.objects.get().attempts == 0
    assert jobs.take().start == piece.start


async def test_who_sleeps_is_woken_when_draining_begins():
    draining, begin = Draining(), time.monotonic()
    asyncio.get_running_loop().call_later(0.05, draining.begin)

    await draining.sleep(60)
    await draining.sleep(60)

    assert time.monotonic() - begin < 30
    assert not draining.waiting


async def test_who_waits_for_work_comes_back_when_it_is_done_or_draining_begins():
    draining, work = Draining(), asyncio.get_running_loop().create_future()
    work.set_result(None)
    await draining.wait_for(work)
    endless = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_soon(draining.begin)

    await draining.wait_for(endless)

    assert not endless.done()
