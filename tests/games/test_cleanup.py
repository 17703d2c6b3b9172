"""What nobody needs any more is deleted in small parts; what was played or judged stays."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts import devices, guest_merging
from games.archive import importing
from games.archive.verifying import faults_of
from games.background import cleanup
from games.models import (
    Device,
    Game,
    Member,
    Message,
    ModerationAction,
    Player,
    Report,
    Room,
    Seat,
    User,
)
from games.moderation import actions
from games.moderation.actions import Moderator
from games.rooms import chat, expiry, hosting, seating
from tests.support.builders import a_game, a_person, a_room, everything, play_on, recorded
from tests.support.races import at_once
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


def days(number):
    return timezone.now() + timedelta(days=number)


def deserted():
    """A room of two people and a bot in which nothing was played, closed two days ago."""
    here = a_room(2, seats=3)
    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    chat.say(here.room.pk, here.people[0], "Is anybody here?")
    Room.objects.filter(pk=here.room.pk).update(closed_at=days(-2))
    return here


def long_ago():
    """Everybody and everything was last seen forty days ago."""
    then = days(-40)
    Player.objects.update(created_at=then)
    Member.objects.update(seen_at=then)
    Device.objects.update(last_seen=then)


def all_of_it():
    while cleanup.delete_unneeded():
        pass


def names():
    return set(Player.objects.filter(bot="").values_list("name", flat=True))


def test_a_closed_room_without_a_game_goes_with_all_that_was_in_it():
    deserted()
    long_ago()

    all_of_it()

    for kind in (Room, Member, Message, Player):
        assert not kind.objects.exists()


def test_a_room_that_was_closed_a_moment_ago_is_still_there():
    here = a_room(1)
    Room.objects.update(closed_at=timezone.now())

    all_of_it()

    assert Room.objects.get() == here.room


def test_open_rooms_and_rooms_with_games_stay(rng):
    here = a_game()
    play_on(here, rng)
    a_room(1)
    long_ago()
    Room.objects.filter(pk=here.room.pk).update(closed_at=days(-100))
    before = everything()

    all_of_it()

    assert everything() == before
    assert faults_of(Game.objects.get()) == []
    assert Seat.objects.exclude(player=None).count() == 3


def test_a_deserted_room_is_closed_and_then_deleted():
    a_room(1)

    assert expiry.close_deserted(days(15)) == 1
    assert cleanup.delete_unneeded(days(15.5)) == 0
    assert cleanup.delete_unneeded(days(16.5)) == 1
    assert not Room.objects.exists()
    assert Player.objects.exists()
    assert cleanup.delete_unneeded(days(31)) == 1
    assert not Player.objects.exists()


def test_a_guest_who_never_played_is_kept_for_thirty_days():
    a_person()

    assert cleanup.delete_unneeded(days(29.9)) == 0
    assert cleanup.delete_unneeded(days(30.1)) == 1


@pytest.mark.parametrize("kind", [Member, Device])
def test_a_guest_who_was_here_lately_stays(kind):
    here = a_room(2)
    watcher = here.people[1]
    devices.device_of(watcher, None, "Firefox")
    seating.watch(here.room.pk, watcher)
    long_ago()
    field = "seen_at" if kind is Member else "last_seen"
    kind.objects.filter(player=watcher).update(**{field: days(-20)})

    all_of_it()

    assert "Bob" in names()


def test_whom_something_refers_to_stays(settings):
    judge = User.objects.create_user("judge")
    ann = a_person("Player")
    for name in ("Reporter", "Reported", "Judged", "Talker", "Host", "Collector", "Banned", "Idle"):
        a_person(name)
    who = {player.name: player for player in Player.objects.all()}
    here = a_room(1)
    Report.objects.create(
        room=here.room, reporter=who["Reporter"], about=who["Reported"], reason="Rude"
    )
    ModerationAction.objects.create(
        user=judge, kind=ModerationAction.Kind.RENAME, player=who["Judged"], reason="Rude"
    )
    seating.watch(here.room.pk, who["Talker"])
    chat.say(here.room.pk, who["Talker"], "Good evening")
    seating.open_room(who["Host"])
    importing.import_for(who["Collector"], recorded()[:1])
    Player.objects.filter(name="Banned").update(banned_until=days(100))
    guest_merging.merge_guest(ann, User.objects.create_user("ann"))
    long_ago()

    settings.GUEST_DAYS = 0
    all_of_it()
    assert "Idle" in names()
    settings.GUEST_DAYS = 30
    all_of_it()

    assert names() == {*who, "Ann"} - {"Idle"}


def test_rooms_that_were_reported_or_judged_stay():
    reported, judged, neither = deserted(), deserted(), deserted()
    Report.objects.create(room=reported.room, reason="Rude")
    Room.objects.filter(pk=judged.room.pk).update(closed_at=None)
    judge = Moderator(User.objects.create_user("judge"))
    actions.close(judge, judged.room, "Rude")
    Room.objects.filter(pk=judged.room.pk).update(closed_at=days(-2))

    all_of_it()

    assert set(Room.objects.all()) == {reported.room, judged.room}
    assert neither


def test_sessions_that_have_ended_are_deleted_and_others_are_not():
    kept, gone = Visitor(a_person()), Visitor(a_person("Bob"))
    Session.objects.filter(pk=gone.session_key).update(expire_date=days(-1))

    all_of_it()

    assert [session.pk for session in Session.objects.all()] == [kept.session_key]


def test_a_session_whose_guest_is_gone_belongs_to_nobody():
    visitor = Visitor(a_person())
    long_ago()
    all_of_it()

    a_person("Bob")

    assert visitor.player is None
    assert visitor.get("home").status_code == 200


def test_only_a_few_go_at_a_time_and_each_once(monkeypatch):
    monkeypatch.setattr(cleanup, "AT_ONCE", 10)
    for number in range(35):
        a_person(f"Guest {number}")
    long_ago()

    gone = at_once(*[cleanup.delete_unneeded] * 3)

    assert all(isinstance(count, int) and count <= 10 for count in gone), gone
    assert Player.objects.count() == 35 - sum(gone)
    all_of_it()
    assert not Player.objects.exists()
