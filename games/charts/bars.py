"""Horizontal bars: one for each kind, with an interval and a mark where given."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.charts.labels import WIDTH, shortened

ROW, NAME_WIDTH, NUMBER_WIDTH = 26, 112, 44
LABEL_WIDTH = NAME_WIDTH - 8


@dataclass(frozen=True, slots=True)
class Amount:
    """The content of one bar; `low` and `high` are its interval, `par` is marked on it."""

    name: str
    number: float
    text: str
    low: float | None = None
    high: float | None = None
    par: float | None = None
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """An amount and the coordinates of its bar."""

    amount: Amount
    label: str
    y: float
    top: float
    length: float
    low_x: float | None
    high_x: float | None
    par_x: float | None


@dataclass(frozen=True, slots=True)
class BarChart:
    """A bar for each kind; `columns` are the headings of the same content as a table."""

    id: str
    title: str
    words: str
    bars: tuple[Bar, ...]
    columns: tuple[str, ...]
    height: int
    width: int = WIDTH
    left: int = NAME_WIDTH
    name_x: int = NAME_WIDTH - 8
    number_x: int = WIDTH
    thickness: int = 10


def bar_chart(
    id: str, title: str, words: str, columns: Sequence[str], amounts: Sequence[Amount]
) -> BarChart:
    """The chart of these amounts, scaled from 0 to the largest number, interval or mark."""
    farthest = max(max(each.number, each.high or 0, each.par or 0) for each in amounts) or 1
    return BarChart(
        id=id,
        title=title,
        words=words,
        bars=tuple(_bar(row, amount, farthest) for row, amount in enumerate(amounts)),
        columns=tuple(columns),
        height=ROW * len(amounts) + 6,
    )


def _bar(row: int, amount: Amount, farthest: float) -> Bar:
    def along(number: float | None) -> float | None:
        if number is None:
            return None
        return round(NAME_WIDTH + number / farthest * (WIDTH - NUMBER_WIDTH - NAME_WIDTH), 1)

    y = row * ROW + ROW / 2 + 3
    end = along(amount.number) or NAME_WIDTH
    return Bar(
        amount=amount,
        label=shortened(amount.name, LABEL_WIDTH),
        y=y,
        top=y - 5,
        length=round(end - NAME_WIDTH, 1),
        low_x=along(amount.low),
        high_x=along(amount.high),
        par_x=along(amount.par),
    )
