"""The five rows of the table of editions."""

import pickle

import pytest

from games.engine.cards import ADVANCED, BASIC, END_CARDS, Card, Kind, advanced_among, status_cards
from games.engine.editions import EDITIONS, MoneyStyle

ROWS = {
    # edition: (★, rounds down, floor at 0, luxury breaks ties, spent shown, money, luxury, half)
    "allplay-2025": (True, True, False, True, False, "$25,000", "Luxury", "the ½ scandal"),
    "classic": (False, False, False, False, False, "25,000", "Possession", "Scandal"),
    "osprey-2018": (False, False, False, True, False, "25", "Luxury", "Scandale"),
    "manual": (False, True, True, True, False, "25", "Luxury", "Scandale"),
    "spec": (False, False, False, False, True, "25000", "Possession", "Scandal"),
}


def test_there_are_five_editions():
    assert list(EDITIONS) == list(ROWS)
    assert all(edition.id == id for id, edition in EDITIONS.items())


@pytest.mark.parametrize("id", ROWS)
def test_an_edition_differs_from_the_core_as_its_row_says(id):
    edition = EDITIONS[id]

    assert (
        edition.has_advanced,
        edition.halves_round_down,
        edition.minus_five_floors_at_zero,
        edition.luxury_breaks_ties,
        edition.shows_spent,
        edition.money_style.value,
        edition.words.luxury,
        edition.words.half,
    ) == ROWS[id]


def test_the_sixteen_cards():
    assert [card.worth for card in BASIC if card.is_luxury] == list(range(1, 11))
    assert [card.id for card in BASIC if card.kind is Kind.PRESTIGE] == [
        "prestige-1",
        "prestige-2",
        "prestige-3",
    ]
    assert [card.id for card in BASIC if card.is_disgrace] == ["half", "minus-five", "theft"]
    assert len(BASIC) == 16


def test_the_end_cards_are_the_prestige_cards_and_the_half():
    assert [card.id for card in END_CARDS] == ["prestige-1", "prestige-2", "prestige-3", "half"]


def test_the_star_cards():
    assert [(card.id, card.worth, card.is_luxury) for card in ADVANCED] == [
        ("gambling", 0, False),
        ("excursions", 12, True),
        ("yacht-club", 5, True),
    ]


def test_the_deck_has_the_chosen_stars_in_a_fixed_order():
    assert status_cards() == BASIC
    assert status_cards((Card.YACHT_CLUB, Card.GAMBLING)) == (
        *BASIC,
        Card.GAMBLING,
        Card.YACHT_CLUB,
    )
    assert advanced_among((Card.YACHT_CLUB, Card.LUXURY_1)) == (Card.YACHT_CLUB,)


def test_every_money_style_is_used():
    assert {edition.money_style for edition in EDITIONS.values()} == set(MoneyStyle)


def test_a_card_is_written_by_its_id():
    assert repr(Card.LUXURY_7) == "luxury-7"


def test_there_is_one_of_each_edition_and_card_also_after_a_journey():
    for thing in (*EDITIONS.values(), *Card):
        assert pickle.loads(pickle.dumps(thing)) is thing
