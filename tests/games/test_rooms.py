"""Rooms: who sits where, who is the host, and what has to wait."""

import pytest
from django.db import IntegrityError, transaction

from games import selectors
from games.models import Game, Member, Player, Room
from games.refusals import (
    GameIsRunning,
    HostsOnly,
    NoGameIsRunning,
    NoSuchMember,
    NoSuchRoom,
    NotInThisRoom,
    RoomIsFull,
    RoomIsLocked,
    TooFewPlayers,
    TooManyPlayers,
)
from games.services import announcing, rooms
from tests.games.builders import a_game, a_person, a_room, everything, play_on

pytestmark = pytest.mark.django_db


def refused(refusal, deed, *args, **kwargs):
    """The deed is refused with a sentence, and every row is as it was."""
    before = everything()
    with pytest.raises(refusal) as no:
        deed(*args, **kwargs)
    assert str(no.value)
    assert everything() == before


def chairs(room):
    members = selectors.members_of(room)
    return {m.player.name: m.chair for m in members}


def host_of(room):
    return Room.objects.get(pk=room.pk).host


def test_who_opens_a_room_is_its_host_on_the_first_chair():
    ann = a_person("Ann")

    room = rooms.open_room(ann)

    assert room.host == ann
    assert chairs(room) == {"Ann": 0}
    assert len(room.code) == 8
    assert len(room.invite) >= 22


def test_no_two_rooms_share_a_link_or_a_code():
    made = [rooms.open_room(a_person()) for _ in range(50)]

    assert len({room.invite for room in made}) == 50
    assert len({room.code for room in made}) == 50


def test_everybody_gets_the_first_free_chair():
    here = a_room(3)
    rooms.leave(here.room.pk, here.people[1])

    assert rooms.sit(here.room.pk, a_person("Zoe")) == 1
    assert chairs(here.room) == {"Ann": 0, "Zoe": 1, "Cid": 2}


def test_sitting_down_twice_takes_one_chair():
    here = a_room(3)

    assert rooms.sit(here.room.pk, here.people[1]) == 1
    assert chairs(here.room) == {"Ann": 0, "Bob": 1, "Cid": 2}


def test_a_full_room_has_no_chair_left_but_can_be_watched():
    here = a_room(4)
    late = a_person("Late")

    refused(RoomIsFull, rooms.sit, here.room.pk, late)
    rooms.watch(here.room.pk, late)
    assert chairs(here.room)["Late"] is None


def test_a_watcher_can_take_a_chair_and_stand_up_again():
    here = a_room(2)
    eve = a_person("Eve")
    rooms.watch(here.room.pk, eve)
    rooms.watch(here.room.pk, eve)

    rooms.sit(here.room.pk, eve)
    assert chairs(here.room)["Eve"] == 2
    rooms.watch(here.room.pk, eve)
    assert chairs(here.room)["Eve"] is None


def test_nobody_sits_down_or_stands_up_while_a_game_is_running():
    here = a_game(people=3)
    Room.objects.filter(pk=here.room.pk).update(seats=5)

    refused(GameIsRunning, rooms.sit, here.room.pk, a_person("Late"))
    refused(GameIsRunning, rooms.watch, here.room.pk, here.people[1])
    rooms.watch(here.room.pk, a_person("Eve"))


def test_when_the_host_leaves_the_lowest_chair_inherits():
    here = a_room(3)
    rooms.leave(here.room.pk, here.people[1])
    rooms.sit(here.room.pk, a_person("Zoe"))

    rooms.leave(here.room.pk, here.people[0])

    assert host_of(here.room).name == "Zoe"


def test_with_empty_chairs_who_has_watched_longest_inherits():
    here = a_room(1)
    for name in ("Eve", "Fay"):
        rooms.watch(here.room.pk, a_person(name))

    rooms.leave(here.room.pk, here.people[0])

    assert host_of(here.room).name == "Eve"


def test_nobody_who_was_removed_inherits():
    here = a_room(2)
    eve = a_person("Eve")
    rooms.watch(here.room.pk, eve)
    rooms.remove(here.room.pk, here.people[0], eve.pk)
    rooms.remove(here.room.pk, here.people[0], here.people[1].pk)

    rooms.leave(here.room.pk, here.people[0])

    assert host_of(here.room) is None


def test_an_empty_room_belongs_to_whoever_comes_next():
    here = a_room(1)
    rooms.leave(here.room.pk, here.people[0])
    assert host_of(here.room) is None

    rooms.watch(here.room.pk, a_person("Eve"))
    rooms.sit(here.room.pk, a_person("Zoe"))

    assert host_of(here.room).name == "Eve"


def test_when_a_guest_leaves_the_host_stays():
    here = a_room(3)

    rooms.leave(here.room.pk, here.people[2])

    assert host_of(here.room) == here.people[0]
    assert chairs(here.room) == {"Ann": 0, "Bob": 1}


def test_who_is_not_there_cannot_leave():
    here = a_room(3)

    refused(NoSuchMember, rooms.leave, here.room.pk, a_person("Stranger"))


def test_who_leaves_a_running_game_keeps_the_seat():
    here = a_game()

    rooms.leave(here.room.pk, here.people[1])

    assert selectors.seat_of(here.game, here.people[1]) == 1


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


