"""The log: a chain of hashes that the database itself guards."""

import json

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from games.engine.wire import action_dict, action_from
from games.models import Game, LoggedAction
from games.play import moves
from games.play.log import LogLine, line_of
from games.text.errors import TableMovedOn
from tests.support.builders import a_game, bid, everything, play_on
from tests.support.log_lines import a_line

pytestmark = pytest.mark.django_db


def test_each_line_holds_the_hash_of_the_one_before(rng):
    here = a_game()
    play_on(here, rng, 12)

    previous = Game.objects.get().commitment
    lines = list(LoggedAction.objects.all())
    assert [line.number for line in lines] == list(range(12))
    for line in lines:
        assert line_of(line).follows(previous)
        previous = line.hash
    assert here.position().hash == previous


@pytest.mark.parametrize("column", LogLine._fields)
def test_the_hash_covers_every_column(column):
    here = a_game()
    here.do(bid(0, 3))
    line = line_of(LoggedAction.objects.get())
    assert line.follows(here.game.commitment)

    other = {"at": line.at.replace(year=2001), "number": 7, "seat": 2, "device": 9}
    changed = line._replace(**{column: other.get(column, "something else")})

    assert not changed.follows(here.game.commitment)
    assert not line.follows("another line before")


def test_the_database_itself_takes_one_action_for_a_number():
    here = a_game()
    here.do(bid(0, 3))

    with pytest.raises(IntegrityError), transaction.atomic():
        a_line(here, number=0).save()
    assert LoggedAction.objects.count() == 1


def test_a_line_written_behind_our_back_is_a_table_that_moved_on():
    """The row of the game says version 0, the log already has number 0."""
    here = a_game()
    here.position()
    payload = json.dumps(action_dict(bid(0, 3)))
    a_line(here, number=0, payload=payload, hash="x").save()

    before = everything()
    with pytest.raises(TableMovedOn):
        moves.play(moves.Move(here.game.pk, 0, bid(0, 4)))
    assert everything() == before


def test_the_database_itself_changes_and_deletes_no_line():
    here = a_game()
    here.do(bid(0, 3))
    before = everything()

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LoggedAction.objects.update(seat=1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LoggedAction.objects.all().delete()
    assert everything() == before


def test_the_database_itself_knows_seats_and_results():
    here = a_game()

    with pytest.raises(IntegrityError), transaction.atomic():
        a_line(here, seat=5).save()
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(status=Game.Status.FINISHED)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(result={"money": []})


def test_a_stored_payload_reads_back_as_the_action(rng):
    here = a_game()
    play_on(here, rng)

    for line in LoggedAction.objects.all():
        action = action_from(json.loads(line.payload))
        assert action.seat == line.seat
        assert json.dumps(action_dict(action), sort_keys=True, separators=(",", ":")) == (
            line.payload
        )
