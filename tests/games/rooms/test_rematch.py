"""A rematch: proposed by the host, dealt when everybody is ready or bots may fill in."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.background import clock_skew
from games.models import Game, Member, Room
from games.rooms import api_tokens, hosting, rematch, seating, starting
from games.rooms.chairs import seated_in
from games.text.errors import (
    HostsOnly,
    NoRematchProposed,
    NotEverybodyIsReady,
    NotInThisRoom,
    NotSeated,
    RoomIsFull,
    StartedWithoutYou,
    TooFewPlayers,
)
from tests.support.builders import Table, a_game, a_person, a_room, play_on
from tests.support.rooms import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(rng) -> Table:
    """Ann, Bob and Cid after their first game, with two chairs free."""
    here = a_game()
    play_on(here, rng)
    Room.objects.filter(pk=here.room.pk).update(seats=5)
    return here


def propose(here: Table) -> Game | None:
    return rematch.start(here.room.pk, here.people[0])


def say_ready(here: Table, number: int, *, is_ready: bool = True) -> None:
    rematch.answer(here.room.pk, here.people[number], is_ready=is_ready)


def games_in(here: Table) -> int:
    return Game.objects.filter(room=here.room).count()


def let_the_minute_pass(here: Table) -> None:
    Room.objects.filter(pk=here.room.pk).update(rematch_due_at=timezone.now())


def chairs(here: Table) -> list[str]:
    return [each.player.name for each in here.room.members.order_by("chair").exclude(chair=None)]


def test_the_first_game_is_dealt_without_being_proposed():
    here = a_room(3)

    assert rematch.start(here.room.pk, here.people[0]) == Game.objects.get()


def test_a_rematch_is_dealt_when_the_last_one_is_ready(here):
    assert propose(here) is None
    say_ready(here, 1)
    assert games_in(here) == 1

    say_ready(here, 2)

    assert games_in(here) == 2
    again = Game.objects.get(status=Game.Status.RUNNING)
    assert [seat.player for seat in again.seats.all()] == here.people
    assert Room.objects.get().rematch_due_at is None


def test_a_rematch_against_bots_is_dealt_at_once(rng):
    room = starting.play_now(a_person("Ann"), "osprey-2018", "novice")
    here = Table(room, [room.host], room.games.get())
    play_on(here, rng)

    assert propose(here) is not None


def test_a_program_is_ready_like_a_bot(here):
    api_tokens.new_token(here.room.pk, here.people[2])
    propose(here)

    say_ready(here, 1)

    assert games_in(here) == 2


def test_who_is_not_ready_after_all_is_waited_for(here):
    propose(here)
    say_ready(here, 1)
    say_ready(here, 1, is_ready=False)
    say_ready(here, 2)

    assert games_in(here) == 1
    say_ready(here, 1)
    assert games_in(here) == 2


def test_before_the_minute_is_over_nobody_s_place_is_given_away(here):
    propose(here)
    say_ready(here, 1)

    refused(NotEverybodyIsReady, propose, here)


def test_after_a_minute_the_host_may_start_with_bots(here):
    propose(here)
    say_ready(here, 2)
    let_the_minute_pass(here)

    again = propose(here)

    seats = list(again.seats.all())
    assert [seats[0].player, seats[2].player] == [here.people[0], here.people[2]]
    assert seats[1].player.bot
    assert Member.objects.get(player=here.people[1]).chair is None
    refused(StartedWithoutYou, say_ready, here, 1)


def test_who_lost_the_place_to_a_bot_takes_it_again_after_the_game(here, rng):
    propose(here)
    say_ready(here, 2)
    let_the_minute_pass(here)
    here.game = propose(here)
    play_on(here, rng)

    seating.sit(here.room.pk, here.people[1])

    assert chairs(here) == ["Ann", "Bob", "Cid"]
    assert not Member.objects.filter(room=here.room).exclude(player__bot="").exists()


@pytest.mark.parametrize(("is_here", "asked"), [(True, ["Bob", "Cid"]), (False, ["Cid"])])
def test_the_next_proposal_gives_the_place_back_to_who_is_here(here, rng, is_here, asked):
    propose(here)
    say_ready(here, 2)
    let_the_minute_pass(here)
    here.game = propose(here)
    play_on(here, rng)
    if not is_here:
        Member.objects.filter(player=here.people[1]).update(seen_at=None)

    propose(here)

    waiting = rematch.not_ready(seated_in(here.room))
    assert [each.player.name for each in waiting] == asked
    assert ("Bob" in chairs(here)) == is_here


def test_only_those_on_chairs_are_asked(here):
    seating.watch(here.room.pk, eve := a_person("Eve"))
    refused(NoRematchProposed, say_ready, here, 1)
    propose(here)

    refused(NotSeated, rematch.answer, here.room.pk, eve, is_ready=True)
    refused(NotInThisRoom, rematch.answer, here.room.pk, a_person("Zoe"), is_ready=True)
    refused(HostsOnly, rematch.start, here.room.pk, here.people[1])


def test_a_proposal_outlives_its_host(here):
    seating.sit(here.room.pk, dora := a_person("Dora"))
    propose(here)
    say_ready(here, 2)

    seating.leave(here.room.pk, here.people[0])

    assert Room.objects.get().host == here.people[1]
    say_ready(here, 1)
    assert games_in(here) == 1
    rematch.answer(here.room.pk, dora, is_ready=True)
    assert games_in(here) == 2


def test_when_too_few_are_left_nothing_is_dealt(here):
    propose(here)
    seating.leave(here.room.pk, here.people[2])
    say_ready(here, 1)

    assert games_in(here) == 1
    refused(TooFewPlayers, propose, here)
    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    assert propose(here) is not None


def test_when_the_last_one_to_wait_for_has_left_the_host_may_start(here):
    seating.sit(here.room.pk, dora := a_person("Dora"))
    propose(here)
    say_ready(here, 1)
    say_ready(here, 2)
    seating.leave(here.room.pk, dora)

    assert propose(here) is not None


def test_other_options_are_another_proposal(here):
    propose(here)
    say_ready(here, 1)

    hosting.choose(here.room.pk, here.people[0], clock=60)

    say_ready(here, 2)
    assert games_in(here) == 1
    say_ready(here, 1)
    assert games_in(here) == 2


def test_proposing_twice_forgets_nobody_s_answer(here):
    propose(here)
    due = Room.objects.get().rematch_due_at
    say_ready(here, 1)
    refused(NotEverybodyIsReady, propose, here)

    assert Room.objects.get().rematch_due_at == due
    say_ready(here, 2)
    assert games_in(here) == 2


def test_saying_ready_twice_is_no_error(here):
    propose(here)
    for number in (1, 2, 2, 1):
        say_ready(here, number)

    assert games_in(here) == 2


def test_a_room_is_told_once_that_the_minute_is_over(here):
    propose(here)
    later = timezone.now() + rematch.PATIENCE
    before = Room.objects.get().changes

    assert rematch.tell_late(later - timedelta(seconds=1)) == 0
    assert [rematch.tell_late(later), rematch.tell_late(later)] == [1, 0]
    assert Room.objects.get().changes == before + 1


def test_a_clock_that_was_set_back_keeps_nobody_waiting(here):
    propose(here)
    Room.objects.update(rematch_due_at=timezone.now() + timedelta(hours=1))

    clock_skew.correct_times()

    assert rematch.is_due(Room.objects.get())


def test_nobody_else_takes_the_chair_that_a_bot_keeps(here, rng):
    propose(here)
    say_ready(here, 1)
    let_the_minute_pass(here)
    here.game = propose(here)
    play_on(here, rng)
    kept = chairs(here)
    Room.objects.update(seats=3)

    refused(RoomIsFull, seating.sit, here.room.pk, a_person("Mallory"))
    assert chairs(here) == kept
    assert seating.sit(here.room.pk, here.people[2]) == 2


def test_the_chair_of_somebody_who_has_left_is_free(here, rng):
    propose(here)
    say_ready(here, 1)
    let_the_minute_pass(here)
    here.game = propose(here)
    play_on(here, rng)
    Room.objects.update(seats=3)
    seating.leave(here.room.pk, here.people[2])

    assert seating.sit(here.room.pk, a_person("Dora")) == 2
