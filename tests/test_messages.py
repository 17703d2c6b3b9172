"""The second language: every word is there, says what the first one says, and is what is shown."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import polib
import pytest
from django.utils import translation

from games.bots.characters import CHARACTERS
from games.engine.cards import ADVANCED, Card
from games.engine.editions import EDITIONS
from games.engine.events import (
    CameBack,
    Claimed,
    Committed,
    Disgraced,
    Ended,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Passed,
    Raised,
    Revealed,
    SatIn,
    SealedOpened,
    TheftWaits,
    TimeIsUp,
    TookBack,
    Unsold,
)
from games.engine.scoring import result_of
from games.engine.violations import BidTooLow, RuleViolation
from games.models import CLOCK_NAMES, GRACE_NAMES, LEVEL_NAMES
from games.rooms.names import INVENTED
from games.text import errors
from games.text.card_names import kind_name, lot_effect, lot_name
from games.text.cleaning import clean_text
from games.text.events import Narrator, refusal_text
from games.text.numbers import money_text
from games.text.rulebook import card_help, points_table, rules_of, traits, words_table
from games.text.rulebook.blocks import words
from tests.support.blocks import strings
from tests.support.positions import a_player, an_ending
from tests.support.violations import every_violation

ROOT = Path(__file__).parents[1]
CATALOGUE = Path("games", "locale", "de", "LC_MESSAGES", "django.po")
SOURCES = ("games", "highsociety_site", "templates", "manage.py")
NARROW_SPACE = "\u202f"
TABLE_WORD = re.compile(r'\b_\("([^"]+)"\)')
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|<[^>]+>")
ENGLISH = re.compile(
    r"\b(the|and|of|is|are|with|for|to|your|you|each|who|bids?|pass|passes|takes?|gets?|loses|"
    r"lot|cards?|money|nobody|wins|spent|turned|end|luxury|possession|title|scandal|misfortune|"
    r"disgrace|theft|debt|gambling|excursions|yacht club)\b",
    re.IGNORECASE,
)

every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))


@pytest.fixture(scope="module")
def catalogue():
    return polib.pofile(str(ROOT / CATALOGUE))


@pytest.fixture
def german():
    with translation.override("de"):
        yield


def pairs(entry):
    """Each source of an entry with its translation; a plural has two."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    told = [entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural)]
    return list(zip((entry.msgid, entry.msgid_plural), told, strict=True))


def key(entry):
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def test_nothing_is_left_untranslated_doubtful_or_over(catalogue):
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []


def test_every_translation_fills_in_what_its_source_does(catalogue):
    for entry in catalogue:
        for source, told in pairs(entry):
            assert sorted(PLACEHOLDER.findall(source)) == sorted(PLACEHOLDER.findall(told)), source
            assert (source[-1] in ".:?!…") is (told[-1] in ".:?!…"), source
            assert told == told.strip()


def test_german_has_its_own_signs(catalogue):
    for entry in catalogue:
        for _, told in pairs(entry):
            text = PLACEHOLDER.sub("", told)
            assert not set(text) & set("\"'”"), told
            assert text.count("„") == text.count("“"), told
            assert not re.search(r"(?<!\w)-\d|\s-\s|\.\.\.", text), told


def test_what_is_compiled_is_what_is_written(catalogue):
    compiled = polib.mofile(str(ROOT / CATALOGUE.with_suffix(".mo")))

    assert {(key(entry), *pairs(entry)) for entry in compiled} == {
        (key(entry), *pairs(entry)) for entry in catalogue
    }


def test_the_catalogue_holds_every_word_there_is_and_no_other(catalogue, tmp_path):
    if not shutil.which("xgettext"):
        missing = "gettext is not installed; on Debian, as root: apt-get install gettext"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    collect = ["makemessages", "--locale", "de", "--no-wrap", "--no-location", "--no-obsolete"]
    subprocess.run(
        [sys.executable, "manage.py", *collect, "--verbosity", "0"],
        cwd=tmp_path,
        env=os.environ | {"DATA_DIR": str(tmp_path / "data")},
        check=True,
    )

    collected = polib.pofile(str(tmp_path / CATALOGUE))
    assert {key(entry) for entry in collected} == {key(entry) for entry in catalogue}


def test_every_word_of_the_table_is_collected(catalogue):
    """The collector sees a word only where it begins an expression of a template."""
    collected = {entry.msgid for entry in catalogue}
    for template in (ROOT / "templates" / "table").glob("*.html"):
        for word in TABLE_WORD.findall(template.read_text()):
            assert word in collected, f"{template.name}: {word}"


NAMES = ("Nora", "Egon", "Susi", "Willi")


def events(edition):
    """Every kind of event, with every card it can tell of."""
    stars = ADVANCED if edition.has_advanced else ()
    deck = [card for card in Card if card in stars or card not in ADVANCED]
    for card in deck:
        yield Revealed(card, 3)
        if card.is_disgrace:
            yield Disgraced(2, card)
        else:
            yield from (Claimed(1, card, 8_000), Claimed(1, card, 0))
        if card.is_luxury:
            yield LuxuryLost(1, card)
    yield from (
        Raised(2, 15_000, frozenset({15_000})),
        Passed(0),
        TimeIsUp(3),
        SatIn(2),
        CameBack(2),
        PaidToAvoid(0, 12_000),
        TheftWaits(1),
        Committed(3),
    )
    yield from (TookBack((1,)), TookBack((0, 1, 3)), SealedOpened((1_000, 0, 25_000)))
    yield Unsold(Card.YACHT_CLUB)
    poor, rich = a_player(hand=()), a_player("luxury-7 half", hand=(3,))
    for players in ((poor, rich, a_player(hand=(2,))), (poor, rich, poor, rich), (rich,) * 3):
        yield Ended(result_of(an_ending(*players, edition=edition.id)))


