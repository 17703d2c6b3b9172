"""Rooms that nobody comes to any more are closed, once; their games stay."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.archive.listing import for_lists
from games.archive.verifying import faults_of
from games.models import Game, LoggedAction, Member, Room
from games.play import moves
from games.play.position import forget_positions
from games.rooms import api_tokens, chat, expiry, hosting, seating, starting
from games.rooms.lookup import room_by_code, room_by_invite
from games.text.errors import NoGameIsRunning, NoSuchRoom, NoSuchToken, NotInThisRoom
from tests.support.builders import a_game, a_person, a_room, bid, everything, play_on
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def days(number):
    return timedelta(days=number)


def deserted(here, since):
    """Nobody has been in the room for so many days, and the time to look has come."""
    now = timezone.now()
    Member.objects.filter(room=here.room).update(seen_at=now - days(since))
    Room.objects.filter(pk=here.room.pk).update(expires_at=now)
    return here


def is_closed(here):
    return Room.objects.get(pk=here.room.pk).closed_at is not None


def test_a_new_room_is_looked_at_after_two_weeks():
    here = a_room()

    assert expiry.close_deserted(timezone.now() + days(13.9)) == 0
    assert expiry.close_deserted(timezone.now() + days(14.1)) == 1
    assert is_closed(here)


def test_a_room_in_which_somebody_was_is_put_off():
    here = deserted(a_room(), since=3)

    assert expiry.close_deserted() == 0

    due = Room.objects.get().expires_at
    assert timedelta(days=10.9) < due - timezone.now() < timedelta(days=11)
    assert expiry.close_deserted(due - days(0.1)) == 0
    assert expiry.close_deserted(due + days(0.1)) == 1
    assert is_closed(here)


def test_bots_and_who_was_removed_keep_no_room_open():
    here = a_room(2, seats=4)
    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    hosting.remove(here.room.pk, here.people[0], here.people[1].pk)
    deserted(here, since=15)
    others = Member.objects.exclude(player=here.people[0])
    others.update(seen_at=timezone.now())

    assert expiry.close_deserted() == 1


def test_a_room_that_all_have_left_waits_for_two_weeks():
    here = a_room(1)
    Room.objects.update(expires_at=timezone.now())
    seating.leave(here.room.pk, here.people[0])

    assert expiry.close_deserted(timezone.now() + days(13.9)) == 0
    assert expiry.close_deserted(timezone.now() + days(14.1)) == 1


def test_a_running_game_is_kept_for_thirty_days_and_then_broken_off():
    here = a_game()
    here.do(bid(0, 3))
    deserted(here, since=29)

    assert expiry.close_deserted() == 0
    assert Game.objects.get().status == Game.Status.RUNNING

    assert expiry.close_deserted(timezone.now() + days(1.1)) == 1
    game = Game.objects.get()
    assert game.status == Game.Status.BROKEN_OFF
    assert LoggedAction.objects.count() == 1
    assert faults_of(game) == []
    with pytest.raises(NoGameIsRunning):
        moves.play(moves.Move(game.pk, 1, bid(1, 4)))


def test_a_running_game_that_all_have_left_is_kept_as_long():
    here = a_game()
    for person in here.people:
        seating.leave(here.room.pk, person)

    assert expiry.close_deserted(timezone.now() + days(29.9)) == 0
    assert expiry.close_deserted(timezone.now() + days(30.1)) == 1


def test_a_closed_room_is_found_by_nobody_and_its_code_is_free(rng):
    here = a_game()
    play_on(here, rng)
    token = api_tokens.new_token(here.room.pk, here.people[0])
    expiry.close_deserted(timezone.now() + days(15))

    for player in (*here.people, None):
        with pytest.raises(NoSuchRoom):
            room_by_invite(here.room.invite, player)
    with pytest.raises(NoSuchRoom):
        room_by_code(here.room.code)
    with pytest.raises(NoSuchToken):
        api_tokens.place_of(token)
    ann, games = here.people[0], Game.objects.filter(room=here.room)
    assert [game.can_enter for game in for_lists(games, ann)] == [False]
    again = Room.objects.create(code=here.room.code)
    assert room_by_code(here.room.code) == again


def test_nothing_is_done_in_a_closed_room():
    here, zoe = a_room(3), a_person("Zoe")
    expiry.close_deserted(timezone.now() + days(15))
    room, host = here.room.pk, here.people[0]
    before = everything()

    for call in (
        lambda: seating.sit(room, zoe),
        lambda: seating.watch(room, zoe),
        lambda: starting.start(room, host),
        lambda: seating.leave(room, host),
        lambda: hosting.set_lock(room, host, is_locked=False),
    ):
        with pytest.raises(NoSuchRoom):
            call()
    with pytest.raises(NotInThisRoom):
        chat.say(room, host, "Anybody here?")
    assert everything() == before


def test_its_games_and_histories_stay(rng):
    here = a_game()
    play_on(here, rng)
    before = everything()

    expiry.close_deserted(timezone.now() + days(15))

    after = everything()
    for kind in ("Player", "Member", "Game", "Seat", "LoggedAction", "Message"):
        assert after[kind] == before[kind]


def test_of_many_who_are_awake_one_closes_each_room():
    houses = [deserted(a_room(2), since=15) for _ in range(12)]
    before = {room.pk: room.changes for room in Room.objects.all()}

    closed = at_once(*[expiry.close_deserted] * 8)

    assert sum(closed) == len(houses)
    for room in Room.objects.all():
        assert room.closed_at is not None
        assert room.changes == before[room.pk] + 1


def test_who_comes_as_the_room_is_closed_is_in_or_is_told():
    for _ in range(5):
        here, zoe = deserted(a_room(2), since=15), a_person("Zoe")

        chair, closed = at_once(
            lambda here=here, zoe=zoe: seating.sit(here.room.pk, zoe), expiry.close_deserted
        )

        if closed:
            assert isinstance(chair, NoSuchRoom)
        else:
            assert chair == 2
        assert is_closed(here) == bool(closed)
        Room.objects.update(closed_at=timezone.now())


def test_a_restart_finds_what_came_due_meanwhile():
    """Nothing is remembered in a process: whoever comes next takes it."""
    here = deserted(a_room(), since=400)
    forget_positions()

    assert expiry.close_deserted() == 1
    assert expiry.close_deserted() == 0
    assert is_closed(here)
