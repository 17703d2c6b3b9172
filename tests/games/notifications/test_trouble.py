"""What a database, a restored backup or a slow service gets in the way of is told all the same."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games.background import cleanup
from games.models import Delivery, Game, NotificationKind, PushSubscription
from games.notifications import deciding, push_service, sending
from games.play.outbox import tell
from tests.support.builders import a_game, bid
from tests.support.notifying import everybody_leaves, send_all, time_passes

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def a_database_that_fails(word):
    """Statements with this word in them are broken off."""

    def fail(execute, sql, *rest):
        if word in sql:
            raise OperationalError("database is locked")
        return execute(sql, *rest)

    with connection.execute_wrapper(fail):
        yield


def a_turn(service):
    here = a_game()
    phone = service.phone()
    phone.subscribe(here.people[1])
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    return here, phone


def kinds(service, phone):
    return [message["kind"] for message in service.messages(phone)]


@pytest.mark.parametrize("word", ["games_member", "INSERT INTO"])
def test_a_look_that_the_database_breaks_off_is_done_again(service, word):
    _here, phone = a_turn(service)
    with a_database_that_fails(word):
        deciding.decide_due()
    send_all()

    assert kinds(service, phone) == ["turn"]


def test_a_message_whose_making_is_broken_off_is_made_again_after_its_lease(service):
    _here, phone = a_turn(service)
    deciding.decide_due()
    taken = sending.take()
    with a_database_that_fails("games_member"):
        assert sending._messages(taken) == []
    time_passes(61)
    send_all()

    assert kinds(service, phone) == ["turn"]


def test_a_browser_that_is_deleted_meanwhile_breaks_off_no_start_of_a_game(service):
    """It is deleted after it was read and before the transaction of the start has ended."""
    here, _phone = a_turn(service)
    service.phone("/ok/2").subscribe(here.people[2])
    gone, stays = PushSubscription.objects.order_by("pk")
    game = Game.objects.get()

    def delete():
        try:
            PushSubscription.objects.filter(pk=gone.pk).delete()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        rows = [Delivery(subscription=each, kind="start", game=game) for each in (gone, stays)]
        pool.submit(delete).result()
        Delivery.objects.bulk_create(rows)

    assert sending.take() == []
    cleanup.delete_unneeded()
    assert [each.subscription for each in Delivery.objects.filter(kind="start")] == [stays]


def test_a_withdrawal_that_comes_late_leaves_the_turn_that_came_meanwhile(service):
    """The service asks to wait with it, and by then it is this person's turn again."""
    here, phone = a_turn(service)
    send_all()
    here.do(bid(1, 4))
    time_passes()
    deciding.decide_due()
    Delivery.objects.filter(kind="over").update(due_at=timezone.now() + timedelta(minutes=5))
    here.do(bid(2, 6), bid(0, 4))
    time_passes()
    send_all()
    time_passes(300)
    send_all()

    assert kinds(service, phone) == ["turn", "turn"]


def test_a_message_without_an_answer_is_withdrawn_as_it_may_have_been_shown(service, monkeypatch):
    monkeypatch.setattr(push_service, "SECONDS", 0.3)
    here = a_game()
    phone = service.phone("/hang/1")
    phone.subscribe(here.people[1])
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    send_all()
    here.do(bid(1, 4))
    time_passes()
    send_all()

    assert kinds(service, phone) == ["turn", "over"]


def test_ids_do_not_come_again_after_a_backup_was_restored(service):
    """A browser shows no id twice, and numbers of rows begin again where the backup ended."""
    _here, phone = a_turn(service)
    send_all()
    number = Delivery.objects.get().pk
    Delivery.objects.all().delete()
    game = Game.objects.get()
    subscription = PushSubscription.objects.get()
    due_at = timezone.now()
    Delivery(
        pk=number, subscription=subscription, kind="turn", game=game, version=1, due_at=due_at
    ).save()
    send_all()

    first, second = service.messages(phone)
    assert first["id"] != second["id"]
    assert max(first["id"], second["id"]) < 2**53  # as numbers in a script are


def test_somebody_without_a_browser_is_no_trouble():
    here = a_game()
    tell(NotificationKind.START, [here.people[0].pk, None], here.game)

    assert not Delivery.objects.exists()
