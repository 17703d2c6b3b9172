"""A process that is about to end gives back what it has taken, and nothing else."""

import asyncio
import time
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.models import Game, Member, Review
from games.play import clock
from games.process.draining import Draining
from games.reviews import jobs
from games.rooms import hosting, presence, starting
from tests.support.builders import a_game, a_room, play_on

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


def test_a_game_that_is_given_back_is_due_at_once():
    question = a_question()
    assert clock.due_questions() == []

    clock.give_back([question])

    assert [each.game_id for each in clock.due_questions()] == [question.game_id]


def test_a_game_that_somebody_else_has_taken_is_not_given_back():
    question = a_question()
    theirs = timezone.now() + timedelta(minutes=1)
    Game.objects.update(due_at=theirs, lease="theirs")

    clock.give_back([question])

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
