"""Many hands at once, on a real database: one action each, and clear answers for the others."""

from random import Random

import pytest
from django.utils import timezone

from games.engine.state import Phase
from games.models import Game, LoggedAction, Member, Room
from games.play import moves
from games.play.position import StoredPosition
from games.rooms import ending, hosting, rematch, seating, starting
from games.text.errors import GameIsRunning, RoomIsFull, StartedWithoutYou
from tests.support.builders import (
    Table,
    a_game,
    a_person,
    a_room,
    a_sealed_round,
    bid,
    commit,
    play_on,
)
from tests.support.races import RACES, at_once, is_whole, kinds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.__name__)
def test_of_many_hands_exactly_one_acts(race):
    race()


def test_20_people_for_the_last_chair():
    here = a_room(3)
    late = [a_person(f"Late {number}") for number in range(20)]

    answers = at_once(*[lambda who=who: seating.sit(here.room.pk, who) for who in late])

    assert kinds(answers) == {int: 1, RoomIsFull: 19}
    assert Member.objects.filter(room=here.room, chair__isnull=False).count() == 4


def test_one_person_in_many_tabs_gets_one_chair():
    here = a_room(1)
    zoe = a_person("Zoe")

    answers = at_once(*[lambda: seating.sit(here.room.pk, zoe)] * 8)

    assert answers == [1] * 8
    assert Member.objects.filter(player=zoe).count() == 1


@pytest.mark.parametrize("evening", range(3))
def test_a_storm_of_sealed_cards_is_taken_whole(evening):
    """Five seats commit at one instant: no one is told to try again."""
    here = a_sealed_round(people=5)

    def lay(seat):
        return moves.play(
            moves.Move(here.game.pk, 0, commit(seat, (1, 2, 3, 4, 6)[seat - evening]))
        )

    answers = at_once(*[lambda seat=seat: lay(seat) for seat in range(5)])

    assert kinds(answers) == {StoredPosition: 5}
    assert here.state().phase is Phase.AUCTION
    is_whole(here)


def test_start_pressed_twice_deals_one_game():
    here = a_room(3)

    answers = at_once(*[lambda: starting.start(here.room.pk, here.people[0])] * 8)

    assert kinds(answers) == {Game: 1, GameIsRunning: 7}
    assert Game.objects.count() == 1


def test_a_start_and_a_departure_at_once_leave_a_playable_game():
    here = a_room(4)

    at_once(
        lambda: starting.start(here.room.pk, here.people[0]),
        lambda: seating.leave(here.room.pk, here.people[3]),
        lambda: seating.leave(here.room.pk, here.people[0]),
    )

    game = Game.objects.first()
    if game:
        assert game.seats.count() in {3, 4}
    assert Room.objects.get().host is not None


def test_a_break_off_and_a_move_at_once_agree_on_what_happened():
    here = a_game()

    move, broken = at_once(
        lambda: moves.play(moves.Move(here.game.pk, 0, bid(0, 3))),
        lambda: ending.break_off(here.room.pk, here.people[0]),
    )

    assert broken is None
    played = LoggedAction.objects.count()
    assert played == (1 if isinstance(move, StoredPosition) else 0)
    game = Game.objects.get()
    assert (game.status, game.version) == (Game.Status.BROKEN_OFF, played)


def test_changes_of_a_room_are_all_counted():
    here = a_room(3)
    before = Room.objects.get().changes

    answers = at_once(
        *[
            lambda lock=lock: hosting.set_lock(here.room.pk, here.people[0], is_locked=lock)
            for lock in [True, False] * 8
        ]
    )

    assert answers == [None] * 16
    assert Room.objects.get().changes == before + 16


def test_many_tables_play_at_once_without_waiting_for_each_other_too_long():
    """On SQLite there is one writer: nobody may ever hear of it."""
    tables = [a_game() for _ in range(8)]

    def evening(here):
        for version, (seat, cards) in enumerate([(0, 1), (1, 2), (2, 3), (0, 3), (1, 4), (2, 6)]):
            moves.play(moves.Move(here.game.pk, version, bid(seat, cards)))

    answers = at_once(*[lambda here=here: evening(here) for here in tables])

    assert answers == [None] * 8
    assert LoggedAction.objects.count() == 48


def after_a_game(people: int = 3) -> Table:
    here = a_game(people=people)
    play_on(here, Random(5))
    return here


def test_all_are_ready_at_once_and_one_rematch_is_dealt():
    here = after_a_game(people=4)
    rematch.start(here.room.pk, here.people[0])

    def say_ready(player):
        return rematch.answer(here.room.pk, player, is_ready=True)

    answers = at_once(*[lambda p=p: say_ready(p) for p in here.people[1:] * 2])

    assert answers == [None] * 6
    assert here.room.games.filter(status=Game.Status.RUNNING).count() == 1


def test_a_place_is_given_away_at_the_moment_its_player_is_ready():
    """Whoever is first: the player is in the game, or a bot is and the player is told so."""
    here = after_a_game()
    rematch.start(here.room.pk, here.people[0])
    rematch.answer(here.room.pk, here.people[1], is_ready=True)
    Room.objects.update(rematch_due_at=timezone.now())

    started, said = at_once(
        lambda: rematch.start(here.room.pk, here.people[0]),
        lambda: rematch.answer(here.room.pk, here.people[2], is_ready=True),
    )

    game = here.room.games.get(status=Game.Status.RUNNING)
    if game.seats.filter(player=here.people[2]).exists():
        assert said is None
        assert isinstance(started, GameIsRunning)
    else:
        assert isinstance(said, StartedWithoutYou)
        assert game.seats.count() == 3


def test_the_host_leaves_while_the_others_are_ready():
    here = after_a_game(people=4)
    rematch.start(here.room.pk, here.people[0])
    rematch.answer(here.room.pk, here.people[1], is_ready=True)
    rematch.answer(here.room.pk, here.people[2], is_ready=True)

    left, said = at_once(
        lambda: seating.leave(here.room.pk, here.people[0]),
        lambda: rematch.answer(here.room.pk, here.people[3], is_ready=True),
    )

    assert (left, said) == (None, None)
    assert here.room.games.filter(status=Game.Status.RUNNING).count() == 1
    assert Room.objects.get().host == here.people[1]
