"""What a host sends: people named properly, options that exist."""

import pytest

from games.models import Room
from tests.support.access_table import OPTIONS
from tests.support.builders import everything
from tests.support.house import House, is_a_sentence

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("player", ["", "x", "-1", "²", "1e3", "9" * 30, "١"])
def test_somebody_has_to_be_named_properly(player):
    house = House(is_running=False)
    before = everything()

    for name in ("remove", "hand-over", "mute"):
        response = house.visitor("host").post(name, house.room, {"player": player})
        assert response.status_code == 400
    assert everything() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "chess"},
        {"seats": "6"},
        {"seats": "2"},
        {"clock": "17"},
        {"grace": "17"},
        {"level": "divine"},
        {"advanced": ["cheating"]},
        {"seats": ""},
    ],
)
def test_options_that_do_not_exist_are_refused(wrong):
    house = House(is_running=False)
    before = everything()

    response = house.visitor("host").post("options", house.room, OPTIONS | wrong)

    assert response.status_code == 400
    assert is_a_sentence(response)
    assert everything() == before


def test_star_cards_belong_to_their_edition():
    house = House(is_running=False)
    stars = {"advanced": ["gambling", "yacht-club"]}
    host = house.visitor("host")

    host.post("options", house.room, OPTIONS | stars)
    assert Room.objects.get().advanced == []
    host.post("options", house.room, OPTIONS | stars | {"edition": "allplay-2025"})
    assert Room.objects.get().advanced == ["gambling", "yacht-club"]


def test_an_edition_that_shows_spent_money_shows_it():
    house = House(is_running=False)

    house.visitor("host").post("options", house.room, OPTIONS | {"edition": "spec"})

    assert Room.objects.get().show_spent is True
