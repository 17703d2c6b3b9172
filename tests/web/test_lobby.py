"""What the lobby tells those who choose nothing in it."""

import pytest

from games.engine.editions import EDITIONS
from games.models import Room
from games.services import rooms
from tests.games.builders import a_game, a_person, a_room, play_on
from tests.web.visitors import Visitor, part, url

pytestmark = pytest.mark.django_db


def test_everybody_reads_what_was_agreed():
    options = {"edition": "allplay-2025", "advanced": ["gambling", "yacht-club"], "clock": 120}
    here = a_room(3, show_spent=True, **options)
    rooms.watch(here.room.pk, eve := a_person("Eve"))

    for who in (here.people[1], eve, None):
        told = part(Visitor(who).page(here.room), "options")
        for words in ("Allplay 2025", "Gambling, Yacht Club", "2 minutes", "spent money is shown"):
            assert words in told
        assert "Excursions" not in told


def test_an_edition_without_stars_does_not_speak_of_them():
    here = a_room(3, edition="classic")

    assert "★" not in part(Visitor(here.people[1]).page(here.room), "options")


def test_the_host_is_offered_stars_for_the_editions_that_have_them():
    with_stars = " ".join(each.id for each in EDITIONS.values() if each.has_advanced)

    page = Visitor((here := a_room(3)).people[0]).page(here.room)

    assert f'data-shown-for="{with_stars}"' in page


def test_there_are_five_places_and_those_that_are_not_laid_say_so():
    here = a_room(3, seats=3)

    people = part(Visitor(here.people[0]).page(here.room), "people")

    assert people.count('<li class="chair') == 5
    assert people.count("no chair") == 2


def test_a_button_that_cannot_be_pressed_says_why_and_others_are_told_too():
    here = a_room(2)

    for who in here.people:
        assert "One more player is needed." in part(Visitor(who).page(here.room), "hosting")


def test_those_who_cannot_start_read_who_can(rng):
    here = a_game()
    play_on(here, rng)

    hosting = part(Visitor(here.people[1]).page(here.room), "hosting")

    assert "<bdi>Ann</bdi> can start the next game." in hosting
    assert url("start", here.room) not in hosting


def test_a_room_without_a_host_names_none():
    here = a_room(3)
    Room.objects.update(host=None)

    assert "starts the game" not in Visitor(here.people[1]).page(here.room)
