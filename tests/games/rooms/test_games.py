"""A room's games: dealt, broken off, played again, one at a time."""

import pytest

from games.models import Game
from games.rooms import ending, lookup, seating, starting
from games.text.errors import GameIsRunning, NoGameIsRunning, TooFewPlayers
from tests.support.builders import a_game, a_person, a_room, play_on
from tests.support.rooms import refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("people", [1, 2])
def test_a_game_needs_three(people):
    here = a_room(people)
    seating.watch(here.room.pk, a_person("Eve"))

    refused(TooFewPlayers, starting.start, here.room.pk, here.people[0])


@pytest.mark.parametrize("people", [3, 4, 5])
def test_everybody_on_a_chair_is_dealt_in(people):
    here = a_room(people, seats=5)
    seating.watch(here.room.pk, a_person("Eve"))

    game = starting.start(here.room.pk, here.people[0])

    assert [seat.player for seat in game.seats.all()] == here.people
    assert [seat.number for seat in game.seats.all()] == list(range(people))
    assert [seat.name for seat in game.seats.all()] == [p.name for p in here.people]


def test_seats_have_no_gaps_where_chairs_have():
    here = a_room(4)
    seating.leave(here.room.pk, here.people[1])

    game = starting.start(here.room.pk, here.people[0])

    assert [(seat.number, seat.name) for seat in game.seats.all()] == [
        (0, "Ann"),
        (1, "Cid"),
        (2, "Dora"),
    ]


def test_every_game_is_shuffled_from_a_seed_of_its_own():
    here = a_room(3)
    first = starting.start(here.room.pk, here.people[0])
    ending.break_off(here.room.pk, here.people[0])
    second = starting.start(here.room.pk, here.people[0])

    assert len({first.seed, second.seed, first.salt, second.salt}) == 4
    assert first.commitment != second.commitment


def test_a_room_plays_one_game_at_a_time():
    here = a_game()

    refused(GameIsRunning, starting.start, here.room.pk, here.people[0])


def test_a_broken_off_game_is_gone_from_the_table_and_has_no_result():
    here = a_game()

    ending.break_off(here.room.pk, here.people[0])

    game = Game.objects.get()
    assert (game.status, game.result) == (Game.Status.BROKEN_OFF, None)
    assert game.finished_at
    assert lookup.game_of(here.room) is None
    refused(NoGameIsRunning, ending.break_off, here.room.pk, here.people[0])


def test_a_rematch_seats_the_same_people_anew(rng):
    here = a_game()
    play_on(here, rng)
    before = here.game.pk

    rematch = starting.start(here.room.pk, here.people[0])

    assert rematch.pk != before
    assert [seat.player for seat in rematch.seats.all()] == here.people
    assert lookup.game_of(here.room) == rematch
