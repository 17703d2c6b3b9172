"""Who leaves an open game is replaced by a bot for good, and it is stored that they left."""

from random import Random

import pytest
from django.utils import timezone

from games import screens
from games.accounts import erasure
from games.background import heartbeat
from games.models import CORRESPONDENCE, ClockBeat, Game, Member, Room, Seat
from games.play import clock
from games.play.automation import automation_of
from games.play.position import seat_of
from games.rooms import leaves, lookup, presence, seating
from games.text.errors import GameIsRunning
from tests.support.builders import a_game, a_person, play_on
from tests.support.clocks import SECOND, answer, away, here_now, later, stored
from tests.support.open_tables import an_open_game, an_open_table, steady
from tests.support.rooms import chairs, refused

pytestmark = pytest.mark.django_db


def left(here) -> list[int]:
    seats = Seat.objects.filter(game=here.game, left_at__isnull=False)
    return list(seats.order_by("number").values_list("number", flat=True))


def bots(here) -> dict[int, str]:
    return dict(automation_of(Game.objects.get(pk=here.game.pk)).bots)


def test_who_leaves_an_open_game_has_left_it_for_good():
    here = an_open_game()

    seating.leave(here.room.pk, here.people[1])

    assert left(here) == [1]
    assert bots(here) == {1: "regular"}
    refused(GameIsRunning, seating.sit, here.room.pk, here.people[1])
    game = stored(here)
    assert seat_of(game, here.people[1]) is None


def test_who_leaves_a_private_game_comes_back_to_it():
    here = a_game()

    seating.leave(here.room.pk, here.people[1])

    assert left(here) == []
    assert seating.sit(here.room.pk, here.people[1]) == 1


def test_who_is_away_for_the_grace_has_left():
    here = an_open_game(grace=30)
    steady()
    away(here, 2, seconds=31)

    assert leaves.give_up_places() == 1
    assert leaves.give_up_places() == 0

    assert left(here) == [2]
    assert bots(here) == {2: "regular"}
    assert chairs(here.room) == {"Ann": 0, "Bob": 1}
    assert not presence.arrive(here.room.pk, here.people[2].pk)
    assert left(here) == [2]


def test_who_comes_back_in_time_has_not_left():
    here = an_open_game(grace=60)
    steady()
    away(here, 2, seconds=40)

    leaves.give_up_places()

    assert left(here) == []


def test_a_break_of_the_site_is_nobody_s_absence():
    here = an_open_game(grace=30)
    for chair in range(3):
        away(here, chair, seconds=300)
    ClockBeat.objects.create(pk=1, at=timezone.now() - 200 * SECOND)
    heartbeat.beat()

    assert leaves.give_up_places() == 0
    assert left(here) == []


def test_a_beat_without_a_break_leaves_the_time_as_it_is():
    steady(500)
    before = ClockBeat.objects.get().steady_since

    heartbeat.beat()

    assert ClockBeat.objects.get().steady_since == before


def test_an_open_game_that_all_have_left_is_played_to_its_end():
    here = an_open_game(grace=30, level="novice")
    steady()
    for chair in range(3):
        away(here, chair, seconds=300)

    leaves.give_up_places()

    assert left(here) == [0, 1, 2]
    for _ in range(3):
        for question in clock.due_questions(later()):
            answer(question)
    assert stored(here).version == 3


def test_a_game_among_friends_is_not_left_by_being_away():
    here = a_game(grace=30)
    steady()
    away(here, 1, seconds=300)

    assert leaves.give_up_places() == 0
    presence.add_stand_ins()
    assert left(here) == []
    assert bots(here) == {1: "regular"}


def test_over_days_a_turn_that_passed_by_is_a_leave():
    here = an_open_game(clock=CORRESPONDENCE)
    seat = here.state().turn
    steady()
    for chair in range(3):
        away(here, chair, seconds=100_000)
    assert leaves.give_up_places() == 0
    Game.objects.update(deadline=timezone.now() - SECOND, due_at=timezone.now() - SECOND)

    clock.due_questions(later())

    assert left(here) == [seat]
    assert bots(here) == {seat: "regular"}


def test_the_result_of_a_seat_that_was_left_stays_its_player_s(rng):
    here = an_open_game()
    seating.leave(here.room.pk, here.people[0])

    play_on(here, rng)

    seat = Seat.objects.get(game=here.game, number=0)
    assert (seat.player, seat.left_at is not None, seat.place is not None) == (
        here.people[0],
        True,
        True,
    )
    assert seat_of(stored(here), here.people[0]) == 0


def test_who_has_left_sees_what_a_stranger_sees():
    here = an_open_game()
    seating.leave(here.room.pk, here.people[1])

    viewer = screens.viewer_of(screens.load(lookup.room(here.room.pk)), here.people[1], "")

    assert (viewer.seat, viewer.is_member) == (None, False)


def test_a_chair_is_kept_for_a_minute():
    here = an_open_table(2)
    steady()
    away(here, 0, seconds=61)

    leaves.give_up_places()

    assert chairs(here.room) == {"Bob": 1}
    assert Room.objects.get().host == here.people[1]


def test_a_table_that_all_have_left_is_closed():
    here = an_open_table(2)
    steady()
    away(here, 0)
    away(here, 1)

    leaves.give_up_places()

    assert Room.objects.get().closed_at is not None


def test_a_chair_of_a_game_over_days_is_kept():
    here = an_open_table(2, clock=CORRESPONDENCE)
    steady()
    away(here, 0, seconds=100_000)

    assert leaves.give_up_places() == 0


def test_erasing_oneself_is_leaving():
    here = an_open_game()

    erasure.erase(here.people[1])

    assert left(here) == [1]


def test_who_is_away_twice_leaves_once():
    here = an_open_game(grace=30)
    steady()
    away(here, 1)
    leaves.give_up_places()
    first = Seat.objects.get(game=here.game, number=1).left_at

    away(here, 2)
    leaves.give_up_places()

    assert Seat.objects.get(game=here.game, number=1).left_at == first
    assert left(here) == [1, 2]


def test_the_others_play_on():
    here = an_open_game()
    seating.leave(here.room.pk, here.people[0])
    here_now(here, 1, 2)

    play_on(here, Random(3), actions=5)

    assert stored(here).version == 5
    assert Member.objects.filter(room=here.room).count() == 2
    assert a_person("Zoe").seats.count() == 0
