"""Each level is stronger than the one below: few games, the same in every run."""

import pytest

from games.bots.characters import CAST, CHARACTERS
from games.bots.levels import LEVELS
from games.bots.match import Match, tallies
from games.engine.editions import EDITIONS

REFERENCE = "tests.support.reference_bot:choose"


def share(bots: str, games: int) -> float:
    """The share of the first bot when it sits at each place of the same tables."""
    match = Match(EDITIONS["osprey-2018"], tuple(bots.split()), games, "strength", paired=True)
    tally = tallies(match)[0]
    with match.play() as played:
        for game in played:
            tally.add(game)
    return tally.share


@pytest.mark.parametrize(
    ("bots", "games", "least"),
    [
        ("novice random random random", 40, 0.8),
        ("regular novice novice novice", 120, 0.33),
    ],
)
def test_a_level_beats_the_one_below(bots, games, least):
    assert share(bots, games) >= least


def test_the_regular_is_no_weaker_than_the_heuristic_it_is_measured_by():
    assert share(f"regular {REFERENCE} {REFERENCE} {REFERENCE}", 200) >= 0.17


def test_the_regular_is_not_helpless_among_those_who_pay_half():
    assert share("regular half-price half-price half-price", 80) >= 0.05


@pytest.mark.parametrize("kind", ["hoarder", "miser"])
def test_the_expert_is_not_cast_out_by_those_who_keep_their_money(kind):
    assert share(f"expert {kind} {kind} {kind}", 16) >= 0.12


def test_somebody_wins_where_all_are_careful():
    assert share("expert expert expert expert", 8) > 0.12


def test_characters_have_a_level_a_temper_and_a_face_of_their_own():
    everybody = CAST.values()

    assert {character.level for character in everybody} == set(LEVELS)
    for field in ("id", "name", "description", "face"):
        assert len({getattr(character, field) for character in everybody}) == len(everybody)


@pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)
def test_a_character_is_its_level_with_a_style(character):
    plain = LEVELS[character.level]

    assert character.bot != plain
    assert character.bot.with_style(plain.style) == plain
