"""Moves written together: one commit for all, and none of them harms another."""

import asyncio
import json
from threading import Event

import pytest
from django.db import OperationalError, connection, transaction

from games.engine.actions import Pass
from games.engine.violations import BidTooLow
from games.engine.wire import action_dict
from games.models import Game, LoggedAction
from games.play.batching import Writer
from games.play.moves import Move, play_many
from games.play.position import StoredPosition, forget_positions, position_of
from games.rooms import ending
from games.text.errors import NoGameIsRunning, TableMovedOn
from tests.support.builders import a_game, a_sealed_round, bid, commit, everything
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def opening(here, action=None):
    return Move(here.game.pk, 0, action or bid(0, 3))


def outcomes(writer_moves):
    """What a fresh writer says of moves that arrive at one moment."""

    async def all_at_once():
        writer = Writer()
        return await asyncio.gather(*map(writer.play, writer_moves), return_exceptions=True)

    return asyncio.run(all_at_once())


def lines(here):
    return LoggedAction.objects.filter(game=here.game).count()


def is_as_stored(here):
    remembered = here.position()
    forget_positions()
    return here.position() == remembered


def test_moves_of_several_games_are_one_commit(django_assert_num_queries):
    tables = [a_game() for _ in range(3)]
    for here in tables:
        here.position()

    with django_assert_num_queries(2 + 2):  # BEGIN, COMMIT, and two for all of them
        positions = play_many([opening(here) for here in tables])

    assert [position.version for position in positions] == [1, 1, 1]
    assert all(is_as_stored(here) for here in tables)


def test_a_refused_move_keeps_no_other_from_its_table():
    good, low, gone, late = a_game(), a_game(), a_game(), a_game()
    ending.break_off(gone.room.pk, gone.people[0])
    late.do(bid(0, 3))

    low.do(bid(0, 4))

    too_little = Move(low.game.pk, 1, bid(1, 2))
    first, no_game, moved_on, too_low = play_many(
        [opening(good), opening(gone), opening(late), too_little]
    )

    assert isinstance(first, StoredPosition)
    assert [type(refusal) for refusal in (no_game, moved_on, too_low)] == [
        NoGameIsRunning,
        TableMovedOn,
        BidTooLow,
    ]
    assert [lines(here) for here in (good, gone, late, low)] == [1, 0, 1, 1]


def test_every_lease_of_a_batch_is_asked_for(caplog):
    free, held, other, ended = tables = [a_game() for _ in range(4)]
    for here in (held, other):
        Game.objects.filter(pk=here.game.pk).update(lease=f"of {here.game.pk}")
    under_leases = [opening(here)._replace(lease=f"of {here.game.pk}") for here in tables[1:]]

    *played, refused = play_many([opening(free), *under_leases])

    assert [position.version for position in played] == [1, 1, 1]
    assert isinstance(refused, TableMovedOn)
    assert lines(ended) == 0
    assert not caplog.records


def test_what_the_database_refuses_is_played_one_by_one(caplog):
    """A line was written behind our back: the commit of all fails, those of the others do not."""
    before, broken, after = a_game(), a_game(), a_game()
    stolen = {"seat": 0, "payload": json.dumps(action_dict(bid(0, 3))), "hash": "x"}
    broken.position()
    LoggedAction(game=broken.game, number=0, at=broken.game.started_at, **stolen).save()

    answers = play_many([opening(here) for here in (before, broken, after)])

    assert [type(answer) for answer in answers] == [StoredPosition, TableMovedOn, StoredPosition]
    assert [lines(here) for here in (before, broken, after)] == [1, 1, 1]
    assert is_as_stored(before)
    assert is_as_stored(after)
    assert "together" in caplog.text


def test_a_fault_after_the_commit_makes_no_stored_move_look_refused(monkeypatch, caplog):
    def broken(_news):
        raise ValueError("a listener with a fault")

    tables = [a_game(), a_game()]
    monkeypatch.setattr("games.play.announcements.listeners", [broken])

    outcomes = play_many([Move(here.game.pk, 0, bid(0, 3)) for here in tables])

    assert [outcome.version for outcome in outcomes] == [1, 1]
    assert [Game.objects.get(pk=here.game.pk).version for here in tables] == [1, 1]
    assert "a listener with a fault" in caplog.text


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_a_batch_does_not_wait_for_a_new_row_that_names_a_game():
    tables, added, written = [a_game(), a_game()], Event(), Event()

    def adds():
        with transaction.atomic():
            row = {"seat": 0, "payload": "{}", "hash": "x", "at": tables[1].game.started_at}
            LoggedAction(game=tables[1].game, number=1_000, **row).save()
            connection.check_constraints()
            added.set()
            written.wait(60)

    def plays():
        added.wait(60)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout TO '5s'")
            return play_many([opening(here) for here in tables])
        finally:
            written.set()

    _, answers = at_once(adds, plays)

    assert [position.version for position in answers] == [1, 1]


def test_a_commit_that_fails_is_not_remembered(monkeypatch):
    tables = [a_game(), a_game()]
    positions, stored = [here.position() for here in tables], everything()

    def fails():
        raise OperationalError("disk I/O error")

    moves = [opening(here) for here in tables]
    monkeypatch.setattr(connection, "_commit", fails)
    with pytest.raises(OperationalError):
        play_many(moves)
    monkeypatch.undo()

    assert everything() == stored
    assert [here.position() for here in tables] == positions


def test_the_same_move_many_times_is_one_action():
    here = a_game()

    answers = outcomes([opening(here)] * 32)

    assert sum(isinstance(answer, StoredPosition) for answer in answers) == 1
    assert sum(isinstance(answer, TableMovedOn) for answer in answers) == 31
    assert lines(here) == 1


def test_sealed_cards_laid_at_one_moment_are_all_taken():
    here = a_sealed_round()

    answers = outcomes([opening(here, commit(seat, 10 + seat * 5)) for seat in (0, 1, 2)])

    assert [type(answer) for answer in answers] == [StoredPosition] * 3
    assert lines(here) == 3


def test_a_writer_serves_one_loop_after_another():
    first, second = a_game(), a_game()
    writer = Writer()

    for here in (first, second):
        assert asyncio.run(writer.play(opening(here))).version == 1


def test_somebody_who_does_not_wait_keeps_nobody_from_the_answer():
    impatient, patient = a_game(), a_game()

    async def evening():
        writer = Writer()
        leaving = asyncio.ensure_future(writer.play(opening(impatient)))
        staying = asyncio.ensure_future(writer.play(opening(patient, Pass(0))))
        await asyncio.sleep(0)
        leaving.cancel()
        return await staying

    assert asyncio.run(evening()).version == 1
    assert position_of(impatient.game.pk, 0).version == 1
