"""Many records are brought in while others play: moves get in between, nothing comes twice."""

import time
from itertools import cycle, islice
from random import Random

import pytest
from django.db import connection

from games.archive import importing
from games.archive.importing import games_imported_by, import_for
from games.engine.dealing import deal
from games.engine.record import Record
from games.engine.rules import apply, start
from games.models import Game, Room
from games.text.errors import RecordsDidNotFit, TooManyRecords
from tests.support.builders import a_game, a_person, everything, recorded
from tests.support.races import at_once
from tests.support.strategies import some_action

pytestmark = pytest.mark.django_db(transaction=True)


def many(count):
    """So many records that differ: whole games, each dealt from another seed."""
    return [a_record(number, of) for number, of in zip(range(count), cycle(recorded()))]


def a_record(number, like):
    """The deal of another seed, played by chance for a while."""
    chance, seed = Random(number), number.to_bytes(32)
    dealt = deal(like.deal.edition, len(like.names), seed)
    state, actions = start(dealt), []
    while not state.is_over and len(actions) < 60:
        actions.append(some_action(state, chance, 0.6))
        state = apply(state, actions[-1])
    return Record(dealt, like.names, tuple(actions), seed)


class Mover:
    """Somebody who plays on and on, and notes how many games came in during each move."""

    def __init__(self, player):
        self.player, self.here, self.waits, self.is_over = player, a_game(), [], False

    def move(self):
        rng = Random(1)
        while not self.is_over and not self.here.state().is_over:
            before = self.stored()
            self.here.do(some_action(self.here.state(), rng, 0.9))
            self.waits.append(self.stored() - before)
            time.sleep(0.01)

    def stored(self):
        return games_imported_by(self.player).count()

    def brings_in(self, records):
        try:
            import_for(self.player, records)
        finally:
            self.is_over = True


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has many writers")
def test_no_move_waits_for_a_whole_import():
    """Counted in games: seconds would say how busy the machine is."""
    mover, records = Mover(a_person()), many(100)

    answers = at_once(lambda: mover.brings_in(records), mover.move)

    assert answers == [None, None]
    assert mover.stored() == 100
    assert max(mover.waits) <= 50, mover.waits


def test_the_same_file_sent_twice_at_once_is_stored_once():
    ann, records = a_person(), many(35)

    answers = at_once(*[lambda: import_for(ann, records)] * 2)

    assert games_imported_by(ann).count() == 35
    for brought in answers:
        assert len({each.game.pk for each in brought}) == 35
    assert Room.objects.filter(host=ann).count() <= 2


def test_the_limit_holds_for_files_sent_at_once(monkeypatch):
    monkeypatch.setattr(importing, "MOST_RECORDS", 40)
    ann, records = a_person(), many(60)

    answers = at_once(lambda: import_for(ann, records[:30]), lambda: import_for(ann, records[30:]))

    refused = [each for each in answers if isinstance(each, RecordsDidNotFit | TooManyRecords)]
    assert len(refused) >= 1
    assert games_imported_by(ann).count() <= 40


def test_what_does_not_fit_is_refused_before_anything_is_stored(monkeypatch):
    monkeypatch.setattr(importing, "MOST_RECORDS", 20)
    ann = a_person()
    before = everything()

    with pytest.raises(TooManyRecords):
        import_for(ann, many(21))
    assert everything() == before
    assert len(import_for(ann, many(20))) == 20
    assert all(each.was_here for each in import_for(ann, many(20)))


def test_a_part_that_fails_leaves_the_parts_before_and_the_file_can_be_sent_again(monkeypatch):
    ann, records = a_person(), many(25)
    whole, calls = importing.store_records, []

    def breaks_later(*facts):
        calls.append(1)
        if len(calls) == 3:
            raise OSError("the disk is full")
        return whole(*facts)

    monkeypatch.setattr(importing, "store_records", breaks_later)
    with pytest.raises(OSError, match="full"):
        import_for(ann, records)
    kept = games_imported_by(ann).count()
    brought = import_for(ann, records)

    assert 0 < kept < 25
    assert sum(each.was_here for each in brought) == kept
    assert games_imported_by(ann).count() == Game.objects.count() == 25


def test_a_record_that_is_twice_in_a_file_is_one_game():
    records = list(islice(cycle(many(3)), 30))

    brought = import_for(a_person(), records)

    assert len({each.game.pk for each in brought}) == 3
    assert not any(each.was_here for each in brought)
