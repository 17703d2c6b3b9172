"""The rules in words say what the engine does, in the edition's own vocabulary."""

import re
from dataclasses import replace

import pytest
from django.utils import translation

from games.engine.cards import ADVANCED, BASIC, BY_ID, Card
from games.engine.editions import EDITIONS
from games.engine.scoring import Decision
from games.text.card_names import lot_name
from games.text.numbers import money_text, status_text
from games.text.rulebook import card_help, points_table, rules_of, traits, words_table
from games.text.rulebook.blocks import words
from games.text.rulebook.example import NAMES, example_result
from tests.support.blocks import strings

every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
OSPREY, MANUAL, ALLPLAY, SPEC = (
    EDITIONS[id] for id in ("osprey-2018", "manual", "allplay-2025", "spec")
)


def section(book, id):
    return next(each for each in book.sections if each.id == id)


def told(edition, id, **options):
    """What a section says, as one text."""
    return "\n".join(strings(section(rules_of(edition, **options), id)))


def block(edition, id, kind, **options):
    blocks = section(rules_of(edition, **options), id).blocks
    return next(each for each in blocks if each.kind == kind)


@every_edition
def test_every_section_says_something_and_leaves_no_gap(edition):
    book = rules_of(edition)

    ids = [each.id for each in book.sections]
    assert len(set(ids)) == len(ids)
    for each in book.sections:
        assert each.title
        assert each.blocks
    for text in strings(book.sections):
        assert text.strip() == text != ""
        assert "%" not in text


@every_edition
def test_the_words_and_the_money_are_the_edition_s(edition):
    text = "\n".join(strings(rules_of(edition).sections))

    for name in words(edition).values():
        assert name.casefold() in text.casefold()
    assert money_text(edition, 106_000) in told(edition, "money")
    assert block(edition, "money", "purse").coins[0] == money_text(edition, 25_000)


@every_edition
def test_no_edition_uses_the_words_of_another_outside_the_comparison(edition):
    text = "\n".join(strings(rules_of(edition).sections[:-1]))
    for other in EDITIONS.values():
        for name in set(words(other).values()) - set(words(edition).values()):
            assert not re.search(rf"\b{name}\b", text), name


def test_halving_is_told_as_the_data_has_it():
    exact, floor = OSPREY, replace(OSPREY, halves_round_down=True)

    for id in ("reckoning", "cards"):
        assert "7 becomes 3½." in told(exact, id)
        assert "7 becomes 3." in told(floor, id)
    assert "rounded down" in told(floor, "reckoning")
    assert "rounded down" not in told(exact, "reckoning")


def test_the_floor_is_told_as_the_data_has_it():
    bottomless, floored = OSPREY, replace(OSPREY, minus_five_floors_at_zero=True)

    assert "3 becomes −2" in told(bottomless, "reckoning")
    assert "never takes you below 0" in told(floored, "reckoning")
    assert "even below 0" in card_help(bottomless, Card.MINUS_FIVE)
    assert "never goes below 0" in card_help(floored, Card.MINUS_FIVE)


def test_ties_are_told_as_the_data_has_them():
    shared = replace(OSPREY, luxury_breaks_ties=False)

    assert len(block(OSPREY, "ties", "steps").items) == 3
    assert "best single Luxury" in told(OSPREY, "ties")
    assert len(block(shared, "ties", "steps").items) == 2
    assert "best single" not in told(shared, "ties")


def test_spent_money_is_told_as_the_data_has_it():
    shown = replace(OSPREY, shows_spent=True)

    assert "face down" in told(OSPREY, "money")
    assert "what the others have spent" in told(OSPREY, "online")
    assert "lies face up" in told(shown, "money")
    assert "what the others have spent" not in told(shown, "online")


@pytest.mark.parametrize(
    ("card", "id"),
    [
        (Card.YACHT_CLUB, "sealed"),
        (Card.EXCURSIONS, "excursions"),
        (Card.GAMBLING, "gambling"),
    ],
)
def test_a_star_card_has_its_section_where_it_is_played(card, id):
    def ids(book):
        return {each.id for each in book.sections}

    assert id in ids(rules_of(ALLPLAY))
    assert id in ids(rules_of(ALLPLAY, {card}))
    assert id not in ids(rules_of(ALLPLAY, set(ADVANCED) - {card}))
    assert id not in ids(rules_of(OSPREY))


@pytest.mark.parametrize("left_out", ADVANCED)
def test_a_star_card_that_is_not_played_is_not_mentioned(left_out):
    book = rules_of(ALLPLAY, set(ADVANCED) - {left_out})

    assert lot_name(ALLPLAY, left_out) not in "\n".join(strings(book.sections[:-1]))


