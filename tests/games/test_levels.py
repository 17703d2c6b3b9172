"""The bots' levels have one list; whatever names them names all of them, in its order."""

from games.bots.characters import CHARACTERS
from games.bots.levels import LEVELS as BOTS
from games.forms import RoomForm
from games.models import CLOCK_NAMES, CLOCKS, GRACE_NAMES, GRACES, LEVEL_NAMES, LEVELS, Room
from games.views.pages import DEFAULT_CHOICES


def test_every_level_has_a_name_for_people_and_a_bot():
    assert tuple(LEVEL_NAMES) == LEVELS == tuple(BOTS)
    assert [value for value, _ in RoomForm().fields["level"].choices] == list(LEVELS)


def test_every_level_has_characters():
    assert {character.level for character in CHARACTERS.values()} == set(LEVELS)


def test_what_is_chosen_for_people_who_choose_nothing_exists():
    assert Room().level in LEVELS
    assert DEFAULT_CHOICES["level"] == Room().level
    assert DEFAULT_CHOICES["edition"] == Room().edition


def test_every_clock_and_every_grace_can_be_chosen():
    fields = RoomForm().fields

    assert tuple(fields["clock"].choices) == tuple(CLOCK_NAMES.items())
    assert tuple(fields["grace"].choices) == tuple(GRACE_NAMES.items())
    assert Room().clock in CLOCKS
    assert Room().grace in GRACES
