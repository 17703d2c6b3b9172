"""Checks and normalises the texts that people send: names, messages, reasons, search terms.

`unicodedata.normalize` sorts combining marks in quadratic time and holds the interpreter's lock
meanwhile, so the length of a text and the marks on its characters are checked before anything else.
"""

import unicodedata

from django.utils.translation import gettext as _

from games.text.errors import BadInput

MOST_MARKS = 4  # on one character; no living script needs more
# How much longer a raw text may be than what is kept: white space, unseen characters, marks.
RAW_TIMES, RAW_MORE = 4, 64
LONGEST_TERM = 100
LONGEST_CODE = 40
UNSEEN = {"Cc", "Cf", "Co", "Cs", "Cn"}
MARKS = {"Mn", "Mc", "Me"}
# Characters that show nothing although their category says otherwise: fillers, blanks, joiners.
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
)


def clean_text(text: str, longest: int) -> str:
    """`text` in normal form (NFKC) without invisible characters.

    Raises BadInput if it is too long, shows nothing, or has too many marks on one character.
    """
    check_bounds(text, longest)
    cleaned = _normalised(text)
    if len(cleaned) > longest:
        raise _too_long(longest)
    return cleaned


def shortened(text: str, longest: int) -> str:
    """The first `longest` characters of `text`, cleaned; BadInput if they show nothing."""
    beginning = text[: RAW_TIMES * longest]
    check_bounds(beginning, longest)
    return _normalised(beginning)[:longest].rstrip()


def _normalised(text: str) -> str:
    words = unicodedata.normalize("NFKC", text).split()
    visible = ("".join(c for c in word if not _is_unseen(c)) for word in words)
    # Once more: letters may now be neighbours that an unseen one had kept apart.
    normal = unicodedata.normalize("NFKC", " ".join(word for word in visible if word))
    if not any(_is_shown(c) for c in normal):
        raise BadInput(reason=_("Type at least one character."))
    _check_marks(normal)  # one character may have stood for several marks
    return normal


def check_bounds(text: str, longest: int) -> None:
    """Raise BadInput if a text is too long, or has too many marks on one character."""
    if len(text) > RAW_TIMES * longest + RAW_MORE:
        raise _too_long(longest)
    _check_marks(text)


def term_in(text: str) -> str:
    """A search term: at most LONGEST_TERM characters, no NUL."""
    return text[:LONGEST_TERM].strip().replace("\0", "")


def code_in(text: str) -> str:
    """A code as it may have been written down or spoken: its letters and digits, in capitals."""
    return "".join(symbol for symbol in text[:LONGEST_CODE].upper() if symbol.isalnum())


def _too_long(longest: int) -> BadInput:
    reason = _("That’s too long. Use at most %(count)s characters.") % {"count": longest}
    return BadInput(reason=reason)


def _check_marks(text: str) -> None:
    if _most_marks(text) > MOST_MARKS:
        raise BadInput(reason=_("There are too many accents on one letter. Remove some."))


def _most_marks(text: str) -> int:
    """The most combining marks on one character; invisible characters between them are ignored."""
    most = count = 0
    for character in text:
        if not _is_unseen(character):
            count = count + 1 if unicodedata.category(character) in MARKS else 0
            most = max(most, count)
    return most


def _is_unseen(character: str) -> bool:
    return character in BLANK or unicodedata.category(character) in UNSEEN


def _is_shown(character: str) -> bool:
    """Whether this character alone makes a text visible: no space, no mark without a letter."""
    return not _is_unseen(character) and unicodedata.category(character)[0] in "LNPS"
