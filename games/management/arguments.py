"""Types of command-line arguments, as argparse wants them."""

from argparse import ArgumentTypeError

from games.text.numbers import whole_number

MOST_DIGITS = 9


def count(text: str) -> int:
    """A whole number, 0 or more; ArgumentTypeError for any other text."""
    number = whole_number(text, MOST_DIGITS)
    if number is None:
        raise ArgumentTypeError("a whole number, 0 or more")
    return number


def positive(text: str) -> int:
    """A whole number, 1 or more; ArgumentTypeError for any other text."""
    number = whole_number(text, MOST_DIGITS)
    if not number:
        raise ArgumentTypeError("a whole number, 1 or more")
    return number


def seat_or_spectator(text: str) -> int | None:
    """The number of a seat, None for “spectator”; ArgumentTypeError for any other text."""
    number = whole_number(text, MOST_DIGITS)
    if number is None and text != "spectator":
        raise ArgumentTypeError("a seat's number, or spectator")
    return number
