"""A game that begins, a rematch, an analysis, a test: told to those who are not there."""

import pytest
from django.utils import timezone

from games.accounts import guest_merging
from games.accounts.erasure import erase
from games.background import cleanup
from games.models import Delivery, Device, Game, NotificationKind, PushSubscription, Review, User
from games.play.outbox import tell
from games.reviews import jobs
from games.reviews.analysis.report import solve
from games.rooms import rematch, starting
from tests.support.builders import a_game, a_past_game, a_room, bid, play_on
from tests.support.notifying import everybody_leaves, send_all, time_passes
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


def told(service, phone):
    return [(each["kind"], each["title"], each["body"]) for each in service.messages(phone)]


def test_who_sits_in_a_game_that_begins_is_told(service):
    here = a_room(3)
    phone = service.phone()
    phone.subscribe(here.people[2])
    everybody_leaves(here, 0, 1)
    here.game = starting.start(here.room.pk, here.people[0])
    first = here.state().turn
    phone_of_first = service.phone("/ok/2")
    phone_of_first.subscribe(here.people[first])
    time_passes()
    send_all()

    if first == 2:
        assert [each[0] for each in told(service, phone_of_first)] == ["turn"]
    else:
        assert told(service, phone) == [("start", "Your game has started", "Ann’s room")]


def test_a_rematch_that_the_host_proposes_is_told_to_those_who_left(service, rng):
    here = a_game()
    phone = service.phone()
    phone.subscribe(here.people[1])
    play_on(here, rng)
    everybody_leaves(here, 0)
    rematch.start(here.room.pk, here.people[0])
    time_passes()
    send_all()

    assert told(service, phone) == [("rematch", "Ready for a rematch?", "Ann’s room")]


def test_who_is_ready_for_the_rematch_in_time_is_told_nothing(service, rng):
    here = a_game()
    phone = service.phone()
    phone.subscribe(here.people[1])
    play_on(here, rng)
    everybody_leaves(here, 0)
    rematch.start(here.room.pk, here.people[0])
    rematch.answer(here.room.pk, here.people[1], is_ready=True)
    time_passes()
    send_all()

    assert told(service, phone) == []


def test_an_analysis_that_is_ready_is_told_to_who_asked_for_it(service, settings):
    settings.REVIEW_LOTS = 100
    here = a_room(3)
    game = a_past_game(here.people)
    phone = service.phone()
    phone.subscribe(here.people[0])
    review = Review.objects.create(
        game=game, asked_by=here.people[0], format=1, total=1, state=Review.State.DONE,
        report={}, due_at=None,
    )  # fmt: skip
    tell(NotificationKind.REVIEW, [review.asked_by_id], game)
    time_passes()
    send_all()

    message = service.messages(phone)[0]
    assert (message["kind"], message["title"]) == ("review", "Your analysis is ready")
    assert message["url"] == f"/g/{game.code}/review/"


def test_the_last_slice_of_an_analysis_writes_that_it_is_ready(service, settings):
    settings.REVIEW_LOTS = 2_000
    here = a_room(3)
    game = a_past_game(here.people)
    service.phone().subscribe(here.people[0])
    jobs.ask(game, here.people[0])
    while piece := jobs.take():
        assert not Delivery.objects.exists()
        jobs.store(piece, solve(piece.tasks))

    assert Delivery.objects.get().kind == "review"


def test_a_test_comes_to_this_browser_at_once(service):
    here = a_room(3)
    phone, other = service.phone(), service.phone("/ok/2")
    visitor = Visitor(here.people[0])
    phone.visit(visitor, here.people[0])
    other.subscribe(here.people[0])

    assert visitor.post("device-test").status_code == 302
    send_all()

    assert [each[0] for each in told(service, phone)] == ["test"]
    assert told(service, other) == []


def test_a_browser_is_switched_on_listed_and_switched_off(service):
    here = a_room(3)
    visitor = Visitor(here.people[0])

    assert service.phone().visit(visitor, here.people[0]).status_code == 204
    page = visitor.get("account").content.decode()
    assert "Firefox, Android" in page
    assert "this device" in page

    device = PushSubscription.objects.get().device
    assert visitor.post("device-off", data={"device": device.pk}).status_code == 302
    assert not PushSubscription.objects.exists()


def test_nobody_switches_off_another_s_browser(service):
    here = a_room(3)
    service.phone().subscribe(here.people[1])
    device = PushSubscription.objects.get().device

    Visitor(here.people[0]).post("device-off", data={"device": device.pk})

    assert PushSubscription.objects.exists()


def test_a_person_who_is_forgotten_leaves_no_subscription(service):
    here = a_game()
    service.phone().subscribe(here.people[1])
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    send_all()
    assert Delivery.objects.exists()

    erase(here.people[1])

    assert not PushSubscription.objects.exists()
    assert not Delivery.objects.exists()


def test_logging_out_switches_off_this_browser_and_no_other(service):
    here = a_room(3)
    visitor = Visitor(here.people[0])
    service.phone().visit(visitor, here.people[0])
    service.phone("/ok/2").subscribe(here.people[0])

    visitor.post("logout")

    assert [each.endpoint[-1] for each in PushSubscription.objects.all()] == ["2"]


def test_a_guest_who_signs_up_is_told_as_before(service):
    here = a_game()
    phone = service.phone()
    phone.subscribe(here.people[1])
    user = User.objects.create_user("bob", password="a fine evening")
    guest_merging.merge_guest(here.people[1], user)
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    send_all()

    assert [each[0] for each in told(service, phone)] == ["turn"]


def test_who_has_a_subscription_of_a_version_before_is_cleared_away(service):
    here = a_room(3)
    service.phone().subscribe(here.people[0])
    Device.objects.all()._raw_delete("default")

    cleanup.delete_unneeded()

    assert not PushSubscription.objects.exists()


def test_what_was_told_long_ago_is_cleared_away(service):
    here = a_game()
    service.phone().subscribe(here.people[0])
    Delivery.objects.create(
        subscription=PushSubscription.objects.get(),
        kind="start",
        game=Game.objects.get(),
        sent_at=timezone.now() - cleanup.A_DELIVERY_STAYS * 2,
    )

    cleanup.delete_unneeded()

    assert not Delivery.objects.exists()
    assert PushSubscription.objects.exists()


def test_a_banned_person_is_told_nothing(service):
    here = a_game()
    phone = service.phone()
    phone.subscribe(here.people[1])
    here.people[1].banned_until = timezone.now() + cleanup.A_DELIVERY_STAYS
    here.people[1].save()
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    send_all()

    assert told(service, phone) == []