@pytest.mark.parametrize("people", [1, 2])
def test_a_game_needs_three(people):
    here = a_room(people)
    rooms.watch(here.room.pk, a_person("Eve"))

    refused(TooFewPlayers, rooms.start, here.room.pk, here.people[0])


@pytest.mark.parametrize("people", [3, 4, 5])
def test_everybody_on_a_chair_is_dealt_in(people):
    here = a_room(people, seats=5)
    rooms.watch(here.room.pk, a_person("Eve"))

    game = rooms.start(here.room.pk, here.people[0])

    assert [seat.player for seat in game.seats.all()] == here.people
    assert [seat.number for seat in game.seats.all()] == list(range(people))
    assert [seat.name for seat in game.seats.all()] == [p.name for p in here.people]


def test_seats_have_no_gaps_where_chairs_have():
    here = a_room(4)
    rooms.leave(here.room.pk, here.people[1])

    game = rooms.start(here.room.pk, here.people[0])

    assert [(seat.number, seat.name) for seat in game.seats.all()] == [
        (0, "Ann"),
        (1, "Cid"),
        (2, "Dora"),
    ]


def test_every_game_is_shuffled_from_a_seed_of_its_own():
    here = a_room(3)
    first = rooms.start(here.room.pk, here.people[0])
    rooms.break_off(here.room.pk, here.people[0])
    second = rooms.start(here.room.pk, here.people[0])

    assert len({first.seed, second.seed, first.salt, second.salt}) == 4
    assert first.commitment != second.commitment


def test_a_room_plays_one_game_at_a_time():
    here = a_game()

    refused(GameIsRunning, rooms.start, here.room.pk, here.people[0])


def test_the_database_itself_allows_one_running_game_in_a_room():
    here = a_game()
    here.game.pk = None
    here.game.code = "ANOTHER1"

    with pytest.raises(IntegrityError), transaction.atomic():
        here.game.save(force_insert=True)
    assert Game.objects.count() == 1


def test_the_database_itself_allows_one_person_on_a_chair():
    here = a_room(3)

    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.create(room=here.room, player=a_person("Zoe"), chair=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.create(room=here.room, player=here.people[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.filter(chair=1).update(is_removed=True)


@pytest.mark.parametrize("wrong", [{"seats": 2}, {"seats": 6}, {"edition": "chess"}, {"clock": 17}])
def test_the_database_itself_knows_what_a_room_can_be(wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Room.objects.create(**wrong)


def test_a_broken_off_game_is_gone_from_the_table_and_has_no_result():
    here = a_game()

    rooms.break_off(here.room.pk, here.people[0])

    game = Game.objects.get()
    assert (game.status, game.result) == (Game.Status.BROKEN_OFF, None)
    assert game.finished_at
    assert selectors.game_of(here.room) is None
    refused(NoGameIsRunning, rooms.break_off, here.room.pk, here.people[0])


def test_a_rematch_seats_the_same_people_anew(rng):
    here = a_game()
    play_on(here, rng)
    before = here.game.pk

    rematch = rooms.start(here.room.pk, here.people[0])

    assert rematch.pk != before
    assert [seat.player for seat in rematch.seats.all()] == here.people
    assert selectors.game_of(here.room) == rematch


def test_the_code_is_for_gathering_and_not_for_a_running_game(rng):
    here = a_room(3)
    code = here.room.code
    spoken = f" {code[:4].lower()}-{code[4:].lower()} "
    assert selectors.room_by_code(spoken) == here.room

    here.game = rooms.start(here.room.pk, here.people[0])
    refused(NoSuchRoom, selectors.room_by_code, code)
    play_on(here, rng)
    assert selectors.room_by_code(code) == here.room


@pytest.mark.parametrize(
    "code",
    ["", " ", "AAAAAAAA", "0", "É" * 8, "A" * 5000, "A\x00B", "%", "_"],
)
def test_no_room_is_behind_a_code_that_was_never_given(code):
    a_room(1)

    refused(NoSuchRoom, selectors.room_by_code, code)


@pytest.mark.parametrize("invite", ["", "nobody-knows-this", "\x00", "x" * 5000])
def test_no_room_is_behind_a_link_that_was_never_given(invite):
    a_room(1)

    refused(NoSuchRoom, selectors.room_by_invite, invite, None)
    refused(NoSuchRoom, selectors.room_by_invite, invite, Player.objects.get())


def test_every_change_counts_and_is_announced_after_the_commit(
    django_capture_on_commit_callbacks, monkeypatch
):
    told = []
    monkeypatch.setattr(announcing, "listeners", [told.append])
    here = a_room(3)
    changes = here.room.changes

    with django_capture_on_commit_callbacks(execute=True):
        rooms.set_lock(here.room.pk, here.people[0], is_locked=True)
        assert told == []

    assert [(news.room_id, news.move) for news in told] == [(here.room.pk, None)]
    assert Room.objects.get().changes == changes + 1


def test_a_refusal_is_not_announced(django_capture_on_commit_callbacks):
    here = a_room(2)

    with django_capture_on_commit_callbacks() as waiting:
        refused(TooFewPlayers, rooms.start, here.room.pk, here.people[0])

    assert waiting == []
