"""Vertical columns: one count for each day."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 660, 180
TOP, BOTTOM, LEFT = 14, 22, 36
GAP = 0.2


@dataclass(frozen=True, slots=True)
class Column:
    """The coordinates of one count; only some columns have a `label`."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    name: str
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class ColumnChart:
    """Counts with their names, in order."""

    id: str
    title: str
    columns: tuple[Column, ...]
    most: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    top: int = TOP
    foot: int = HEIGHT - BOTTOM
    label_y: int = HEIGHT - 6
    number_x: int = LEFT - 6
    top_y: int = TOP + 4


def column_chart(
    id: str, title: str, counts: Sequence[tuple[str, int]], every: int = 1
) -> ColumnChart:
    """The chart of these named counts; every `every`-th has a label."""
    most = max([count for _, count in counts], default=0) or 1
    step = (WIDTH - LEFT) / max(len(counts), 1)
    columns = []
    for at, (name, count) in enumerate(counts):
        high = round((HEIGHT - BOTTOM - TOP) * count / most, 1)
        x = LEFT + at * step
        columns.append(
            Column(
                x=round(x + step * GAP / 2, 1),
                y=HEIGHT - BOTTOM - high,
                width=round(step * (1 - GAP), 1),
                height=high,
                middle=round(x + step / 2, 1),
                name=name,
                label=name if at % every == 0 else "",
                count=count,
            )
        )
    return ColumnChart(id, title, tuple(columns), most)
