"""A column for every auction: the chance that the next card ends the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.charts.labels import WIDTH
from games.charts.lines import Tick
from games.text.numbers import percent_text

HEIGHT = 150
LEFT, TOP, BOTTOM, GAP = 47, 16, 26, 3
STEPS = (0.1, 0.25, 0.5)  # distances of grid lines; the smallest that needs at most four


@dataclass(frozen=True, slots=True)
class Bar:
    """The coordinates of one chance, its text, and the lot before it."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    text_y: float
    text: str
    lot: str
    is_none: bool


@dataclass(frozen=True, slots=True)
class EndChart:
    """One chance before the first card and after every auction."""

    id: str
    title: str
    words: str
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    bars: tuple[Bar, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH
    number_x: int = LEFT - 5
    number_y: int = HEIGHT - 10


def end_chart(lots: Sequence[str], chances: Sequence[float]) -> EndChart:
    """The chance that the next card ends the game: before the first card and after each lot."""
    step = next((step for step in STEPS if max(chances) <= 4 * step), STEPS[-1])
    top = step * max(1, -(-max(chances) // step))
    breadth = (WIDTH - LEFT) / len(chances)
    bars = tuple(
        _bar(at, lot, chance, top, breadth)
        for at, (lot, chance) in enumerate(zip(lots, chances, strict=True))
    )
    return EndChart(
        id="ends",
        title=_("Chance that the next card ends the game"),
        words=_in_words(chances),
        rows=tuple(
            Tick(_height(step * n, top), percent_text(step * n))
            for n in range(round(top / step) + 1)
        ),
        columns=tuple(Tick(bar.middle, str(at)) for at, bar in enumerate(bars)),
        bars=bars,
    )


def _bar(at: int, lot: str, chance: float, top: float, breadth: float) -> Bar:
    y = _height(chance, top)
    return Bar(
        x=round(LEFT + at * breadth + GAP / 2, 1),
        y=y,
        width=round(breadth - GAP, 1),
        height=round(HEIGHT - BOTTOM - y, 1),
        middle=round(LEFT + (at + 0.5) * breadth, 1),
        text_y=y - 7,
        text=percent_text(chance),
        lot=lot,
        is_none=not chance,
    )


def _height(chance: float, top: float) -> float:
    return round(HEIGHT - BOTTOM - chance / top * (HEIGHT - BOTTOM - TOP), 1)


def _in_words(chances: Sequence[float]) -> str:
    danger = [at for at, chance in enumerate(chances) if chance]
    if not danger:
        return _("The next card could never end the game.")
    facts = {"number": danger[0], "chance": percent_text(chances[-1])}
    return _("Possible from auction %(number)s on; before the last card it was %(chance)s.") % facts