def is_german(text):
    assert not ENGLISH.search(text), text
    assert "%" not in text
    assert "  " not in text
    return True


@every_edition
@pytest.mark.usefixtures("german")
def test_a_game_is_told_in_german(edition):
    narrator = Narrator(edition, NAMES)
    told = [(event, narrator.tell(event)) for event in events(edition)]

    assert {type(event) for event, _ in told} == set(get_args(Event))
    for _, sentence in told:
        assert is_german(sentence)
        assert sentence[-1] == "."
        assert sentence[0] == "„" or sentence[0].isupper()


@pytest.mark.parametrize(
    ("edition", "event", "sentence"),
    [
        ("osprey-2018", Revealed(Card.LUXURY_7, 0), "Aufgedeckt: Luxus 7."),
        ("classic", Revealed(Card.PRESTIGE_2, 3), "Aufgedeckt: Titel – Endkarte 3 von 4."),
        ("classic", Claimed(1, Card.LUXURY_9, 8_000), "Egon ersteigert „Besitz 9“ für 8.000."),
        ("classic", Claimed(1, Card.LUXURY_9, 0), "Egon bekommt „Besitz 9“ geschenkt."),
        ("osprey-2018", Disgraced(2, Card.THEFT), "Susi passt und nimmt „Faux Pas“."),
        ("allplay-2025", Disgraced(2, Card.HALF), "Susi passt und nimmt „½-Skandal“."),
        ("spec", Disgraced(2, Card.MINUS_FIVE), "Susi passt und nimmt „Spielschulden“."),
        (
            "classic",
            TheftWaits(1),
            "„Diebstahl“ wartet auf die nächste Besitz-Karte von Egon.",
        ),
        (
            "allplay-2025",
            TookBack((0, 1, 3)),
            "Nora, Egon und Willi nehmen je ihren höchsten ausgegebenen Schein zurück.",
        ),
    ],
)
@pytest.mark.usefixtures("german")
def test_a_german_sentence_is_right_whatever_the_card_is_called(edition, event, sentence):
    assert Narrator(EDITIONS[edition], NAMES).tell(event) == sentence


@pytest.mark.parametrize(
    ("edition", "amount"),
    [
        ("allplay-2025", f"25.000{NARROW_SPACE}$"),
        ("classic", "25.000"),
        ("osprey-2018", "25"),
        ("spec", "25000"),
    ],
)
@pytest.mark.usefixtures("german")
def test_money_is_written_as_germans_write_it(edition, amount):
    assert money_text(EDITIONS[edition], 25_000) == amount


@every_edition
@pytest.mark.usefixtures("german")
def test_the_rules_are_in_german_without_a_gap(edition):
    ids = {*EDITIONS, *(card.id for card in Card), *(f"card-{card.id}" for card in Card)}
    book = rules_of(edition)
    for section in book.sections:
        assert is_german(section.title)
        for text in strings(section.blocks):
            assert text in ids or is_german(text)
    for card in Card:
        for text in (lot_name, lot_effect, kind_name, card_help):
            assert is_german(text(edition, card))
    for text in (*traits(edition), *strings((points_table(), words_table()))):
        assert text in ids or is_german(text)


@every_edition
@pytest.mark.usefixtures("german")
def test_no_edition_uses_the_german_words_of_another(edition):
    text = "\n".join(strings(rules_of(edition).sections[:-1]))
    for name in words(edition).values():
        assert name.casefold() in text.casefold()
    for other in EDITIONS.values():
        for name in set(words(other).values()) - set(words(edition).values()):
            assert not re.search(rf"\b{name}\b", text), name


@every_edition
@pytest.mark.usefixtures("german")
def test_the_name_of_an_end_card_stands_where_it_needs_no_other_ending(edition):
    text = "\n".join(strings(rules_of(edition).sections))

    assert not re.search(r"(?i)\b(jeder|einer|der|mit) (dunkelgrüne|rot umrandete) Karte", text)


def every_refusal(of=errors.Refused):
    for refusal in of.__subclasses__():
        yield refusal
        yield from every_refusal(refusal)


@pytest.mark.usefixtures("german")
def test_every_refusal_is_in_german():
    for refusal in every_refusal():
        if refusal is not errors.BadInput:
            facts = {"seconds": 3, "minutes": 3, "size": "2 MB", "count": 3, "until": "3 Uhr"}
            facts |= {"free": "Karl"}
            assert is_german(str(refusal(**facts)))
    for violation in every_violation(RuleViolation):
        facts = {"total": 12_000, "highest": 15_000} if violation is BidTooLow else {}
        assert is_german(refusal_text(EDITIONS["classic"], violation(**facts)))


@pytest.mark.usefixtures("german")
def test_bots_and_clocks_are_described_in_german():
    for character in CHARACTERS.values():
        assert translation.gettext(character.description) != character.description
        assert is_german(translation.gettext(character.description))
    for name in (*LEVEL_NAMES.values(), *CLOCK_NAMES.values(), *GRACE_NAMES.values()):
        assert is_german(str(name))


@pytest.mark.usefixtures("german")
def test_invented_names_fit_in_german_too():
    translated = []
    for titles, names in INVENTED:
        for title in map(translation.gettext, titles):
            translated.append(title)
            assert all(clean_text(f"{title} {name}", 20) for name in names)

    assert len(set(translated)) == len(translated)
