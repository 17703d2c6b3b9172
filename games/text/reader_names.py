"""Names as the reader of a game sees them: “You” for the own seat."""

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def names_for(names: Sequence[str], own: int | None) -> tuple[str, ...]:
    """The names of all seats, with “You” in place of the reader's own."""
    return tuple(
        pgettext("player", "You") if seat == own else name for seat, name in enumerate(names)
    )


def names_in_words(names: Sequence[str], seats: Sequence[int], own: int | None) -> str:
    """The names of these seats as a list in words, the reader first: “You, Ann and Bob”."""
    you_first = sorted(seats, key=lambda seat: seat != own)
    readable = names_for(names, own)
    return get_text_list([readable[seat] for seat in you_first], _("and"))


def initial_of(name: str) -> str:
    """The letter on the crest of a seat."""
    return name[:1].upper()
