"""A line for every seat through all auctions, with its name at the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from games.charts.labels import WIDTH, room_for, shortened
from games.engine.scoring import Number
from games.engine.timeline import Row

HEIGHT = 230
LEFT, TOP, BOTTOM = 47, 12, 26
NAME_AFTER = 22  # from the end of the lines to their names
LABEL_GAP = 15

Words = Callable[[Number], str]


@dataclass(frozen=True, slots=True)
class Scale:
    """The lowest and highest number of a chart, and those with grid lines."""

    low: Number
    high: Number
    ticks: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line and its number."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A point at which a line changes, with a text for it."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one seat, and the place of its name."""

    seat: int
    name: str
    points: str
    marks: tuple[Mark, ...]
    end: Mark
    label_y: float


@dataclass(frozen=True, slots=True)
class LineChart:
    """One number per seat, at the start and after every auction."""

    id: str
    title: str
    words: str
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    lines: tuple[Line, ...]
    table: tuple[tuple[str, tuple[str, ...]], ...]
    right: int
    danger: Tick | None = None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    number_x: int = LEFT - 5
    number_y: int = HEIGHT - 10

    @property
    def lead_x(self) -> int:
        return self.right + 9

    @property
    def crest_x(self) -> int:
        return self.right + 14

    @property
    def name_x(self) -> int:
        return self.right + NAME_AFTER


def line_chart(
    id: str,
    title: str,
    names: Sequence[str],
    lots: Sequence[str],
    rows: Sequence[Row],
    words: Words,
    danger: str = "",
    room: int | None = None,
) -> LineChart:
    """The chart of these rows: a number per seat, at the start and after each lot.

    The lines end where `room` for their names begins, by default as much as the longest needs.
    A text for `danger` labels the line at 0, below which a seat is cast out.
    """
    scale = _scale([number for row in rows for number in row])
    ends = _spread([_height(scale, number) for number in rows[-1]])
    right = WIDTH - NAME_AFTER - (room_for(names) if room is None else room)
    return LineChart(
        id=id,
        title=title,
        words=_ends_in_words(names, rows[-1], words),
        rows=tuple(Tick(_height(scale, number), words(number)) for number in scale.ticks),
        columns=_columns(len(rows), right),
        lines=tuple(
            _line(seat, name, [row[seat] for row in rows], scale, ends[seat], lots, words, right)
            for seat, name in enumerate(names)
        ),
        table=tuple(
            (lot, tuple(words(number) for number in row))
            for lot, row in zip(lots, rows, strict=True)
        ),
        right=right,
        danger=Tick(_height(scale, 0), danger) if danger else None,
    )


def _line(
    seat: int,
    name: str,
    numbers: Sequence[Number],
    scale: Scale,
    label_y: float,
    lots: Sequence[str],
    words: Words,
    right: int,
) -> Line:
    places = [
        Mark(
            _along(at, len(numbers), right),
            _height(scale, number),
            f"{name}, {lot}: {words(number)}",
        )
        for at, (number, lot) in enumerate(zip(numbers, lots, strict=True))
    ]
    changed = [place for before, place in pairwise(places) if before.y != place.y]
    return Line(
        seat=seat,
        name=shortened(name),
        points=" ".join(f"{place.x},{place.y}" for place in places),
        marks=tuple(changed),
        end=places[-1],
        label_y=label_y,
    )


def _ends_in_words(names: Sequence[str], numbers: Row, words: Words) -> str:
    """The description of the chart for screen readers: the last number of each seat."""
    ends = zip(names, numbers, strict=True)
    return _("At the end: %(numbers)s.") % {
        "numbers": ", ".join(f"{name} {words(number)}" for name, number in ends)
    }


def _scale(numbers: Sequence[Number]) -> Scale:
    """From 0 or the lowest number to the highest, with at most six round numbers between."""
    low, high = min(0, *numbers), max(1, *numbers)
    size = 10 ** (len(str(int(high - low))) - 1)
    steps = [size * part // 20 for part in (4, 5, 10, 20, 40) if size * part % 20 == 0]
    step = next(step for step in steps if (high - low) / step <= 5)
    first = int(-(-low // step))
    ticks = tuple(step * number for number in range(first, int(high // step) + 1))
    return Scale(low, high, ticks)


def _height(scale: Scale, number: Number) -> float:
    share = (number - scale.low) / (scale.high - scale.low)
    return round(HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP), 1)


def _along(at: int, count: int, right: int) -> float:
    return round(LEFT + at * (right - LEFT) / max(count - 1, 1), 1)


def _columns(count: int, right: int) -> tuple[Tick, ...]:
    """A number under every auction, or under every other where there are many."""
    every = 1 if count <= 11 else 2
    return tuple(Tick(_along(at, count, right), str(at)) for at in range(0, count, every))


def _spread(heights: Sequence[float]) -> list[float]:
    """The heights of labels, moved apart by LABEL_GAP within the chart."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_GAP)
    limit: float = HEIGHT - BOTTOM
    for index in reversed(order):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - LABEL_GAP
    return placed
