"""Labels that fit beside a chart on a small screen."""

from collections.abc import Sequence
from math import ceil
from unicodedata import combining, east_asian_width

WIDTH = 330
LETTER = 11  # the size of the letters of a label
LABEL_WIDTH = 112  # of the longest label at the end of a line
LEAST_WIDTH = 26
ELLIPSIS = "…"
# The bold letters of our text face, by their breadth in parts of their size.
BREADTHS = (
    (0.28, "ijlI.,'’·| "),
    (0.37, "ftr-()"),
    (0.51, "sczxvyJLYeF0123456789"),
    (0.56, "abdghknopquAESVXZTäöüéÄ"),
    (0.67, "BKßCPRDGUÜHNOQÖ&"),
    (0.76, "Mw"),
    (0.88, "W½m%@"),
)
BREADTH_OF = {letter: breadth for breadth, letters in BREADTHS for letter in letters}
OTHERS, WIDE, CUT = 0.67, 1.05, 0.96


def room_for(names: Sequence[str]) -> int:
    """The width that the labels of these names need; "You" fits in it, too."""
    return max(LEAST_WIDTH, *map(label_width, names))


def label_width(name: str) -> int:
    """How wide `name` is as a label, at most LABEL_WIDTH."""
    return min(ceil(LETTER * _breadth(name)), LABEL_WIDTH)


def shortened(name: str, width: float = LABEL_WIDTH) -> str:
    """The beginning of `name` that fits into the width, with an ellipsis if it is cut."""
    if LETTER * _breadth(name) <= width:
        return name
    end = len(name)
    while end > 1 and LETTER * (_breadth(name[:end].rstrip()) + CUT) > width:
        end -= 1
    return f"{name[:end].rstrip()}{ELLIPSIS}"


def _breadth(text: str) -> float:
    return sum(_breadth_of_letter(letter) for letter in text)


def _breadth_of_letter(letter: str) -> float:
    if combining(letter):
        return 0
    return WIDE if east_asian_width(letter) in "WF" else BREADTH_OF.get(letter, OTHERS)
