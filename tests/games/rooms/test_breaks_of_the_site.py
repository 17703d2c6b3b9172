"""A break of the site is not an absence: who comes back first finds the others' seats free."""

import pytest

from games.background import heartbeat
from games.models import ClockBeat, Room
from games.rooms import absence, presence, seating
from tests.support.builders import a_game
from tests.support.clocks import SECOND, away, here_now, later
from tests.support.open_tables import steady

pytestmark = pytest.mark.django_db(transaction=True)
AN_HOUR = 3_600


def a_break(here, seconds):
    """The site was away for so long, and is back; one player's page has connected again."""
    ClockBeat.objects.update_or_create(
        pk=1, defaults={"at": later(-seconds), "steady_since": later(-AN_HOUR)}
    )
    for chair in range(len(here.people)):
        away(here, chair, seconds)
    here_now(here, 1)


def host_of(here):
    return Room.objects.get(pk=here.room.pk).host


@pytest.mark.parametrize("has_beaten", [True, False])
def test_nobody_finds_a_bot_in_their_seat_who_comes_back_after_a_break(has_beaten):
    here = a_game()
    a_break(here, AN_HOUR)
    if has_beaten:
        heartbeat.beat()

    assert presence.add_stand_ins() == 0
    assert presence.add_stand_ins(later(19)) == 0


def test_the_grace_time_begins_when_the_break_is_over():
    here = a_game()
    a_break(here, AN_HOUR)
    steady(119)
    assert presence.add_stand_ins() == 0

    steady(121)
    assert presence.add_stand_ins() == 2


def test_who_comes_back_first_after_a_break_does_not_become_the_host():
    here = a_game()
    a_break(here, AN_HOUR)
    heartbeat.beat()

    assert absence.relieve_hosts() == 0
    assert host_of(here) == here.people[0]

    steady(301)
    assert absence.relieve_hosts() == 1
    assert host_of(here) == here.people[1]


def test_who_left_before_a_break_has_left():
    here = a_game()
    a_break(here, AN_HOUR)
    seating.leave(here.room.pk, here.people[2])
    heartbeat.beat()

    assert presence.add_stand_ins() == 1


def test_an_absence_without_a_break_counts_as_ever():
    here = a_game()
    steady(AN_HOUR)
    here_now(here)
    away(here, 0, 121)

    assert presence.add_stand_ins(later(1)) == 1
    ClockBeat.objects.update(at=later() - 60 * SECOND)
    assert presence.add_stand_ins(later(1)) == 0
