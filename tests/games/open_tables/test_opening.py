"""A room is private until its host opens it, and what holds for it then."""

import pytest

from games.models import Block, Game, Room
from games.open_tables import joining
from games.rooms import absence, api_tokens, ending, hosting, open_rooms, rematch, seating, starting
from games.rooms.lookup import room_by_invite
from games.text.errors import (
    CannotPlayTogether,
    CannotSitHere,
    GameIsRunning,
    GuestsAreSeated,
    HostsOnly,
    NeedsAClock,
    NoProgramsHere,
    NoSuchRoom,
    PlayedToTheEnd,
    RatedIsForAccounts,
)
from tests.support.builders import a_game, a_person, a_room, play_on
from tests.support.clocks import away
from tests.support.open_tables import an_account, an_open_game, an_open_table
from tests.support.rooms import chairs, refused

pytestmark = pytest.mark.django_db


def test_every_room_is_private_at_first():
    room = a_room(3).room

    assert (room.is_open, room.is_rated) == (False, False)
    assert not a_game().game.is_open


def test_a_room_that_is_opened_gets_a_clock():
    here = an_open_table(clock=0, grace=0, is_locked=True)

    assert here.room.is_open
    assert not here.room.is_locked
    assert (here.room.clock, here.room.grace) == (60, 120)


def test_only_the_host_opens_a_room():
    here = a_room(3)

    refused(HostsOnly, open_rooms.open_to_all, here.room.pk, here.people[1], is_rated=False)


def test_a_room_is_not_opened_during_a_game():
    here = a_game()

    refused(GameIsRunning, open_rooms.open_to_all, here.room.pk, here.people[0], is_rated=False)


def test_an_open_table_keeps_its_clock():
    here = an_open_table()

    refused(NeedsAClock, hosting.choose, here.room.pk, here.people[0], clock=0)
    refused(NeedsAClock, hosting.choose, here.room.pk, here.people[0], grace=0)


def test_rated_games_are_for_accounts():
    here = a_room(2)
    refused(RatedIsForAccounts, open_rooms.open_to_all, here.room.pk, here.people[0], is_rated=True)

    rated = an_open_table(is_rated=True)
    refused(RatedIsForAccounts, joining.sit, rated.room.pk, a_person("Zoe"))
    assert joining.sit(rated.room.pk, an_account("Yan")) == 1


def test_a_table_with_a_guest_is_not_made_rated():
    host = an_account("Ann")
    room = seating.open_room(host)
    seating.sit(room.pk, a_person("Bob"))

    refused(GuestsAreSeated, open_rooms.open_to_all, room.pk, host, is_rated=True)


def test_a_game_remembers_that_it_is_open_and_rated():
    here = an_open_game(is_rated=True)

    game = Game.objects.get()
    assert (game.is_open, game.is_rated) == (True, True)
    assert open_rooms.are_apart([each.pk for each in here.people]) is False


def test_a_room_that_is_private_again_keeps_strangers_out():
    """They may have kept its link."""
    here = an_open_table(2)
    zoe = a_person("Zoe")
    assert room_by_invite(here.room.invite, zoe)

    open_rooms.make_private(here.room.pk, here.people[0])

    with pytest.raises(NoSuchRoom):
        room_by_invite(here.room.invite, zoe)
    assert room_by_invite(here.room.invite, here.people[1])
    room = Room.objects.get()
    assert (room.is_open, room.is_rated, room.is_locked) == (False, False, True)


def test_an_open_game_is_not_hidden_while_it_is_played():
    here = an_open_game()

    refused(GameIsRunning, open_rooms.make_private, here.room.pk, here.people[0])


def test_no_host_breaks_an_open_game_off_or_decides_about_the_absent():
    here = an_open_game()
    away(here, 1)

    refused(PlayedToTheEnd, ending.break_off, here.room.pk, here.people[0])
    refused(PlayedToTheEnd, absence.wait_for, here.room.pk, here.people[0], 1)


def test_programs_do_not_play_at_open_tables():
    here = a_room(2)
    api_tokens.new_token(here.room.pk, here.people[1])

    open_rooms.open_to_all(here.room.pk, here.people[0], is_rated=False)

    assert not here.room.members.exclude(token="").exists()
    refused(NoProgramsHere, api_tokens.new_token, here.room.pk, here.people[1])


@pytest.mark.parametrize("is_mine", [True, False])
def test_a_blocked_pair_does_not_sit_down_together(is_mine):
    here, zoe = an_open_table(2), a_person("Zoe")
    pair = (zoe, here.people[1]) if is_mine else (here.people[1], zoe)
    Block.objects.create(player=pair[0], blocked=pair[1])

    refused(CannotSitHere, joining.sit, here.room.pk, zoe)
    seating.watch(here.room.pk, zoe)


def test_among_friends_a_block_keeps_nobody_away():
    here, zoe = a_room(2), a_person("Zoe")
    Block.objects.create(player=here.people[1], blocked=zoe)

    assert joining.sit(here.room.pk, zoe) == 2


def test_a_blocked_pair_is_not_dealt_to():
    here = a_room(3)
    Block.objects.create(player=here.people[1], blocked=here.people[2])
    refused(
        CannotPlayTogether, open_rooms.open_to_all, here.room.pk, here.people[0], is_rated=False
    )

    Room.objects.update(is_open=True, clock=60)
    refused(CannotPlayTogether, starting.start, here.room.pk, here.people[0])


def test_a_rematch_asks_for_the_same(rng):
    here = an_open_game()
    play_on(here, rng)
    Block.objects.create(player=here.people[1], blocked=here.people[2])

    refused(CannotPlayTogether, rematch.start, here.room.pk, here.people[0])


def test_an_open_table_deals_when_it_is_full():
    here = an_open_table(2, seats=3)

    joining.sit(here.room.pk, a_person("Zoe"))

    assert here.room.games.get().is_open
    assert chairs(here.room) == {"Ann": 0, "Bob": 1, "Zoe": 2}


def test_a_private_room_that_is_full_waits_for_its_host():
    here = a_room(2, seats=3)

    joining.sit(here.room.pk, a_person("Zoe"))

    assert not here.room.games.exists()
