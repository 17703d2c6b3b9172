"""Bots have time for everybody: many rooms of one person do not delay another's table."""

import asyncio

import pytest
from django.test import override_settings
from django.utils import timezone

from games.background.pools import Turns
from games.engine.actions import Pass
from games.models import CORRESPONDENCE, Game, Member, Room
from games.play import clock
from games.play.stored_records import record_of
from games.replays import play_on
from games.replays.replay import loaded
from games.rooms import ending, seating, starting
from games.text.errors import TooManyGames
from tests.support.builders import a_person
from tests.support.clocks import here_now, later, whose, with_bots
from tests.support.played_records import played

pytestmark = pytest.mark.django_db(transaction=True)


def a_bots_turn(host=None, since=-10, **options):
    """A table at which a bot has been due for so long, opened by `host` if one is named."""
    here = with_bots(**options)
    while not any(seat >= len(here.people) for seat in whose(here)):
        here.do(Pass(whose(here)[0]))
    Game.objects.filter(pk=here.game.pk).update(due_at=later(since))
    if host is not None:
        Room.objects.filter(pk=here.room.pk).update(host=host)
    return here


def a_flood(count=12):
    """So many rooms of one person, all due for longer than anything else."""
    hog = a_person("Hog")
    return hog, [a_bots_turn(hog, since=-100) for _ in range(count)]


def test_one_persons_rooms_leave_room_for_anothers():
    a_flood()
    mine = a_bots_turn()

    taken = [question.game_id for question in clock.due_questions(later(), 2)]

    assert len(taken) == 2
    assert mine.game.pk in taken


def test_no_more_than_a_few_of_one_persons_rooms_are_asked_at_once():
    hog, _ = a_flood()

    assert len(clock.due_questions(later())) == clock.MOST_OF_ONE
    assert clock.due_questions(later(), asked={hog.pk: clock.MOST_OF_ONE}) == []
    assert len(clock.due_questions(later(), asked={hog.pk: clock.MOST_OF_ONE - 1})) == 1


def test_who_has_been_asked_already_comes_after_who_has_not():
    hog, _ = a_flood(2)
    mine = a_bots_turn()

    (question,) = clock.due_questions(later(), 1, asked={hog.pk: 1})

    assert question.game_id == mine.game.pk
    assert question.host == mine.people[0].pk


def test_where_more_players_are_here_bots_answer_first():
    lonely, together = a_bots_turn(since=1), a_bots_turn(people=2, bots=1, since=2)
    for here in (lonely, together):
        here_now(here)

    assert [q.game_id for q in clock.due_questions(later(), 1)] == [together.game.pk]
    assert [q.game_id for q in clock.due_questions(later(), 1)] == [lonely.game.pk]


def test_who_has_waited_too_long_comes_before_tables_with_more_players():
    lonely, _ = a_bots_turn(since=-100), a_bots_turn(people=2, bots=1, since=3)

    assert [q.game_id for q in clock.due_questions(later(), 1)] == [lonely.game.pk]


async def test_the_bots_processes_are_given_to_one_host_after_another():
    turns, order = Turns(1), []

    async def ask(host):
        async with turns.of(host):
            order.append(host)
            await asyncio.sleep(0)

    await asyncio.gather(*map(ask, [1, 1, 1, 1, 1, 2, 2, 3]))

    assert order == [1, 2, 3, 1, 2, 1, 1, 1]
    assert turns.free == 1


async def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next():
    turns = Turns(1)
    async with turns.of(1):
        gone, late, last = (asyncio.create_task(turns._wait(host)) for host in (2, 3, 4))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
    late.cancel()  # its turn has come in the same moment
    async with asyncio.timeout(60):
        await last
    assert late.cancelled()
    assert turns.free == 0


@override_settings(MOST_GAMES=2)
def test_a_person_has_so_many_running_games_at_most():
    ann = a_person()
    played()
    past = Game.objects.get()
    first = starting.play_now(ann, "classic", "novice")
    starting.play_now(ann, "classic", "novice")

    with pytest.raises(TooManyGames) as no:
        starting.play_now(ann, "classic", "novice")
    with pytest.raises(TooManyGames):
        play_on.play_on(loaded(past), 1, ann, 0, "novice")
    assert "2 games running" in str(no.value)
    ending.break_off(first.pk, ann)
    starting.play_now(ann, "classic", "novice")


@override_settings(MOST_GAMES=1)
def test_games_that_somebody_has_left_or_not_seen_for_long_do_not_count():
    ann = a_person()
    left = starting.play_now(ann, "classic", "novice")
    seating.leave(left.pk, ann)
    starting.play_now(ann, "classic", "novice")
    Member.objects.update(seen_at=timezone.now() - 2 * starting.LATELY)

    starting.play_now(ann, "classic", "novice")

    with pytest.raises(TooManyGames):
        starting.play_now(ann, "classic", "novice")


@override_settings(MOST_GAMES=1)
def test_games_by_letter_count_as_long_as_one_is_in_their_room():
    ann = a_person()
    starting.play_now(ann, "classic", "novice")
    Game.objects.update(clock=CORRESPONDENCE)
    Member.objects.update(seen_at=timezone.now() - 2 * starting.LATELY)

    with pytest.raises(TooManyGames):
        starting.play_now(ann, "classic", "novice")


@override_settings(MOST_GAMES=1)
def test_games_that_are_over_do_not_count():
    ann = a_person()
    room = starting.play_now(ann, "classic", "novice")
    Game.objects.update(status=Game.Status.BROKEN_OFF)

    game = starting.start(room.pk, ann)

    assert record_of(game).actions == ()
