"""Charts of a finished game: numbers in, places and words out; the templates only draw them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import east_asian_width

from django.utils.translation import gettext as _

from games.chronicle import Row, Sale, Story, by_worth, money_left, sales, status_over_time
from games.engine.editions import Edition
from games.engine.scoring import Number
from games.narration import lot_name, money_text, status_text

WIDTH, HEIGHT = 330, 230
LEFT, RIGHT, TOP, BOTTOM = 47, 102, 12, 26
LABEL_GAP = 15
LABEL_UNITS = 11.5
ROW, NAME_WIDTH, PRICE_WIDTH = 24, 118, 62

Words = Callable[[Number], str]


@dataclass(frozen=True, slots=True)
class Scale:
    """The numbers at the foot and the top of a chart, and those written beside it."""

    low: Number
    high: Number
    ticks: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across the chart and its number."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A place where something changed, in words too."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's way through the game, and its name where the line ends."""

    seat: int
    name: str
    points: str
    marks: tuple[Mark, ...]
    end: Mark
    label_y: float


@dataclass(frozen=True, slots=True)
class LineChart:
    """One number per seat after every auction."""

    id: str
    title: str
    words: str
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    lines: tuple[Line, ...]
    table: tuple[tuple[str, tuple[str, ...]], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    number_x: int = LEFT - 5
    number_y: int = HEIGHT - 10
    lead_x: int = WIDTH - RIGHT + 9
    crest_x: int = WIDTH - RIGHT + 14
    name_x: int = WIDTH - RIGHT + 22


@dataclass(frozen=True, slots=True)
class Dot:
    """A lot, who got it, and how far out its price lies."""

    y: float
    x: float
    price_x: float
    lot: str
    label: str
    seat: int | None
    owner: str
    price: str
    is_disgrace: bool


@dataclass(frozen=True, slots=True)
class DotChart:
    """Every lot by its worth, with its price."""

    id: str
    title: str
    words: str
    dots: tuple[Dot, ...]
    height: int
    width: int = WIDTH
    left: int = NAME_WIDTH
    name_x: int = NAME_WIDTH - 10


@dataclass(frozen=True, slots=True)
class Charts:
    """The three charts of one game."""

    money: LineChart
    prices: DotChart
    status: LineChart


def charts_of(edition: Edition, names: Sequence[str], story: Story) -> Charts:
    """The charts of a finished game; ValueError while it runs."""
    sold = sales(story)
    lots = [_("Start"), *(lot_name(edition, sale.lot) for sale in sold)]
    return Charts(
        money=_money_chart(edition, names, lots, money_left(story)),
        prices=_price_chart(edition, names, sold),
        status=_status_chart(names, lots, status_over_time(story, edition)),
    )


def _money_chart(
    edition: Edition, names: Sequence[str], lots: Sequence[str], rows: Sequence[Row]
) -> LineChart:
    def words(money: Number) -> str:
        return money_text(edition, int(money))

    title = _("Money left after each auction")
    return _line_chart("money", title, names, lots, rows, words)


def _status_chart(names: Sequence[str], lots: Sequence[str], rows: Sequence[Row]) -> LineChart:
    title = _("Status after each auction")
    return _line_chart("status", title, names, lots, rows, status_text)


def _line_chart(
    id: str,
    title: str,
    names: Sequence[str],
    lots: Sequence[str],
    rows: Sequence[Row],
    words: Words,
) -> LineChart:
    scale = _scale([number for row in rows for number in row])
    ends = _spread([_height(scale, number) for number in rows[-1]])
    return LineChart(
        id=id,
        title=title,
        words=_ends_in_words(names, rows[-1], words),
        rows=tuple(Tick(_height(scale, number), words(number)) for number in scale.ticks),
        columns=_columns(len(rows)),
        lines=tuple(
            _line(seat, name, [row[seat] for row in rows], scale, ends[seat], lots, words)
            for seat, name in enumerate(names)
        ),
        table=tuple(
            (lot, tuple(words(number) for number in row))
            for lot, row in zip(lots, rows, strict=True)
        ),
    )


def _line(
    seat: int,
    name: str,
    numbers: Sequence[Number],
    scale: Scale,
    label_y: float,
    lots: Sequence[str],
    words: Words,
) -> Line:
    places = [
        Mark(_along(at, len(numbers)), _height(scale, number), f"{name}, {lot}: {words(number)}")
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
    """What somebody who cannot see the lines wants to know of them."""
    ends = zip(names, numbers, strict=True)
    return _("At the end: %(numbers)s.") % {
        "numbers": ", ".join(f"{name} {words(number)}" for name, number in ends)
    }


def _scale(numbers: Sequence[Number]) -> Scale:
    """From 0 or the lowest number to the highest, with a handful of round numbers between."""
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


def _along(at: int, count: int) -> float:
    return round(LEFT + at * (WIDTH - RIGHT - LEFT) / max(count - 1, 1), 1)


def _columns(count: int) -> tuple[Tick, ...]:
    """A number under every auction, or under every other where there are many."""
    every = 1 if count <= 11 else 2
    return tuple(Tick(_along(at, count), str(at)) for at in range(0, count, every))


def _spread(heights: Sequence[float]) -> list[float]:
    """The heights of labels, pushed apart until each can be read, within the chart."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_GAP)
    limit: float = HEIGHT - BOTTOM
    for index in reversed(order):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - LABEL_GAP
    return placed


def shortened(name: str, units: float = LABEL_UNITS) -> str:
    """As much of `name` as fits beside a line; wide letters count for more."""
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


def _price_chart(edition: Edition, names: Sequence[str], sold: Sequence[Sale]) -> DotChart:
    dearest = max((sale.price for sale in sold), default=0) or 1
    dots = tuple(
        _dot(edition, names, sale, row, dearest) for row, sale in enumerate(by_worth(sold))
    )
    return DotChart(
        id="prices",
        title=_("Price against worth"),
        words=_("Every lot from the worst to the best, who took it, and what was paid."),
        dots=dots,
        height=ROW * len(dots) + 8,
    )


def _dot(edition: Edition, names: Sequence[str], sale: Sale, row: int, dearest: int) -> Dot:
    breadth = WIDTH - PRICE_WIDTH - NAME_WIDTH
    lot = lot_name(edition, sale.lot)
    x = round(NAME_WIDTH + sale.price / dearest * breadth, 1)
    return Dot(
        y=row * ROW + ROW / 2 + 4,
        x=x,
        price_x=x + 10,
        lot=lot,
        label=shortened(lot, 17),
        seat=sale.seat,
        owner=_("nobody") if sale.seat is None else names[sale.seat],
        price=money_text(edition, sale.price),
        is_disgrace=sale.lot.is_disgrace,
    )
