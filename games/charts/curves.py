"""One number through time, as a line from the first game to the last."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.charts.labels import WIDTH
from games.charts.lines import Tick
from games.text.numbers import grouped_text

HEIGHT, TOP, BOTTOM, LEFT, RIGHT = 170, 12, 26, 47, 12
MOST_POINTS = 100
MOST_ROWS = 20
STEPS = (20, 50, 100, 200, 500, 1_000, 2_000, 5_000)


@dataclass(frozen=True, slots=True)
class Curve:
    """Where a line and its labels lie; `table` is the same in words, the newest first."""

    id: str
    title: str
    words: str
    points: str
    end_x: float
    end_y: float
    rows: tuple[Tick, ...]
    first: str
    last: str
    table: tuple[tuple[str, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    number_x: int = LEFT - 5
    number_y: int = HEIGHT - 10


def curve(id: str, title: str, steps: Sequence[tuple[datetime, int]]) -> Curve:
    """The curve of these numbers, each with its time; there must be at least one."""
    drawn = _thinned(steps)
    highest = max(number for _at, number in drawn)
    step = next((each for each in STEPS if highest / each <= 5), STEPS[-1])
    top = max(highest, step)
    places = [(_along(at, len(drawn)), _up(number, top)) for at, (_, number) in enumerate(drawn)]
    newest = [(_day(at), grouped_text(number)) for at, number in reversed(steps)]
    return Curve(
        id=id,
        title=title,
        words=_("From %(first)s to %(last)s: %(number)s at the end.")
        % {"first": _day(steps[0][0]), "last": _day(steps[-1][0]), "number": newest[0][1]},
        points=" ".join(f"{x},{y}" for x, y in places),
        end_x=places[-1][0],
        end_y=places[-1][1],
        rows=tuple(
            Tick(_up(number, top), grouped_text(number)) for number in range(0, top + 1, step)
        ),
        first=_day(steps[0][0]),
        last=_day(steps[-1][0]),
        table=tuple(newest[:MOST_ROWS]),
    )


def _thinned(steps: Sequence[tuple[datetime, int]]) -> list[tuple[datetime, int]]:
    """At most about MOST_POINTS of the steps, with the last."""
    every = -(-len(steps) // MOST_POINTS)
    return [*steps[: len(steps) - 1 : every], steps[-1]]


def _along(at: int, count: int) -> float:
    return round(LEFT + at * (WIDTH - RIGHT - LEFT) / max(count - 1, 1), 1)


def _up(number: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - number / top * (HEIGHT - BOTTOM - TOP), 1)


def _day(at: datetime) -> str:
    return date_format(at, "SHORT_DATE_FORMAT")
