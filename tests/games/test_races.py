"""Many hands at once, on a real database: one action each, and clear answers for the others."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from games.engine.actions import Pass
from games.engine.state import Phase
from games.models import Game, LoggedAction, Member, Room
from games.refusals import GameIsRunning, RoomIsFull, TableMovedOn
from games.services import rooms, table
from games.services.table import forget_positions
from tests.games.builders import a_game, a_person, a_room, a_sealed_round, bid, commit

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds):
    """Do all of it at the same moment, each in a thread of its own; what came of each."""
    ready = Barrier(len(deeds))

    def run(deed):
        try:
            connections["default"].ensure_connection()
            ready.wait(20)
            return deed()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def kinds(answers):
    return Counter(type(answer) for answer in answers)


def is_whole(here):
    """The log has no gap, and folding it gives what is remembered."""
    remembered = here.position()
    numbers = list(LoggedAction.objects.filter(game=here.game).values_list("number", flat=True))
    assert numbers == list(range(Game.objects.get(pk=here.game.pk).version))
    forget_positions()
    assert here.position() == remembered


def test_the_same_bid_sent_32_times_at_once_is_one_action():
    here = a_game()

    answers = at_once(*[lambda: table.play(here.game.pk, 0, bid(0, 3))] * 32)

    assert kinds(answers) == {table.Position: 1, TableMovedOn: 31}
    assert here.position().version == 1
    is_whole(here)


def test_a_stale_version_never_counts():
    here = a_game()
    here.do(bid(0, 3))

    answers = at_once(
        *[lambda: table.play(here.game.pk, 0, bid(1, 4))] * 8,
        *[lambda: table.play(here.game.pk, 1, bid(1, 4))] * 2,
        *[lambda: table.play(here.game.pk, 2, bid(1, 6))] * 2,
    )

    assert kinds(answers)[table.Position] == 1
    assert here.position().version == 2
    assert '"cards":[4000]' in LoggedAction.objects.get(game=here.game, number=1).payload
    is_whole(here)


def test_of_two_tabs_one_plays():
    here = a_game()

    for version in range(0, 8, 2):
        forget_positions()
        seat = here.state().turn
        answers = at_once(
            lambda seat=seat, version=version: table.play(here.game.pk, version, Pass(seat)),
            lambda seat=seat, version=version: table.play(
                here.game.pk, version, bid(seat, (1, 2, 3, 4)[version // 2])
            ),
        )
        assert kinds(answers) == {table.Position: 1, TableMovedOn: 1}
        here.do(Pass(here.state().turn))
    is_whole(here)


def test_20_people_for_the_last_chair():
    here = a_room(3)
    late = [a_person(f"Late {number}") for number in range(20)]

    answers = at_once(*[lambda who=who: rooms.sit(here.room.pk, who) for who in late])

    assert kinds(answers) == {int: 1, RoomIsFull: 19}
    assert Member.objects.filter(room=here.room, chair__isnull=False).count() == 4


def test_one_person_in_many_tabs_gets_one_chair():
    here = a_room(1)
    zoe = a_person("Zoe")

    answers = at_once(*[lambda: rooms.sit(here.room.pk, zoe)] * 8)

    assert answers == [1] * 8
    assert Member.objects.filter(player=zoe).count() == 1


@pytest.mark.parametrize("evening", range(3))
def test_a_storm_of_sealed_cards_is_taken_whole(evening):
    """Five seats commit at one instant: no one is told to try again."""
    here = a_sealed_round(people=5)

    def lay(seat):
        return table.play(here.game.pk, 0, commit(seat, (1, 2, 3, 4, 6)[seat - evening]))

    answers = at_once(*[lambda seat=seat: lay(seat) for seat in range(5)])

    assert kinds(answers) == {table.Position: 5}
    assert here.state().phase is Phase.AUCTION
    is_whole(here)


def test_the_same_sealed_card_sent_many_times_is_laid_once():
    here = a_sealed_round(people=3)

    answers = at_once(*[lambda: table.play(here.game.pk, 0, commit(0, 25))] * 8)

    assert kinds(answers)[table.Position] == 1
    assert here.position().version == 1
    is_whole(here)


def test_start_pressed_twice_deals_one_game():
    here = a_room(3)

    answers = at_once(*[lambda: rooms.start(here.room.pk, here.people[0])] * 8)

    assert kinds(answers) == {Game: 1, GameIsRunning: 7}
    assert Game.objects.count() == 1


def test_a_start_and_a_departure_at_once_leave_a_playable_game():
    here = a_room(4)

    at_once(
        lambda: rooms.start(here.room.pk, here.people[0]),
        lambda: rooms.leave(here.room.pk, here.people[3]),
        lambda: rooms.leave(here.room.pk, here.people[0]),
    )

    game = Game.objects.first()
    if game:
        assert game.seats.count() in {3, 4}
    assert Room.objects.get().host is not None


def test_a_break_off_and_a_move_at_once_agree_on_what_happened():
    here = a_game()

    move, broken = at_once(
        lambda: table.play(here.game.pk, 0, bid(0, 3)),
        lambda: rooms.break_off(here.room.pk, here.people[0]),
    )

    assert broken is None
    played = LoggedAction.objects.count()
    assert played == (1 if isinstance(move, table.Position) else 0)
    game = Game.objects.get()
    assert (game.status, game.version) == (Game.Status.BROKEN_OFF, played)


def test_changes_of_a_room_are_all_counted():
    here = a_room(3)
    before = Room.objects.get().changes

    answers = at_once(
        *[
            lambda lock=lock: rooms.set_lock(here.room.pk, here.people[0], is_locked=lock)
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
            table.play(here.game.pk, version, bid(seat, cards))

    answers = at_once(*[lambda here=here: evening(here) for here in tables])

    assert answers == [None] * 8
    assert LoggedAction.objects.count() == 48


# Those that `script/soak races` runs a thousand times.
RACES = (
    test_the_same_bid_sent_32_times_at_once_is_one_action,
    test_of_two_tabs_one_plays,
    test_a_stale_version_never_counts,
    test_the_same_sealed_card_sent_many_times_is_laid_once,
)
