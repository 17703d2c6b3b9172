"""A strip for every row: from the lowest to the highest value of all, the middle, and one's own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.charts.labels import WIDTH, shortened

ROW, NAME_WIDTH, EDGE = 24, 118, 8
LABEL_WIDTH = NAME_WIDTH - 10
SCALE = 18
STEPS = (1, 2, 5, 10, 20, 50, 100)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Spread:
    """The values of one row, lowest first, and one's own; `cells` are the same as a table's row."""

    name: str
    values: tuple[int, ...]
    middle: int | None
    own: int | None
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """A row and the coordinates of its values; each is None where there is none."""

    spread: Spread
    label: str
    y: float
    low_x: float | None
    high_x: float | None
    middle_x: float | None
    own_x: float | None
    dots: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A value on the scale below the strips."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class SpreadChart:
    """A strip for each row and a scale; `columns` are the headings of the same as a table."""

    id: str
    title: str
    words: str
    strips: tuple[Strip, ...]
    columns: tuple[str, ...]
    ticks: tuple[Tick, ...]
    scale_y: int
    height: int
    width: int = WIDTH
    left: int = NAME_WIDTH
    right: int = WIDTH
    name_x: int = NAME_WIDTH - 10


def spread_chart(
    id: str,
    title: str,
    words: str,
    columns: Sequence[str],
    rows: Sequence[Spread],
    unit: int = 1,
    written: Callable[[int], str] = str,
) -> SpreadChart:
    """The chart of these rows, from 0 to the highest value; the scale counts in `unit`s."""
    values = [each for row in rows for each in (*row.values, row.own or 0)]
    farthest = max(values, default=0) or 1
    strips = tuple(_strip(row, number, farthest) for number, row in enumerate(rows))
    ticks = tuple(Tick(_x(each, farthest), written(each)) for each in _steps(farthest, unit))
    end = ROW * len(rows) + 8
    return SpreadChart(
        id, title, words, strips, tuple(columns), ticks, scale_y=end + 10, height=end + SCALE
    )


def _steps(farthest: int, unit: int) -> range:
    """The values on the scale: from 0 up to the farthest, at most MOST_TICKS."""
    steps = (unit * each for each in STEPS)
    step = next((each for each in steps if farthest // each < MOST_TICKS), farthest)
    return range(0, farthest + 1, step)


def _x(value: int, farthest: int) -> float:
    return round(NAME_WIDTH + value / farthest * (WIDTH - NAME_WIDTH - EDGE), 1)


def _strip(row: Spread, number: int, farthest: int) -> Strip:
    def x(value: int | None) -> float | None:
        return None if value is None else _x(value, farthest)

    low, high = (row.values[0], row.values[-1]) if row.values else (None, None)
    return Strip(
        spread=row,
        label=shortened(row.name, LABEL_WIDTH),
        y=number * ROW + ROW / 2 + 4,
        low_x=x(low),
        high_x=x(high),
        middle_x=x(row.middle),
        own_x=x(row.own),
        dots=tuple(place for each in sorted(set(row.values)) if (place := x(each)) is not None),
    )