@pytest.mark.parametrize(
    ("advanced", "auctions"),
    [((), "3 to 15 auctions"), (ADVANCED, "3 to 18 auctions")],
    ids=["none", "all"],
)
def test_the_number_of_auctions_follows_from_the_deck(advanced, auctions):
    assert auctions in told(ALLPLAY, "end", advanced=advanced)


@every_edition
def test_the_box_holds_the_whole_deck(edition):
    lines = block(edition, "box", "box").lines

    assert sum(line.count for line in lines) == (19 if edition.has_advanced else 16)
    assert [BY_ID[line.card] for line in lines if line.is_advanced] == (
        list(ADVANCED) if edition.has_advanced else []
    )


@every_edition
def test_every_card_has_help_of_one_to_three_sentences(edition):
    entries = block(edition, "cards", "gallery").entries
    deck = (*BASIC, *(ADVANCED if edition.has_advanced else ()))

    assert [entry.anchor for entry in entries] == [f"card-{card.id}" for card in deck]
    for card, entry in zip(deck, entries, strict=True):
        assert entry.help == card_help(edition, card)
        assert entry.help.endswith(".")
        assert 1 <= entry.help.count(". ") + 1 <= 3


@pytest.mark.parametrize("card", Card)
def test_help_tells_how_a_card_is_sold_and_what_it_brings(card):
    help = card_help(ALLPLAY, card)

    assert ("Reverse auction" in help) is card.is_disgrace
    assert ("face down" in help) is (card is Card.YACHT_CLUB)
    assert ("game end card" in help) is card.is_end
    assert ("discard scandal" in help) is card.is_luxury
    if card.is_luxury:
        assert f"dds {card.worth} to your status" in help


@every_edition
def test_the_example_is_reckoned_by_the_engine(edition):
    result = example_result(edition)
    example = block(edition, "reckoning", "example")

    for name, line, score in zip(NAMES, example.lines, result.scores, strict=True):
        assert line.name == name
        assert line.money == money_text(edition, score.money)
        assert line.status == status_text(score.status)
        assert len(line.steps) == len(score.steps)
        assert line.steps[-1].endswith(line.status)
        assert line.is_cast_out is score.is_cast_out
    winners = tuple(seat for seat, line in enumerate(example.lines) if line.is_winner)
    assert winners == result.winners
    assert NAMES[result.winners[0]] in example.ending


def test_the_example_shows_where_editions_part():
    exact, rounded = example_result(OSPREY), example_result(MANUAL)

    assert (exact.winners, exact.decision) == ((1,), Decision.STATUS)
    assert (rounded.winners, rounded.decision) == ((3,), Decision.MONEY)
    assert [exact.scores[2].status, rounded.scores[2].status] == [-4, 0]
    assert "the money left decided" in told(MANUAL, "reckoning")


def test_a_comparison_has_a_row_for_each_edition_and_a_cell_for_each_point():
    for table in (points_table(OSPREY), words_table(OSPREY)):
        assert [row.id for row in table.rows] == list(EDITIONS)
        assert [row.id for row in table.rows if row.is_this] == ["osprey-2018"]
        assert all(len(row.cells) == len(table.head) for row in table.rows)
    assert not any(row.is_this for row in points_table().rows)


@pytest.mark.parametrize(
    ("point", "column"),
    [
        ("halves_round_down", 0),
        ("minus_five_floors_at_zero", 1),
        ("luxury_breaks_ties", 2),
        ("shows_spent", 3),
        ("has_advanced", 4),
    ],
)
def test_the_comparison_follows_the_data(point, column):
    def cells(edition):
        return next(row for row in points_table(edition).rows if row.is_this).cells

    flipped = replace(OSPREY, **{point: not getattr(OSPREY, point)})
    changed = [at for at in range(6) if cells(flipped)[at] != cells(OSPREY)[at]]
    assert changed == [column]


def test_what_sets_an_edition_apart_is_what_few_others_have():
    assert "Half a point is rounded down." in traits(MANUAL)
    assert "Status never falls below 0." in traits(MANUAL)
    assert "Spent money is visible to all." in traits(SPEC)
    assert "Up to three ★ cards can be added." in traits(ALLPLAY)
    assert "It plays like most editions." in traits(OSPREY)
    assert len({traits(edition) for edition in EDITIONS.values()}) == len(EDITIONS)


def test_the_rules_are_written_in_the_reader_s_language():
    with translation.override("de"):
        assert block(EDITIONS["classic"], "money", "purse").coins[0] == "25.000"
