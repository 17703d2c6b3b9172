"""What the host decides: the lock, who is removed, who is the next host, the options."""

import pytest

from games.models import Room
from games.rooms import ending, hosting, lookup, seating, starting
from games.text.errors import (
    GameIsRunning,
    HostsOnly,
    NoSuchMember,
    NoSuchRoom,
    NotInThisRoom,
    RoomIsLocked,
    TooManyPlayers,
)
from tests.support.builders import a_game, a_person, a_room
from tests.support.rooms import chairs, host_of, refused

pytestmark = pytest.mark.django_db


def test_a_locked_room_keeps_new_people_out_and_old_ones_in():
    here = a_room(3)
    hosting.set_lock(here.room.pk, here.people[0], is_locked=True)

    refused(RoomIsLocked, seating.sit, here.room.pk, a_person("Late"))
    refused(RoomIsLocked, seating.watch, here.room.pk, a_person("Late"))
    assert seating.sit(here.room.pk, here.people[2]) == 2
    hosting.set_lock(here.room.pk, here.people[0], is_locked=False)
    assert seating.sit(here.room.pk, a_person("Late")) == 3


def test_a_locked_room_is_found_by_its_members_alone():
    here = a_room(3)
    hosting.set_lock(here.room.pk, here.people[0], is_locked=True)

    assert lookup.room_by_invite(here.room.invite, here.people[1]) == here.room
    for stranger in (None, a_person("Stranger")):
        refused(NoSuchRoom, lookup.room_by_invite, here.room.invite, stranger)
    refused(RoomIsLocked, lookup.room_by_code, here.room.code)


def test_who_was_removed_stays_out():
    here = a_room(3)
    ann, bob, _ = here.people

    hosting.remove(here.room.pk, ann, bob.pk)

    assert chairs(here.room) == {"Ann": 0, "Cid": 2}
    refused(RoomIsLocked, seating.sit, here.room.pk, bob)
    refused(RoomIsLocked, seating.watch, here.room.pk, bob)
    refused(NoSuchMember, seating.leave, here.room.pk, bob)
    refused(NoSuchRoom, lookup.room_by_invite, here.room.invite, bob)
    assert lookup.membership(here.room, bob) is None
    assert lookup.removed_from(here.room) == {bob.pk}


def test_the_host_cannot_be_removed_nor_can_somebody_who_is_not_there():
    here = a_room(3)
    ann = here.people[0]

    refused(NoSuchMember, hosting.remove, here.room.pk, ann, ann.pk)
    refused(NoSuchMember, hosting.remove, here.room.pk, ann, a_person("Stranger").pk)
    refused(NoSuchMember, hosting.remove, here.room.pk, ann, 0)


def test_nobody_is_removed_from_the_table_while_a_game_is_running():
    here = a_game()
    eve = a_person("Eve")
    seating.watch(here.room.pk, eve)

    refused(GameIsRunning, hosting.remove, here.room.pk, here.people[0], here.people[1].pk)
    hosting.remove(here.room.pk, here.people[0], eve.pk)
    assert "Eve" not in chairs(here.room)


def test_the_host_can_hand_over_to_somebody_in_the_room():
    here = a_room(3)
    ann, bob, _ = here.people
    refused(NoSuchMember, hosting.hand_over, here.room.pk, ann, a_person("Stranger").pk)

    hosting.hand_over(here.room.pk, ann, bob.pk)

    assert host_of(here.room) == bob
    refused(HostsOnly, starting.start, here.room.pk, ann)


def test_only_the_host_decides():
    here = a_room(3)
    bob, room = here.people[1], here.room.pk

    for who, why in ((bob, HostsOnly), (a_person("Stranger"), NotInThisRoom)):
        refused(why, starting.start, room, who)
        refused(why, ending.break_off, room, who)
        refused(why, hosting.choose, room, who, seats=3)
        refused(why, hosting.set_lock, room, who, is_locked=True)
        refused(why, hosting.remove, room, who, here.people[2].pk)
        refused(why, hosting.hand_over, room, who, bob.pk)


def test_a_host_who_has_left_decides_no_longer():
    here = a_room(3)
    seating.leave(here.room.pk, here.people[0])

    refused(NotInThisRoom, starting.start, here.room.pk, here.people[0])


def test_options_are_kept_for_the_next_game():
    here = a_room(3)
    options = {
        "edition": "allplay-2025",
        "advanced": ["yacht-club"],
        "show_spent": True,
        "clock": 60,
        "seats": 5,
    }

    hosting.choose(here.room.pk, here.people[0], **options)
    game = starting.start(here.room.pk, here.people[0])

    assert (game.edition, game.advanced, game.show_spent) == ("allplay-2025", ["yacht-club"], True)
    room = Room.objects.get(pk=here.room.pk)
    assert (room.clock, room.seats) == (60, 5)


def test_options_wait_for_the_end_of_the_game():
    here = a_game()

    refused(GameIsRunning, hosting.choose, here.room.pk, here.people[0], seats=5)


def test_fewer_seats_move_people_to_the_lowest_chairs():
    here = a_room(5, seats=5)
    seating.leave(here.room.pk, here.people[1])
    seating.leave(here.room.pk, here.people[3])

    hosting.choose(here.room.pk, here.people[0], seats=3)

    assert chairs(here.room) == {"Ann": 0, "Cid": 1, "Emil": 2}


def test_there_are_never_fewer_seats_than_people_on_them():
    here = a_room(5, seats=5)

    refused(TooManyPlayers, hosting.choose, here.room.pk, here.people[0], seats=4)
    hosting.choose(here.room.pk, here.people[0], seats=5)
