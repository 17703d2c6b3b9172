"""The door for text: bounds are looked at before anything else is."""

import time

import pytest

from games.text.cleaning import MOST_MARKS, check_bounds, clean_text, code_in, shortened, term_in
from games.text.errors import BadInput

ACUTE = "\N{COMBINING ACUTE ACCENT}"
GRAVE_BELOW = "\N{COMBINING GRAVE ACCENT BELOW}"
HEAP = "a" + (ACUTE + GRAVE_BELOW) * 30_000
BLANKS = (
    "\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u034f", "\u17b4", "\u17b5", "\u180b",
    "\ufe0f", "\U000e0100", "\u200d", "\u2060", "\u00ad", "\U0001d159",
)  # fmt: skip
DOORS = {
    "clean": lambda text: clean_text(text, 300),
    "shortened": lambda text: shortened(text, 20),
    "bounds": lambda text: check_bounds(text, 300),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_a_heap_of_marks_is_refused_without_being_sorted(door):
    begin = time.process_time()

    with pytest.raises(BadInput):
        door(HEAP)

    assert time.process_time() - begin < 0.5  # sorting them takes ten seconds


@pytest.mark.parametrize("between", ["", "\u200d", "\u034f", "\x00"])
def test_more_marks_on_a_letter_than_any_script_needs_are_refused(between):
    assert clean_text("a" + (between + ACUTE) * MOST_MARKS, 20)

    with pytest.raises(BadInput, match="accents"):
        clean_text("a" + (between + ACUTE) * (MOST_MARKS + 1), 20)


def test_a_character_that_stands_for_several_marks_counts_as_several():
    with pytest.raises(BadInput, match="accents"):
        clean_text("a" + "\N{COMBINING GREEK DIALYTIKA TONOS}" * MOST_MARKS, 20)


@pytest.mark.parametrize("name", ["Nguyễn Thị", "กี้ที่", "བསྒྲུབས", "שָׁלוֹם", "❤️", "1️⃣"])
def test_living_scripts_pass(name):
    assert clean_text(name, 20)


@pytest.mark.parametrize("blank", BLANKS, ids=lambda blank: f"U+{ord(blank):04X}")
def test_what_shows_nothing_is_no_name(blank):
    for text in (blank, blank * 3, f" {blank} ", f"{blank}{ACUTE}"):
        with pytest.raises(BadInput, match="at least one"):
            clean_text(text, 20)


def test_blanks_within_a_name_go():
    assert clean_text("A\u3164n\u2800n\u034f", 20) == "Ann"


def test_white_space_without_end_is_too_long():
    with pytest.raises(BadInput, match="too long"):
        clean_text(" " * 2_000_000 + "Ann", 20)


def test_a_long_name_is_cut_before_it_is_looked_into():
    assert shortened("x" * 2_000_000 + HEAP, 20) == "x" * 20
    assert shortened(shortened("ﷺ" * 100, 20), 20) == shortened("ﷺ" * 100, 20)


def test_what_is_looked_up_is_short():
    assert code_in("ab-cd ef" + "x" * 2_000_000).startswith("ABCDEF")
    assert len(code_in("x" * 2_000_000)) <= 40
    assert term_in(" Ann\0 " + "x" * 2_000_000).startswith("Ann ")
    assert len(term_in("x" * 2_000_000)) <= 100
