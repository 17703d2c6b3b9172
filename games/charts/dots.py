"""A dot for every lot: its price, the lots in the order of their worth."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.charts.labels import WIDTH, shortened
from games.engine.editions import Edition
from games.engine.timeline import Sale, by_worth
from games.text.card_names import lot_title
from games.text.numbers import money_text

ROW, NAME_WIDTH, PRICE_WIDTH = 24, 118, 62
LABEL_WIDTH = NAME_WIDTH - 10


@dataclass(frozen=True, slots=True)
class Dot:
    """A lot, the seat that got it, and the coordinates of its price."""

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
    """A dot for every lot, in the order of worth."""

    id: str
    title: str
    words: str
    note: str
    dots: tuple[Dot, ...]
    height: int
    width: int = WIDTH
    left: int = NAME_WIDTH
    name_x: int = NAME_WIDTH - 10


def price_chart(edition: Edition, names: Sequence[str], sold: Sequence[Sale]) -> DotChart:
    """The chart of all sales, from the worst lot to the best."""
    highest_price = max((sale.price for sale in sold), default=0) or 1
    dots = tuple(
        _dot(edition, names, sale, row, highest_price) for row, sale in enumerate(by_worth(sold))
    )
    return DotChart(
        id="prices",
        title=_("Price and value"),
        words=_("Every lot from worst to best: who got it, and the price."),
        note=_("%(disgrace)s cards: who took them, and what the others paid to avoid them.")
        % {"disgrace": _(edition.words.disgrace)},
        dots=dots,
        height=ROW * len(dots) + 8,
    )


def _dot(edition: Edition, names: Sequence[str], sale: Sale, row: int, highest_price: int) -> Dot:
    breadth = WIDTH - PRICE_WIDTH - NAME_WIDTH
    lot = lot_title(edition, sale.lot)
    x = round(NAME_WIDTH + sale.price / highest_price * breadth, 1)
    return Dot(
        y=row * ROW + ROW / 2 + 4,
        x=x,
        price_x=x + 10,
        lot=lot,
        label=shortened(lot, LABEL_WIDTH),
        seat=sale.seat,
        owner=_("nobody") if sale.seat is None else names[sale.seat],
        price=money_text(edition, sale.price),
        is_disgrace=sale.lot.is_disgrace,
    )
