"""A record that is brought in is stored like a game of ours, and leaves as the same record."""

from dataclasses import replace

import pytest

from games.archive.importing import archive, digest_of
from games.archive.verifying import faults_of
from games.engine.record import record_dict
from games.models import Game
from games.play.position import forget_positions, position_of
from games.play.stored_records import record_of
from tests.support.builders import a_person, import_record
from tests.support.played_records import played, without_seed

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("bare", [replace, without_seed], ids=["with its seed", "without a seed"])
def test_what_comes_in_goes_out_the_same(bare):
    record = bare(played(edition="allplay-2025", advanced="yacht-club"))

    game = import_record(record, archive(a_person()))

    assert record_dict(record_of(game)) == record_dict(record)
    assert faults_of(game) == []
    assert (game.status, game.origin) == (Game.Status.FINISHED, Game.Origin.IMPORTED)


def test_a_game_without_an_end_counts_as_broken_off():
    game = import_record(played(actions=4), archive())

    assert (game.status, game.result, game.version) == (Game.Status.BROKEN_OFF, None, 4)
    assert faults_of(game) == []


def test_a_laid_deck_is_folded_like_any_other():
    record = without_seed(played())
    game = import_record(record, archive())
    forget_positions()

    assert position_of(game.pk, game.version).state == record.final


def test_names_from_elsewhere_are_made_fit_for_our_tables():
    record = replace(played(), names=("\u202eevil", "", "x" * 50))

    game = import_record(record, archive())

    assert [seat.name for seat in game.seats.all()] == ["evil", "2", "x" * 20]


def test_a_laid_deck_that_was_changed_is_found_and_named():
    game = import_record(without_seed(played(actions=4)), archive())
    game.laid = game.laid.replace('"first_seat": 0', '"first_seat": 1')

    assert "the deck is not the one that was committed to." in faults_of(game)


def test_imported_names_that_look_alike_get_numerals():
    record = replace(played(), names=("Ann", "Аnn", "x" * 50))
    game = import_record(record, archive())

    assert [seat.name for seat in game.seats.all()] == ["Ann", "Аnn II", "x" * 20]
    assert digest_of(record) == digest_of(record_of(game))
