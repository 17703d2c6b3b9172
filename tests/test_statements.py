"""Which tests PostgreSQL is spared, as SQLite has seen that others ask it the same."""

import pytest
from django.db import DatabaseError, connection
from django.db.transaction import atomic

from games.models import Player
from tests.support.statements import Recorder, chosen, digest, recorded_in


def kinds_of(*questions):
    """The kinds of statements that these calls put to the database."""
    recorder = Recorder()
    with connection.execute_wrapper(recorder):
        for ask in questions:
            ask()
    return recorder.kinds


def named(*names):
    return lambda: list(Player.objects.filter(name__in=names)[: 2 * len(names)])


@pytest.mark.django_db
def test_the_same_question_about_more_names_is_of_the_same_kind():
    assert len(kinds_of(named("Anna", "Bert"), named("Cleo", "Dora", "Emil"))) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("odd", ["Zoë", "A\u202eB", "A" * 40, "\x7f123"])
def test_a_question_about_an_odd_name_is_of_another_kind(odd):
    assert len(kinds_of(named("Anna"), named(odd))) == 2


@pytest.mark.django_db
def test_a_large_number_and_none_at_all_are_of_other_kinds():
    numbers = [
        lambda each=each: Player.objects.filter(pk=each).exists() for each in (1, 2, 1 << 40)
    ]
    assert len(kinds_of(*numbers)) == 2
    assert digest("SELECT %s", [1], "") != digest("SELECT %s", [None], "")


@pytest.mark.django_db
def test_a_statement_that_fails_is_of_another_kind():
    recorder = Recorder()
    noted = connection.execute_wrapper(recorder)

    with pytest.raises(DatabaseError) as caught, atomic(), connection.cursor() as cursor, noted:
        cursor.execute("SELECT nothing")

    assert recorder.kinds == {digest("SELECT nothing", None, caught.type.__name__)}
    assert recorder.kinds != {digest("SELECT nothing", None, "")}


def test_each_kind_is_put_by_one_of_the_chosen_tests():
    kinds = {"a": {1, 2}, "b": {2, 3, 4}, "c": {1}, "d": {4}, "e": set()}

    assert chosen({name: frozenset(each) for name, each in kinds.items()}) == {"b", "a"}


def test_what_several_processes_have_recorded_is_read_as_one(tmp_path):
    (tmp_path / "1.kinds").write_text('["b", ["2"]]\n["a", ["1", "2"]]\n')
    (tmp_path / "2.kinds").write_text('["c", []]\n')

    assert recorded_in(tmp_path) == {"a": {"1", "2"}, "b": {"2"}, "c": set()}
