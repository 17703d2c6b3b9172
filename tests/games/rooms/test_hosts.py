"""What the host decides: the lock, who is removed, who is the next host, the options."""

import pytest

from games import selectors
from games.models import Room
from games.refusals import (
    GameIsRunning,
    HostsOnly,
    NoSuchMember,
    NoSuchRoom,
    NotInThisRoom,
    RoomIsLocked,
    TooManyPlayers,
)
from games.services import rooms
from tests.games.builders import a_game, a_person, a_room
from tests.games.rooms.asking import chairs, host_of, refused

pytestmark = pytest.mark.django_db


def test_a_locked_room_keeps_new_people_out_and_old_ones_in():
    here = a_room(3)
    rooms.set_lock(here.room.pk, here.people[0], is_locked=True)

    refused(RoomIsLocked, rooms.sit, here.room.pk, a_person("Late"))
    refused(RoomIsLocked, rooms.watch, here.room.pk, a_person("Late"))
    assert rooms.sit(here.room.pk, here.people[2]) == 2
    rooms.set_lock(here.room.pk, here.people[0], is_locked=False)
    assert rooms.sit(here.room.pk, a_person("Late")) == 3


def test_a_locked_room_is_found_by_its_members_alone():
    here = a_room(3)
    rooms.set_lock(here.room.pk, here.people[0], is_locked=True)

    assert selectors.room_by_invite(here.room.invite, here.people[1]) == here.room
    for stranger in (None, a_person("Stranger")):
        refused(NoSuchRoom, selectors.room_by_invite, here.room.invite, stranger)
    refused(NoSuchRoom, selectors.room_by_code, here.room.code)


def test_who_was_removed_stays_out():
    here = a_room(3)
    ann, bob, _ = here.people

    rooms.remove(here.room.pk, ann, bob.pk)

    assert chairs(here.room) == {"Ann": 0, "Cid": 2}
    refused(RoomIsLocked, rooms.sit, here.room.pk, bob)
    refused(RoomIsLocked, rooms.watch, here.room.pk, bob)
    refused(NoSuchMember, rooms.leave, here.room.pk, bob)
    refused(NoSuchRoom, selectors.room_by_invite, here.room.invite, bob)
    assert selectors.membership(here.room, bob) is None
    assert selectors.removed_from(here.room) == {bob.pk}


def test_the_host_cannot_be_removed_nor_can_somebody_who_is_not_there():
    here = a_room(3)
    ann = here.people[0]

    refused(NoSuchMember, rooms.remove, here.room.pk, ann, ann.pk)
    refused(NoSuchMember, rooms.remove, here.room.pk, ann, a_person("Stranger").pk)
    refused(NoSuchMember, rooms.remove, here.room.pk, ann, 0)


def test_nobody_is_removed_from_the_table_while_a_game_is_running():
    here = a_game()
    eve = a_person("Eve")
    rooms.watch(here.room.pk, eve)

    refused(GameIsRunning, rooms.remove, here.room.pk, here.people[0], here.people[1].pk)
    rooms.remove(here.room.pk, here.people[0], eve.pk)
    assert "Eve" not in chairs(here.room)


def test_the_host_can_hand_over_to_somebody_in_the_room():
    here = a_room(3)
    ann, bob, _ = here.people
    refused(NoSuchMember, rooms.hand_over, here.room.pk, ann, a_person("Stranger").pk)

    rooms.hand_over(here.room.pk, ann, bob.pk)

    assert host_of(here.room) == bob
    refused(HostsOnly, rooms.start, here.room.pk, ann)


def test_only_the_host_decides():
    here = a_room(3)
    bob, room = here.people[1], here.room.pk

    for who, why in ((bob, HostsOnly), (a_person("Stranger"), NotInThisRoom)):
        refused(why, rooms.start, room, who)
        refused(why, rooms.break_off, room, who)
        refused(why, rooms.choose, room, who, seats=3)
        refused(why, rooms.set_lock, room, who, is_locked=True)
        refused(why, rooms.remove, room, who, here.people[2].pk)
        refused(why, rooms.hand_over, room, who, bob.pk)


def test_a_host_who_has_left_decides_no_longer():
    here = a_room(3)
    rooms.leave(here.room.pk, here.people[0])

    refused(NotInThisRoom, rooms.start, here.room.pk, here.people[0])


def test_options_are_kept_for_the_next_game():
    here = a_room(3)
    options = {
        "edition": "allplay-2025",
        "advanced": ["yacht-club"],
        "show_spent": True,
        "clock": 60,
        "seats": 5,
    }

    rooms.choose(here.room.pk, here.people[0], **options)
    game = rooms.start(here.room.pk, here.people[0])

    assert (game.edition, game.advanced, game.show_spent) == ("allplay-2025", ["yacht-club"], True)
    room = Room.objects.get(pk=here.room.pk)
    assert (room.clock, room.seats) == (60, 5)


def test_options_wait_for_the_end_of_the_game():
    here = a_game()

    refused(GameIsRunning, rooms.choose, here.room.pk, here.people[0], seats=5)


def test_fewer_seats_move_people_to_the_lowest_chairs():
    here = a_room(5, seats=5)
    rooms.leave(here.room.pk, here.people[1])
    rooms.leave(here.room.pk, here.people[3])

    rooms.choose(here.room.pk, here.people[0], seats=3)

    assert chairs(here.room) == {"Ann": 0, "Cid": 1, "Emil": 2}


def test_there_are_never_fewer_seats_than_people_on_them():
    here = a_room(5, seats=5)

    refused(TooManyPlayers, rooms.choose, here.room.pk, here.people[0], seats=4)
    rooms.choose(here.room.pk, here.people[0], seats=5)
