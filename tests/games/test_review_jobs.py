"""Reviews: asked for once, taken once, over restarts; what cannot be done says so."""

from datetime import timedelta
from random import Random

import pytest
from django.conf import settings
from django.utils import timezone

from games.accounts import erasure, guest_merging
from games.archive.importing import archive
from games.models import Game, Player, Review, User
from games.play.stored_records import record_of
from games.reviews import jobs
from games.reviews.analysis.moments import auctions_of
from games.reviews.analysis.report import (
    FORMAT,
    put_together,
    report_from,
    solve,
    tasks_of,
    weighed_so_far,
)
from games.reviews.jobs import LEASE, MOST_ATTEMPTS
from games.rooms import ending
from games.text.errors import Busy, NotPlayedToTheEnd, TooManyReviews
from tests.support.builders import a_game, a_person, import_record, play_on, recorded
from tests.support.races import at_once

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
    return jobs.ask(a_finished_game())


def stored():
    return Review.objects.get()


def work(slices=None):
    """Take and store so many slices, or all that are due."""
    count = 0
    while count != slices and (piece := jobs.take()):
        assert jobs.store(piece, solve(piece.tasks))
        count += 1
    return count


def done_after(slices):
    """How many tasks so many slices have, before any auction is studied."""
    return jobs.FIRST + (slices - 1) * jobs.SLICE


def test_the_first_slice_is_a_short_glance_that_can_be_read_at_once():
    review = a_review()
    record, piece = record_of(review.game), jobs.take()

    later = tasks_of(record, review.game.code, settings.REVIEW_LOTS)[-1]
    assert [len(task.subject) for task in piece.tasks] == [
        len(auction) for auction in auctions_of(record)[: jobs.FIRST]
    ]
    assert all(task.lots <= later.lots / 10 for task in piece.tasks)
    assert jobs.store(piece, solve(piece.tasks))
    told = weighed_so_far(record, stored().answers)
    assert [each.ply for each in told] == list(range(sum(len(t.subject) for t in piece.tasks)))


def test_a_review_is_made_slice_by_slice():
    review = a_review()
    work(slices=2)
    assert (stored().done, stored().state) == (done_after(2), Review.State.ASKED)

    work()

    review = stored()
    assert (review.state, review.done, review.due_at) == (Review.State.DONE, review.total, None)
    report = report_from(review.report)
    assert len(report.weighed) == Game.objects.get().version
    assert jobs.take() is None


def test_the_same_review_comes_of_it_wherever_it_is_made():
    review = a_review()
    record = record_of(review.game)
    work()

    assert report_from(stored().report) == put_together(record, solve(jobs._tasks(review.game)))


def test_who_asks_again_gets_the_same_review():
    game = a_finished_game()
    first = jobs.ask(game)
    work(slices=1)

    assert jobs.ask(game).pk == first.pk
    assert stored().done == done_after(1)
    work()
    assert jobs.ask(game).state == Review.State.DONE


def test_many_who_ask_at_once_get_one_review():
    game = a_finished_game()

    answers = at_once(*[lambda: jobs.ask(game)] * 8)

    assert {review.pk for review in answers} == {stored().pk}


def test_a_slice_is_taken_once():
    a_review()

    taken = at_once(*[jobs.take] * 8)

    assert len([piece for piece in taken if piece is not None]) == 1


def test_a_taker_that_is_gone_is_replaced_and_comes_too_late():
    a_review()
    lost = jobs.take()
    now = timezone.now()

    assert jobs.take(now + LEASE / 2) is None
    piece = jobs.take(now + LEASE + SECOND)
    assert piece.start == lost.start == 0

    assert not jobs.store(lost, solve(lost.tasks))
    assert stored().done == 0
    assert jobs.store(piece, solve(piece.tasks))
    assert not jobs.store(piece, solve(piece.tasks))
    assert stored().done == done_after(1)


def test_what_was_stored_survives_a_restart():
    """A killed process loses the slice it was at, and nothing else."""
    a_review()
    work(slices=3)
    jobs.take()

    piece = jobs.take(timezone.now() + LEASE + SECOND)

    assert piece.start == done_after(3)


def test_a_slice_that_fails_is_tried_a_few_times_and_then_given_up():
    game, now = a_review().game, timezone.now()
    for _ in range(MOST_ATTEMPTS):
        piece = jobs.take(now)
        jobs.give_back(piece, "a broken process")
        assert jobs.take() is None
        now += LEASE

    assert jobs.take(now) is None
    review = stored()
    assert (review.state, review.error) == (Review.State.FAILED, "a broken process")
    assert jobs.take(now + LEASE) is None

    jobs.ask(game)
    work()
    assert stored().state == Review.State.DONE


def test_trying_again_keeps_what_was_done():
    review = a_review()
    work(slices=2)
    Review.objects.update(state=Review.State.FAILED, due_at=None)

    assert jobs.ask(review.game).done == done_after(2)


def test_a_success_forgives_earlier_failures():
    a_review()
    jobs.give_back(jobs.take(), "unlucky")
    Review.objects.update(due_at=timezone.now())
    work(slices=1)

    assert (stored().attempts, stored().error) == (0, "")


def test_a_review_of_an_old_format_is_made_anew():
    review = a_review()
    work()
    Review.objects.update(format=0)

    again = jobs.ask(review.game)

    assert (again.state, again.done, again.report) == (Review.State.ASKED, 0, None)
    work()
    assert stored().state == Review.State.DONE


