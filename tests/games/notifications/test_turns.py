"""A turn reaches those who are not here: once, encrypted, signed, and no longer than it lasts."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import CORRESPONDENCE, Delivery, Device, Game, Member, PushSubscription, User
from games.notifications import deciding, devices
from games.rooms import ending, presence
from tests.support.builders import a_game, bid
from tests.support.notifying import everybody_leaves, send_all, time_passes

pytestmark = pytest.mark.django_db(transaction=True)


def a_table(service, chair=1, **options):
    """A game in which it is about to be the turn of the person with the phone, who is away."""
    here = a_game(**options)
    phone = service.phone()
    phone.subscribe(here.people[chair])
    everybody_leaves(here, *({0, 1, 2} - {chair}))
    return here, phone


def kinds(messages):
    return [message["kind"] for message in messages]


def test_whose_turn_it_becomes_is_told_after_twenty_seconds(service):
    here, phone = a_table(service)
    here.do(bid(0, 3))
    time_passes(18)
    assert send_all() == 0

    time_passes(3)
    send_all()

    message = service.messages(phone)[0]
    assert message["title"] == "Your turn"
    assert message["body"] == "Ann’s room · Luxury 7"
    assert message["url"] == f"/r/{here.room.invite}/"
    assert message["tag"] == f"game-{here.game.pk}"
    assert message["waiting"] == 1


def test_the_request_says_how_long_and_how_urgently(service):
    here, _phone = a_table(service, clock=CORRESPONDENCE)
    here.do(bid(0, 3))
    time_passes()
    send_all()

    headers = service.received[0].headers
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["urgency"] == "high"
    assert headers["topic"] == f"game-{here.game.pk}"
    assert 86_000 < int(headers["ttl"]) <= 86_402
    assert b"Luxury" not in service.received[0].body


def test_who_is_at_the_table_or_comes_back_in_time_is_told_nothing(service):
    here, phone = a_table(service)
    everybody_leaves(here, 0, 1, 2)
    here.do(bid(0, 3))
    time_passes()
    send_all()
    assert service.messages(phone) == []

    everybody_leaves(here)
    here.do(bid(1, 4), bid(2, 6), bid(0, 4))
    presence.arrive(here.room.pk, here.people[1].pk)
    time_passes()
    send_all()
    assert service.messages(phone) == []


def test_who_leaves_in_this_moment_is_told_even_if_the_pause_is_set_too_short(service, settings):
    settings.NOTIFY_AFTER = 1
    here, phone = a_table(service)
    presence.arrive(here.room.pk, here.people[1].pk)
    here.do(bid(0, 3))
    time_passes(15)
    deciding.decide_due()
    long_gone = timezone.now() - timedelta(seconds=16)
    Member.objects.filter(player=here.people[1]).update(seen_at=long_gone)
    time_passes(1)
    send_all()

    assert kinds(service.messages(phone)) == ["turn"]


def test_a_turn_is_told_once_however_often_it_is_looked_at(service):
    here, phone = a_table(service)
    here.do(bid(0, 3))
    for _ in range(3):
        Game.objects.update(notify_at=timezone.now())
        send_all()

    assert len(service.messages(phone)) == 1


def test_the_next_turn_replaces_the_one_before_under_the_same_tag(service):
    here, phone = a_table(service)
    here.do(bid(0, 3))
    time_passes()
    send_all()
    here.do(bid(1, 4), bid(2, 6), bid(0, 4))
    time_passes()
    send_all()

    first, second = service.messages(phone)
    assert kinds([first, second]) == ["turn", "turn"]
    assert first["tag"] == second["tag"]
    assert first["id"] != second["id"]
    assert Delivery.objects.count() == 1


def test_a_turn_that_is_over_is_withdrawn(service):
    here, phone = a_table(service)
    here.do(bid(0, 3))
    time_passes()
    send_all()
    here.do(bid(1, 4))
    time_passes()
    send_all()

    turn, over = service.messages(phone)
    assert kinds([turn, over]) == ["turn", "over"]
    assert over["tag"] == turn["tag"]
    assert over["waiting"] == 0
    assert not Delivery.objects.exists()


def test_a_game_that_is_broken_off_withdraws_what_it_told(service):
    here, phone = a_table(service)
    here.do(bid(0, 3))
    time_passes()
    send_all()
    ending.break_off(here.room.pk, here.people[0])
    send_all()

    assert kinds(service.messages(phone)) == ["turn", "over"]


def test_a_turn_that_ended_before_it_was_sent_is_not_sent(service):
    here, phone = a_table(service)
    here.do(bid(0, 3))
    time_passes()
    deciding.decide_due()
    here.do(bid(1, 4))

    send_all()

    assert service.messages(phone) == []
    assert not Delivery.objects.exists()


def test_every_browser_of_a_person_is_told_and_nobody_else_s(service):
    here, phone = a_table(service)
    tablet, other = service.phone("/ok/2"), service.phone("/ok/3")
    tablet.subscribe(here.people[1])
    other.subscribe(here.people[2])
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    send_all()

    assert len(service.messages(phone)) == len(service.messages(tablet)) == 1
    assert service.messages(other) == []


def test_in_a_sealed_round_all_who_have_to_act_are_told(service):
    here = a_game("yacht-club", edition="allplay-2025", advanced="gambling yacht-club")
    phones = [service.phone(f"/ok/{number}") for number in range(3)]
    for phone, player in zip(phones, here.people, strict=True):
        phone.subscribe(player)
    everybody_leaves(here)
    time_passes()
    send_all()

    assert [kinds(service.messages(phone)) for phone in phones] == [["turn"]] * 3


def test_a_bot_that_plays_for_somebody_is_not_waited_for(service):
    here, phone = a_table(service)
    presence.set_stand_ins(here.game.pk, {1: "novice"})
    here.do(bid(0, 3))
    time_passes()
    send_all()

    assert service.messages(phone) == []


def test_four_hours_before_the_end_of_a_day_a_reminder_comes_once(service):
    here, phone = a_table(service, clock=CORRESPONDENCE)
    here.do(bid(0, 3))
    time_passes()
    send_all()
    game = Game.objects.get()
    assert game.notify_at == game.deadline - timedelta(hours=4)

    Game.objects.update(
        deadline=timezone.now() + timedelta(hours=3, minutes=59), notify_at=timezone.now()
    )
    send_all()
    send_all()

    assert kinds(service.messages(phone)) == ["turn", "deadline"]
    assert Game.objects.get().notify_at is None


def test_a_phone_speaks_the_language_in_which_it_was_switched_on(service):
    here, phone = a_table(service)
    PushSubscription.objects.update(language="de")
    here.do(bid(0, 3))
    time_passes()
    send_all()

    assert service.messages(phone)[0]["title"] == "Du bist dran"


def test_no_move_waits_for_a_look_and_a_look_that_came_late_writes_nothing(service, monkeypatch):
    here, _phone = a_table(service)
    here.do(bid(0, 3))
    time_passes()
    queue = deciding.queue

    def somebody_moves(*args, **kwargs):
        queue(*args, **kwargs)
        Game.objects.update(version=2)

    monkeypatch.setattr(deciding, "queue", somebody_moves)
    deciding.decide_due()

    assert not Delivery.objects.exists()


def test_what_is_told_says_nothing_of_money_hands_or_bids(service):
    here, phone = a_table(service)
    here.do(bid(0, 25))
    time_passes()
    send_all()

    message = service.messages(phone)[0]
    assert set(message) == {"id", "kind", "tag", "title", "body", "url", "waiting"}
    # Ids may hold any digits.
    numbers = {"id": 0, "tag": "", "url": ""}
    assert "25" not in json.dumps({**message, **numbers})


def test_another_password_ends_what_an_account_is_told(service):
    here, phone = a_table(service)
    user = User.objects.create_user("bob", password="a fine evening")
    here.people[1].user = user
    here.people[1].save()
    PushSubscription.objects.update(credential=user.credential)
    user.set_password("another evening")
    user.save()
    here.do(bid(0, 3))
    time_passes()
    send_all()

    assert service.messages(phone) == []


def test_above_the_number_of_devices_the_oldest_is_switched_off(service, settings):
    settings.MOST_PUSH_DEVICES = 2
    here, _phone = a_table(service)
    for number in (2, 3):
        service.phone(f"/ok/{number}").subscribe(here.people[1])

    left = devices.list_of(here.people[1])
    assert [each.endpoint[-1] for each in left] == ["3", "2"]


def test_a_browser_that_another_person_uses_now_tells_the_first_nothing_more(service):
    here, phone = a_table(service)
    phone.subscribe(here.people[2])

    assert PushSubscription.objects.get().device.player == here.people[2]
    assert Device.objects.count() == 2
