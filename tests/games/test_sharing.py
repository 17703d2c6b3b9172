"""Who may look at a game afterwards."""

from random import Random

import pytest

from games.archive.access import game_behind
from games.archive.importing import archive
from games.archive.sharing import share
from games.models import Game
from games.text.errors import NoSuchGame
from tests.support.builders import a_game, a_person, import_record, play_on
from tests.support.played_records import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    here = a_game()
    play_on(here, Random(5))
    return here


@pytest.mark.parametrize("key", ["", "\0", "NOSUCH22"])
def test_an_unknown_key_shows_nothing(key):
    with pytest.raises(NoSuchGame):
        game_behind(key, a_person())


def test_who_played_finds_the_game_by_its_code(finished):
    assert game_behind(finished.game.code, finished.people[1]) == finished.game


def test_others_find_it_by_its_shared_link_only(finished):
    for player in (None, a_person("Zoe")):
        with pytest.raises(NoSuchGame):
            game_behind(finished.game.code, player)
        assert game_behind(share(finished.game), player) == finished.game


def test_a_link_is_made_once(finished):
    assert share(finished.game) == share(Game.objects.get(pk=finished.game.pk))


def test_a_running_game_is_shown_to_nobody():
    here = a_game()
    for key in (here.game.code, share(here.game)):
        with pytest.raises(NoSuchGame):
            game_behind(key, here.people[0])


def test_who_brought_a_record_in_can_look_at_it():
    ann = a_person()
    game = import_record(played(), archive(ann))

    assert game_behind(game.code, ann) == game
    with pytest.raises(NoSuchGame):
        game_behind(game.code, a_person("Zoe"))
