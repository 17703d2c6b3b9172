"""Charts: numbers in, coordinates and labels out; templates only draw them.

`lines`, `dots`, `bars`, `columns` and `end_chances` each lay out one shape of chart, with the same
content as a table for screen readers; `charts_of` makes the three charts of a finished game. May
import: engine, text. Called by screens, archive, daily, reviews and views.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.charts.dots import DotChart, price_chart
from games.charts.lines import LineChart, line_chart
from games.engine.editions import Edition
from games.engine.scoring import Number
from games.engine.timeline import Row, Story, money_left, sales, status_over_time
from games.text.card_names import lot_title
from games.text.numbers import money_text, status_text


@dataclass(frozen=True, slots=True)
class Charts:
    """The three charts of one game."""

    money: LineChart
    prices: DotChart
    status: LineChart


def charts_of(
    edition: Edition, names: Sequence[str], story: Story, room: int | None = None
) -> Charts:
    """The charts of a finished game, with `room` for names; ValueError while it runs."""
    sold = sales(story)
    lots = [_("Start"), *(lot_title(edition, sale.lot) for sale in sold)]
    return Charts(
        money=_money_chart(edition, names, lots, money_left(story), room),
        prices=price_chart(edition, names, sold),
        status=_status_chart(names, lots, status_over_time(story, edition), room),
    )


def _money_chart(
    edition: Edition,
    names: Sequence[str],
    lots: Sequence[str],
    rows: Sequence[Row],
    room: int | None,
) -> LineChart:
    def words(money: Number) -> str:
        return money_text(edition, int(money))

    title = _("Money left after each auction")
    return line_chart("money", title, names, lots, rows, words, room=room)


def _status_chart(
    names: Sequence[str], lots: Sequence[str], rows: Sequence[Row], room: int | None
) -> LineChart:
    title = _("Status after each auction")
    return line_chart("status", title, names, lots, rows, status_text, room=room)