def test_a_review_half_made_by_another_version_is_begun_anew():
    """The process that takes it has other tasks, so it keeps none of the answers."""
    review = a_review()
    work(slices=2)
    Review.objects.update(format=1, total=999)

    piece = jobs.take()

    assert (piece.start, stored().done, stored().total) == (0, 0, review.total)
    assert jobs.store(piece, solve(piece.tasks))
    work()
    assert stored().state == Review.State.DONE


def test_a_review_that_was_done_by_an_earlier_version_is_still_there():
    review = a_review()
    work()
    stored_report = stored().report | {"format": 1}
    Review.objects.update(format=1, report=stored_report)

    assert jobs.ask(review.game).state == Review.State.DONE
    assert report_from(jobs.review_of(review.game).report)


def test_a_game_that_was_not_played_to_its_end_has_no_review():
    here = a_game()
    with pytest.raises(NotPlayedToTheEnd):
        jobs.ask(here.game)
    ending.break_off(here.room.pk, here.people[0])
    here.game.refresh_from_db()

    with pytest.raises(NotPlayedToTheEnd):
        jobs.ask(here.game)
    assert not Review.objects.exists()


def test_who_asked_first_is_served_first():
    first, second = a_review(), a_review()
    piece = jobs.take()

    assert piece.review_id == first.pk
    assert jobs.take().review_id == second.pk
    jobs.store(piece, solve(piece.tasks))
    assert jobs.take().review_id == first.pk


def asked_for(player, count):
    """So many reviews in the making, of finished games that somebody asked about."""
    return [jobs.ask(a_past_game([player], which), player) for which in range(count)]


def a_past_game(people, which):
    game = import_record(recorded()[which], archive())
    game.seats.filter(number=0).update(player=people[0])
    Game.objects.filter(pk=game.pk).update(origin=Game.Origin.DEALT, digest="")
    return Game.objects.get(pk=game.pk)


def serve(slices):
    """Whose reviews were worked at, slice by slice, without thinking anything out."""
    served = []
    for _ in range(slices):
        piece = jobs.take()
        review = Review.objects.get(pk=piece.review_id)
        served.append(review.asked_by_id)
        Review.objects.filter(pk=review.pk).update(due_at=timezone.now(), attempts=0)
    return served


def test_one_persons_reviews_leave_time_for_anothers():
    hog, ann, bob = a_person("Hog"), a_person("Ann"), a_person("Bob")
    asked_for(hog, 5)
    asked_for(ann, 1)
    asked_for(bob, 1)

    served = serve(9)

    assert [served.count(each.pk) for each in (hog, ann, bob)] == [3, 3, 3]


def test_a_persons_reviews_are_made_in_the_order_of_asking():
    first, second = asked_for(a_person(), 2)

    assert jobs.take().review_id == first.pk
    assert jobs.take().review_id == second.pk


def test_a_person_has_so_many_reviews_in_the_making_at_most(settings):
    settings.MOST_REVIEWS = 2
    ann = a_person()
    first, _ = asked_for(ann, 2)
    third = a_past_game([ann], 2)

    with pytest.raises(TooManyReviews) as no:
        jobs.ask(third, ann)
    assert "2 analyses running" in str(no.value)
    assert jobs.ask(first.game, ann).pk == first.pk
    assert jobs.ask(third, a_person("Bob")).asked_by.name == "Bob"
    Review.objects.filter(pk=first.pk).update(state=Review.State.FAILED, due_at=None)
    assert jobs.ask(a_past_game([ann], 3), ann)


def test_the_limit_holds_for_reviews_asked_for_at_once(settings):
    settings.MOST_REVIEWS = 2
    ann = a_person()
    games = [a_past_game([ann], which) for which in range(6)]

    at_once(*[lambda game=game: jobs.ask(game, ann) for game in games])

    assert Review.objects.filter(asked_by=ann).count() == 2


def test_reviews_go_with_the_guest_to_the_account_and_stay_when_somebody_is_forgotten():
    guest, user = a_person(), User.objects.create_user("ann")
    Player.objects.create(name="Ann", user=user)
    (review,) = asked_for(guest, 1)

    player = guest_merging.merge_guest(guest, user)
    review.refresh_from_db()
    assert review.asked_by == player

    erasure.erase(player)
    review.refresh_from_db()
    assert review.asked_by is None


def test_answers_of_a_process_of_the_version_before_are_found_again():
    review = a_review()
    work(slices=1)
    theirs = [{"ply": number, "chance": 0.5} for number in range(4)]
    Review.objects.update(answers=stored().answers + theirs, done=done_after(2))
    record = record_of(review.game)
    assert len(weighed_so_far(record, stored().answers)) == len(
        weighed_so_far(record, stored().answers[: done_after(1)])
    )

    work()

    assert stored().state == Review.State.DONE
    assert report_from(stored().report) == put_together(record, solve(jobs._tasks(review.game)))


# Two versions of the site at once


def in_a_newer_format(**changes):
    Review.objects.update(format=FORMAT + 1, **changes)
    return Review.objects.values().get()


def test_a_review_that_a_newer_version_has_made_is_not_made_again():
    review = a_review()
    work()
    made = in_a_newer_format()

    with pytest.raises(Busy):
        jobs.ask(review.game)

    assert work() == 0
    assert Review.objects.values().get() == made


def test_a_review_that_a_newer_version_is_making_is_left_to_it():
    review = a_review()
    work(slices=1)
    begun = in_a_newer_format()

    assert work() == 0
    with pytest.raises(Busy):
        jobs.ask(review.game)

    assert Review.objects.values().get() == begun


def test_a_review_in_a_newer_format_keeps_no_other_waiting():
    a_review()
    in_a_newer_format()
    other = a_review()

    assert work() > 0
    other.refresh_from_db()
    assert other.state == Review.State.DONE
