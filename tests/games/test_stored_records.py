"""Stored games leave as records, and whoever changes a byte of one is found out."""

import io
import json
from random import Random

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction

from games.archive.verifying import faults_of
from games.engine.record import from_text
from games.models import Game, LoggedAction
from tests.support.builders import a_game, play_on, without_triggers
from tests.support.commands import run

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    here = a_game()
    play_on(here, Random(5))
    return Game.objects.get(pk=here.game.pk)


@pytest.fixture
def running():
    here = a_game()
    play_on(here, Random(5), actions=4)
    return Game.objects.get(pk=here.game.pk)


def test_a_finished_game_is_exported_as_its_record(finished):
    code, out, _ = run("record", "export", finished.code)
    record = from_text(out.encode())

    assert code == 0
    assert record.names == ("Ann", "Bob", "Cid")
    assert record.seed is not None
    assert record.result == finished.result
    assert len(record.actions) == finished.version


def test_a_running_game_is_exported_without_a_result(running):
    _, out, _ = run("record", "export", running.code)

    assert "result" not in json.loads(out)
    assert len(json.loads(out)["actions"]) == 4


def test_an_unknown_code_gets_a_sentence():
    assert run("record", "export", "NOSUCH22") == (1, "", "There is no game NOSUCH22.\n")
    assert run("record", "verify", "NOSUCH22")[0] == 1


def test_sound_games_verify(finished, running):
    out = io.StringIO()
    call_command("record", "verify", stdout=out)

    assert out.getvalue() == "2 games are as they were played.\n"
    assert run("record", "verify", finished.code, running.code)[0] == 0


def lines(game):
    return LoggedAction.objects.filter(game=game)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda game: lines(game).filter(number=2).update(hash="0" * 64),
        lambda game: lines(game).filter(number=2).update(seat=4),
        lambda game: lines(game).filter(number=2).update(payload='{"seat":0,"type":"pass" }'),
        lambda game: lines(game).filter(number=2).update(at="2020-01-01T00:00:00Z"),
        lambda game: lines(game).filter(number=2).delete(),
        lambda game: lines(game).filter(number=2).update(number=1000),
    ],
)
def test_one_changed_byte_of_the_log_is_found_and_named(finished, tamper):
    without_triggers()
    tamper(finished)

    code, _, err = run("record", "verify")

    assert code == 1
    assert f"{finished.code}: action 2: the log was changed here." in err


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"result": {"winners": [0]}}, "the result differs"),
        ({"seed": "0" * 64}, "not those that were committed to"),
        ({"seed": "nonsense"}, "not those that were committed to"),
        ({"salt": "0" * 64}, "not those that were committed to"),
        ({"commitment": "0" * 64}, "not those that were committed to"),
        ({"version": 3}, "the game counts 3 actions"),
        ({"edition": "spec", "show_spent": True, "result": {}}, "the result differs"),
        ({"edition": "xxx"}, "does not replay"),
        ({"advanced": 5}, "does not replay"),
        ({"laid": "[1]"}, "does not replay"),
        ({"laid": '{"deck": 5, "first_seat": 0}'}, "does not replay"),
        ({"laid": '{"deck": [], "first_seat": "x"}'}, "does not replay"),
        ({"result": {"winners": 5}}, "the result differs"),
    ],
)
def test_a_changed_game_is_found_and_named(finished, change, fault):
    Game.objects.filter(pk=finished.pk).update(**change)

    assert any(fault in sentence for sentence in faults_of(Game.objects.get(pk=finished.pk)))


def test_a_game_that_pretends_to_be_over_is_found(running):
    Game.objects.filter(pk=running.pk).update(status="finished", result={})

    assert faults_of(Game.objects.get(pk=running.pk))


@pytest.mark.parametrize(
    "attempt",
    [lambda rows: rows.update(seat=1), lambda rows: rows.delete()],
    ids=["change", "delete"],
)
def test_the_database_refuses_to_change_or_delete_a_line(finished, attempt):
    before = list(lines(finished).values())

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        attempt(lines(finished))

    assert list(lines(finished).values()) == before
