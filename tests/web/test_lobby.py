"""What the lobby tells those who choose nothing in it."""

import pytest
from django.utils.html import escape

from games.bots.characters import CHARACTERS
from games.engine.editions import EDITIONS
from games.models import LEVEL_NAMES, Member, Player, Room
from games.rooms import seating, starting
from tests.support.builders import Table, a_game, a_person, a_room, play_on
from tests.support.visitors import Visitor, part, url

pytestmark = pytest.mark.django_db

REFRESH = 'http-equiv="refresh"'


def test_everybody_reads_what_was_agreed():
    options = {"edition": "allplay-2025", "advanced": ["gambling", "yacht-club"], "clock": 120}
    here = a_room(3, show_spent=True, **options)
    seating.watch(here.room.pk, eve := a_person("Eve"))

    for who in (here.people[1], eve, None):
        told = part(Visitor(who).page(here.room), "options")
        for words in ("Allplay 2025", "Gambling, Yacht Club", "2 minutes", "visible to all"):
            assert words in told
        assert "Excursions" not in told


def test_without_scripts_the_page_of_a_member_loads_itself_again_and_a_door_does_not():
    """Who types their name at the door would lose it."""
    here = a_room(3)

    assert REFRESH in Visitor(here.people[1]).page(here.room)
    assert REFRESH not in Visitor(None).page(here.room)


def test_without_scripts_a_page_does_not_load_itself_again_while_its_player_chooses():
    here = a_game()
    turn = here.state().turn

    for number, person in enumerate(here.people):
        assert (REFRESH in Visitor(person).page(here.room)) == (number != turn)


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
    assert people.count("not in use") == 2


def a_room_with(character_id: str, **options: object) -> Table:
    """Two people and this bot."""
    here, character = a_room(2, **options), CHARACTERS[character_id]
    bot = Player.objects.create(name=character.name, bot=character.id)
    Member.objects.create(room=here.room, player=bot, chair=2)
    return here


@pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)
def test_a_bot_has_a_face_a_level_and_a_temper(character):
    here = a_room_with(character.id)

    for who in (*here.people, None):
        people = part(Visitor(who).page(here.room), "people")
        assert f"art.svg#{character.face}" in people
        assert f">{LEVEL_NAMES[character.level]}</small>" in people
        assert f">{escape(character.description)}</small>" in people


def test_people_and_bots_that_are_not_known_any_more_have_no_face():
    here = a_room(3)
    Player.objects.filter(pk=here.people[2].pk).update(bot="somebody")

    people = part(Visitor(here.people[0]).page(here.room), "people")

    assert "#face-" not in people
    assert people.count("crest__initial") == 3


def test_at_the_table_and_at_the_end_a_bot_is_seen_by_its_face(rng):
    here = a_room_with("octavia")
    here.game = starting.start(here.room.pk, here.people[0])

    page = Visitor(here.people[0]).page(here.room)

    assert "art.svg#face-octavia" in part(page, "tag-2")
    assert "#face-" not in part(page, "tag-0") + part(page, "seat-1")

    play_on(here, rng)

    assert part(Visitor(here.people[0]).page(here.room), "scores").count("#face-octavia") == 1


def test_a_button_that_cannot_be_pressed_says_why_and_others_are_told_too():
    here = a_room(2)

    for who in here.people:
        assert "One more player is needed." in part(Visitor(who).page(here.room), "hosting")


def test_those_who_cannot_start_read_who_can(rng):
    here = a_game()
    play_on(here, rng)

    hosting = part(Visitor(here.people[1]).page(here.room), "hosting")

    assert "<bdi>Ann</bdi> can propose a rematch." in hosting
    assert url("start", here.room) not in hosting


def test_a_room_without_a_host_names_none():
    here = a_room(3)
    Room.objects.update(host=None)

    assert "starts the game" not in Visitor(here.people[1]).page(here.room)
