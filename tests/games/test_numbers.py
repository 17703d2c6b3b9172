"""Digits that people send, and shares as they are shown."""

import pytest

from games.text.numbers import ID_DIGITS, percent, whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("123456", 123_456)])
def test_digits_spell_a_number(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1_0", "1.0", "٣", "²", "1234567", "x"])
def test_any_other_text_is_no_number(text):
    assert whole_number(text) is None


def test_every_primary_key_can_be_named():
    assert whole_number("9" * ID_DIGITS, ID_DIGITS) == 10**ID_DIGITS - 1
    assert whole_number("9" * (ID_DIGITS + 1), ID_DIGITS) is None


def test_a_share_is_shown_in_whole_percent():
    assert percent(1, 3) == 33
    assert percent(0.999) == 100
