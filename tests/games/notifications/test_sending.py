"""What push services answer, and what follows: retries, rest, deletion; nothing is sent twice."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from games.models import Delivery, Game, PushSubscription
from games.notifications import deciding, push_service, sending
from games.notifications.push_service import Answer
from games.notifications.resting import LONGEST, PATIENCE, SHORTEST, Resting
from games.open_tables import favourites
from games.play.outbox import queue
from games.play.position import forget_positions
from tests.support.builders import a_game, a_person, a_room, bid
from tests.support.notifying import everybody_leaves, send_all, time_passes

pytestmark = pytest.mark.django_db(transaction=True)


def a_turn(service, *paths):
    """A turn of somebody who is away, to be told to browsers at these paths."""
    here = a_game()
    phones = [service.phone(path) for path in paths]
    for phone in phones:
        phone.subscribe(here.people[1])
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    return here, phones


def paths(service):
    return [each.path for each in service.received]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_no_more_is_deleted(service, status):
    a_turn(service, f"/status/{status}/1")
    send_all()

    assert not PushSubscription.objects.exists()
    assert not Delivery.objects.exists()


def test_who_is_asked_to_wait_waits_as_long_as_the_service_says(service):
    a_turn(service, "/status/429/1")
    send_all()

    row = Delivery.objects.get()
    assert row.sent_at is None
    assert timedelta(seconds=5) < row.due_at - timezone.now() <= timedelta(seconds=7)
    assert row.attempts == 1


@pytest.mark.parametrize("path", ["/status/500/1", "/status/503/1", "/rubbish/1"])
def test_what_fails_is_tried_again_later_and_longer_each_time_and_given_up(service, path):
    a_turn(service, path)
    pauses = []
    for _ in range(sending.MOST_ATTEMPTS):
        sending.resting.until.clear()
        send_all()
        pauses.append(round((Delivery.objects.get().due_at - timezone.now()).total_seconds()))
        time_passes(4_000)
    sending.resting.until.clear()
    send_all()

    assert pauses == sorted(pauses)
    assert pauses[:2] == [30, 120]
    assert pauses[-1] <= sending.LONGEST_PAUSE
    assert len(service.received) == sending.MOST_ATTEMPTS
    assert not Delivery.objects.exists()
    assert PushSubscription.objects.exists()


def test_a_redirect_is_not_followed(service):
    a_turn(service, "/status/302/1")
    send_all()

    assert paths(service) == ["/status/302/1"]
    assert PushSubscription.objects.get().failures == 1
    assert not Delivery.objects.exists()


def test_a_browser_that_is_refused_each_time_is_deleted_in_the_end(service):
    a_turn(service, "/status/400/1")
    PushSubscription.objects.update(failures=sending.MOST_FAILURES - 1)
    send_all()

    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("path", ["/hang/1", "/endless/1"])
def test_a_service_that_does_not_come_to_an_end_is_cut_off(service, path, monkeypatch):
    monkeypatch.setattr(push_service, "SECONDS", 0.3)
    monkeypatch.setattr(push_service, "MOST_BYTES", 4_000)
    _here, (_slow, quick) = a_turn(service, path, "/ok/2")
    send_all()

    assert len(service.messages(quick)) == 1
    assert Delivery.objects.get(sent_at=None).attempts == 1


def test_a_service_that_fails_again_and_again_rests_and_others_do_not_wait():
    rest = Resting(clock=lambda: now[0])
    now = [0.0]
    for _ in range(PATIENCE):
        assert rest.origins() == ()
        rest.failed("https://a.example")
    assert rest.origins() == ("https://a.example",)
    rest.answered("https://b.example", Answer(500))
    assert rest.origins() == ("https://a.example",)
    now[0] += SHORTEST + 1
    assert rest.origins() == ()
    for _ in range(20):
        rest.failed("https://a.example")
    now[0] += LONGEST - 1
    assert rest.origins() == ("https://a.example",)
    rest.answered("https://a.example", Answer(201))
    assert rest.origins() == ()


def test_rows_of_a_service_that_rests_are_left(service):
    _here, (phone,) = a_turn(service, "/ok/1")
    for _ in range(PATIENCE):
        sending.resting.failed(service.url)

    send_all()

    assert service.messages(phone) == []
    assert Delivery.objects.get().attempts == 0


def test_two_processes_take_different_rows(service):
    a_turn(service, "/ok/1", "/ok/2")
    deciding.decide_due()
    first, second = sending.take(), sending.take()

    assert len(first) == 2
    assert second == []


def test_a_crash_before_the_answer_leaves_a_row_that_is_due_again(service):
    _here, (phone,) = a_turn(service, "/ok/1")
    deciding.decide_due()
    sending.take()
    assert send_all() == 0
    time_passes(61)
    send_all()

    assert len(service.messages(phone)) == 1
    assert Delivery.objects.get().sent_at is not None


def test_an_answer_after_the_lease_changes_nothing(service):
    a_turn(service, "/ok/1")
    deciding.decide_due()
    late = sending.take()
    time_passes(61)
    sending.take()
    sending.store([(late[0], Answer(201))])

    assert Delivery.objects.get().sent_at is None


def test_the_same_message_that_is_sent_again_has_the_same_id(service):
    _here, (phone,) = a_turn(service, "/status/500/1")
    send_all()
    sending.resting.until.clear()
    time_passes(60)
    send_all()

    first, second = service.messages(phone)
    assert first["id"] == second["id"]


def test_a_browser_gets_no_more_messages_than_its_limit(service, settings):
    settings.RATES = settings.RATES | {"push": (2, 3_600)}
    _here, (phone,) = a_turn(service, "/ok/1")
    for _ in range(4):
        queue(Delivery.Kind.TEST, PushSubscription.objects.all(), None, due_at=timezone.now())
    for _ in range(3):
        send_all()

    assert len(service.messages(phone)) == 2
    waiting = Delivery.objects.filter(sent_at=None)
    assert waiting.count() == 3
    assert {row.attempts for row in waiting} == {0}


def test_a_browser_is_told_of_a_few_invitations_only_whoever_invites(service):
    """Who was blocked may come back as one guest after another."""
    zoe, phone = a_person("Zoe"), service.phone("/ok/1")
    phone.subscribe(zoe)
    for _ in range(12):
        here = a_room(1)
        favourites.add_favourite(here.people[0], zoe.pk)
        favourites.invite(here.room.pk, here.people[0], zoe.pk)
    time_passes(60)
    for _ in range(2):
        send_all()

    assert len(service.messages(phone)) == 10
    assert not Delivery.objects.filter(sent_at=None).exists()
    assert favourites.invitations_of(zoe).count() == 12


def test_what_is_a_day_old_is_given_up(service):
    a_turn(service, "/ok/1")
    deciding.decide_due()
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=2))
    async_to_sync(sending.send_due)()

    assert service.received == []
    assert not Delivery.objects.exists()


def test_a_game_that_cannot_be_read_stops_nobody_else(service):
    here, _phones = a_turn(service, "/ok/1")
    Game.objects.filter(pk=here.game.pk).update(edition="lost")
    forget_positions()
    other, (phone,) = a_turn(service, "/ok/2")

    send_all()

    assert len(service.messages(phone)) == 1
    assert other.game.pk != here.game.pk
