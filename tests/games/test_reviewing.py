"""Reviews: asked for once, taken once, over restarts; what cannot be done says so."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.models import Game, Review
from games.refusals import NotPlayedToTheEnd
from games.review.report import put_together, report_from, solve
from games.selectors import record_of
from games.services import reviewing, rooms
from games.services.reviewing import LEASE, MOST_ATTEMPTS
from tests.games.builders import a_game, play_on
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def small_effort(settings):
    settings.REVIEW_LOTS = 2_000


def a_finished_game():
    here = a_game()
    play_on(here, Random(4), boldness=0.3)
    return Game.objects.get(pk=here.game.pk)


def a_review():
    return reviewing.ask(a_finished_game())


def stored():
    return Review.objects.get()


def work(slices=None):
    """Take and store so many slices, or all that are due."""
    count = 0
    while count != slices and (piece := reviewing.take()):
        assert reviewing.store(piece, solve(piece.tasks))
        count += 1
    return count


def test_a_review_is_made_slice_by_slice():
    review = a_review()
    work(slices=2)
    assert (stored().done, stored().state) == (2 * reviewing.SLICE, Review.State.ASKED)

    work()

    review = stored()
    assert (review.state, review.done, review.due_at) == (Review.State.DONE, review.total, None)
    report = report_from(review.report)
    assert len(report.weighed) == Game.objects.get().version
    assert reviewing.take() is None


def test_the_same_review_comes_of_it_wherever_it_is_made():
    review = a_review()
    record = record_of(review.game)
    work()

    assert report_from(stored().report) == put_together(
        record, solve(reviewing._tasks(review.game))
    )


def test_who_asks_again_gets_the_same_review():
    game = a_finished_game()
    first = reviewing.ask(game)
    work(slices=1)

    assert reviewing.ask(game).pk == first.pk
    assert stored().done == reviewing.SLICE
    work()
    assert reviewing.ask(game).state == Review.State.DONE


def test_many_who_ask_at_once_get_one_review():
    game = a_finished_game()

    answers = at_once(*[lambda: reviewing.ask(game)] * 8)

    assert {review.pk for review in answers} == {stored().pk}


def test_a_slice_is_taken_once():
    a_review()

    taken = at_once(*[reviewing.take] * 8)

    assert len([piece for piece in taken if piece is not None]) == 1


def test_a_taker_that_is_gone_is_replaced_and_comes_too_late():
    a_review()
    lost = reviewing.take()
    now = timezone.now()

    assert reviewing.take(now + LEASE / 2) is None
    piece = reviewing.take(now + LEASE + SECOND)
    assert piece.start == lost.start == 0

    assert not reviewing.store(lost, solve(lost.tasks))
    assert stored().done == 0
    assert reviewing.store(piece, solve(piece.tasks))
    assert not reviewing.store(piece, solve(piece.tasks))
    assert stored().done == reviewing.SLICE


def test_what_was_stored_survives_a_restart():
    """A killed process loses the slice it was at, and nothing else."""
    a_review()
    work(slices=3)
    reviewing.take()

    piece = reviewing.take(timezone.now() + LEASE + SECOND)

    assert piece.start == 3 * reviewing.SLICE


def test_a_slice_that_fails_is_tried_a_few_times_and_then_given_up():
    game, now = a_review().game, timezone.now()
    for _ in range(MOST_ATTEMPTS):
        piece = reviewing.take(now)
        reviewing.give_back(piece, "a broken process")
        assert reviewing.take() is None
        now += LEASE

    assert reviewing.take(now) is None
    review = stored()
    assert (review.state, review.error) == (Review.State.FAILED, "a broken process")
    assert reviewing.take(now + LEASE) is None

    reviewing.ask(game)
    work()
    assert stored().state == Review.State.DONE


def test_trying_again_keeps_what_was_done():
    review = a_review()
    work(slices=2)
    Review.objects.update(state=Review.State.FAILED, due_at=None)

    assert reviewing.ask(review.game).done == 2 * reviewing.SLICE


def test_a_success_forgives_earlier_failures():
    a_review()
    reviewing.give_back(reviewing.take(), "unlucky")
    Review.objects.update(due_at=timezone.now())
    work(slices=1)

    assert (stored().attempts, stored().error) == (0, "")


def test_a_review_of_an_old_format_is_made_anew():
    review = a_review()
    work()
    Review.objects.update(format=0)

    again = reviewing.ask(review.game)

    assert (again.state, again.done, again.report) == (Review.State.ASKED, 0, None)
    work()
    assert stored().state == Review.State.DONE


def test_a_game_that_was_not_played_to_its_end_has_no_review():
    here = a_game()
    with pytest.raises(NotPlayedToTheEnd):
        reviewing.ask(here.game)
    rooms.break_off(here.room.pk, here.people[0])
    here.game.refresh_from_db()

    with pytest.raises(NotPlayedToTheEnd):
        reviewing.ask(here.game)
    assert not Review.objects.exists()


def test_who_asked_first_is_served_first():
    first, second = a_review(), a_review()
    piece = reviewing.take()

    assert piece.review_id == first.pk
    assert reviewing.take().review_id == second.pk
    reviewing.store(piece, solve(piece.tasks))
    assert reviewing.take().review_id == first.pk
