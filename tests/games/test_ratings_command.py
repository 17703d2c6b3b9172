"""`manage.py ratings`: what it prints and how it ends."""

import io

import pytest
from django.core.management import call_command

from games.models import RatedSeat
from tests.support.rated import a_rated_game, accounts


def ratings(*arguments):
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("ratings", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return out.getvalue(), err.getvalue(), end.code
    return out.getvalue(), err.getvalue(), 0


@pytest.mark.django_db
def test_what_waits_is_counted_and_everything_verified():
    a_rated_game(accounts("Ann", "Bob", "Cid"), is_counted=False)

    assert ratings("verify") == ("1 rated games, 0 faults.\n", "", 0)


@pytest.mark.django_db
def test_a_fault_is_named_and_ends_with_1_until_all_is_made_anew():
    game = a_rated_game(accounts("Ann", "Bob", "Cid"))
    RatedSeat.objects.filter(seat__number=0).update(mu=50.0)

    out, err, code = ratings("verify")

    assert (out, code) == ("1 rated games, 1 faults.\n", 1)
    assert err.startswith(f"{game.code}, seat 0: mu is 50.0 and should be 2")
    assert ratings("rebuild")[0] == "1 rated games counted.\n"
    assert ratings("verify")[2] == 0


def test_the_fixed_ratings_of_bots_are_printed_with_their_intervals():
    out, _, code = ratings("bots", "--games", "9", "--seed", "x", "--jobs", "1")

    assert code == 0
    assert {line.split()[0] for line in out.splitlines()} == {
        *("bot", "novice", "regular", "expert", "master"),
    }
