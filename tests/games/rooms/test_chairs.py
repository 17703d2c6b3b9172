"""Coming, sitting, standing up and leaving; who inherits a room."""

import pytest

from games.models import Room
from games.play import position
from games.rooms import hosting, lookup, seating
from games.text.errors import GameIsRunning, NoSuchMember, NoSuchRoom, RoomIsFull
from tests.support.builders import a_game, a_person, a_room
from tests.support.rooms import chairs, host_of, refused

pytestmark = pytest.mark.django_db


def test_who_opens_a_room_is_its_host_on_the_first_chair():
    ann = a_person("Ann")

    room = seating.open_room(ann)

    assert room.host == ann
    assert chairs(room) == {"Ann": 0}
    assert len(room.code) == 6
    assert len(room.invite) >= 22


def test_no_two_rooms_share_a_link_or_a_code():
    made = [seating.open_room(a_person()) for _ in range(50)]

    assert len({room.invite for room in made}) == 50
    assert len({room.code for room in made}) == 50


def test_everybody_gets_the_first_free_chair():
    here = a_room(3)
    seating.leave(here.room.pk, here.people[1])

    assert seating.sit(here.room.pk, a_person("Zoe")) == 1
    assert chairs(here.room) == {"Ann": 0, "Zoe": 1, "Cid": 2}


def test_sitting_down_twice_takes_one_chair():
    here = a_room(3)

    assert seating.sit(here.room.pk, here.people[1]) == 1
    assert chairs(here.room) == {"Ann": 0, "Bob": 1, "Cid": 2}


def test_a_full_room_has_no_chair_left_but_can_be_watched():
    here = a_room(4)
    late = a_person("Late")

    refused(RoomIsFull, seating.sit, here.room.pk, late)
    seating.watch(here.room.pk, late)
    assert chairs(here.room)["Late"] is None


def test_a_watcher_can_take_a_chair_and_stand_up_again():
    here = a_room(2)
    eve = a_person("Eve")
    seating.watch(here.room.pk, eve)
    seating.watch(here.room.pk, eve)

    seating.sit(here.room.pk, eve)
    assert chairs(here.room)["Eve"] == 2
    seating.watch(here.room.pk, eve)
    assert chairs(here.room)["Eve"] is None


def test_nobody_sits_down_or_stands_up_while_a_game_is_running():
    here = a_game(people=3)
    Room.objects.filter(pk=here.room.pk).update(seats=5)

    refused(GameIsRunning, seating.sit, here.room.pk, a_person("Late"))
    refused(GameIsRunning, seating.watch, here.room.pk, here.people[1])
    seating.watch(here.room.pk, a_person("Eve"))


def test_when_the_host_leaves_the_lowest_chair_inherits():
    here = a_room(3)
    seating.leave(here.room.pk, here.people[1])
    seating.sit(here.room.pk, a_person("Zoe"))

    seating.leave(here.room.pk, here.people[0])

    assert host_of(here.room).name == "Zoe"


def test_with_empty_chairs_who_has_watched_longest_inherits():
    here = a_room(1)
    for name in ("Eve", "Fay"):
        seating.watch(here.room.pk, a_person(name))

    seating.leave(here.room.pk, here.people[0])

    assert host_of(here.room).name == "Eve"


def test_nobody_who_was_removed_inherits():
    here = a_room(2)
    eve = a_person("Eve")
    seating.watch(here.room.pk, eve)
    hosting.remove(here.room.pk, here.people[0], eve.pk)
    hosting.remove(here.room.pk, here.people[0], here.people[1].pk)

    seating.leave(here.room.pk, here.people[0])

    assert host_of(here.room) is None


def test_an_empty_room_belongs_to_whoever_comes_next():
    here = a_room(1)
    seating.leave(here.room.pk, here.people[0])
    assert host_of(here.room) is None

    seating.watch(here.room.pk, a_person("Eve"))
    seating.sit(here.room.pk, a_person("Zoe"))

    assert host_of(here.room).name == "Eve"


def test_when_a_guest_leaves_the_host_stays():
    here = a_room(3)

    seating.leave(here.room.pk, here.people[2])

    assert host_of(here.room) == here.people[0]
    assert chairs(here.room) == {"Ann": 0, "Bob": 1}


def test_who_is_not_there_cannot_leave():
    here = a_room(3)

    refused(NoSuchMember, seating.leave, here.room.pk, a_person("Stranger"))


def test_who_leaves_a_running_game_keeps_the_seat():
    here = a_game()

    seating.leave(here.room.pk, here.people[1])

    assert position.seat_of(here.game, here.people[1]) == 1


def test_who_has_left_a_running_game_comes_back_to_it_though_the_room_is_locked():
    here = a_game()
    seating.leave(here.room.pk, here.people[1])
    hosting.set_lock(here.room.pk, here.people[0], is_locked=True)

    assert lookup.room_by_invite(here.room.invite, here.people[1]) == here.room
    assert seating.sit(here.room.pk, here.people[1]) == 1

    with pytest.raises(NoSuchRoom):
        lookup.room_by_invite(here.room.invite, a_person("Zoe"))
