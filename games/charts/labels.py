"""Labels that fit beside a chart on a small screen."""

from unicodedata import east_asian_width

WIDTH = 330
LABEL_UNITS = 11.5


def shortened(name: str, units: float = LABEL_UNITS) -> str:
    """The beginning of `name` that fits into `units` of width, with an ellipsis if it is cut."""
    used = 0.0
    for at, letter in enumerate(name):
        used += _breadth(letter)
        if used > units:
            return f"{name[: max(at - 1, 1)].rstrip()}…"
    return name


def _breadth(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.7
    return 1.5 if letter in "WM@%&mw" else 0.55 if letter in "iIljtfr.,' " else 1
