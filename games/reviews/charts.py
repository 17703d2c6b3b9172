"""Charts of a review: chances to win, money above the poorest, danger, chance of the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.charts.end_chances import EndChart, end_chart
from games.charts.lines import LineChart, line_chart
from games.engine.cards import Card
from games.engine.money import TOTAL
from games.engine.record import Record
from games.engine.scoring import Number, Result, counted_money, result_of
from games.engine.standings import win_of
from games.engine.state import GameState
from games.engine.timeline import Row
from games.reviews.analysis.report import Report
from games.text.card_names import lot_name, lot_title
from games.text.numbers import money_text, percent_text

Chances = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class ReviewCharts:
    """The four charts of a review."""

    chances: LineChart
    cushion: LineChart
    danger: LineChart
    ends: EndChart


def review_charts(record: Record, report: Report, names: Sequence[str]) -> ReviewCharts:
    """The charts of a finished game and its review, with the names as the reader sees them."""
    edition, result = record.deal.edition, result_of(record.final)
    lots = [_("Start"), *(lot_name(edition, offer.lot) for offer in report.offers)]

    def money(amount: Number) -> str:
        return (
            money_text(edition, int(amount))
            if amount >= 0
            else f"−{money_text(edition, -int(amount))}"
        )

    return ReviewCharts(
        chances=_percents(
            "chances",
            _("Chance to win"),
            names,
            [*lots, _("End")],
            [*(outlook.won for outlook in report.outlooks), _won(result)],
        ),
        cushion=line_chart(
            "cushion",
            _("Lead over the poorest"),
            names,
            lots,
            cushions(record),
            money,
            _("here or below: cast out"),
        ),
        danger=_percents(
            "danger",
            _("Risk of being cast out"),
            names,
            [*lots, _("End")],
            [*(outlook.out for outlook in report.outlooks), _cast_out(result)],
        ),
        ends=end_chart(lots, [outlook.end for outlook in report.outlooks]),
    )


def chance_note(record: Record) -> str:
    """What the chances mean; where Gambling is in play, that it doubles money."""
    note = _("Chances before the next card was turned up, if everyone goes on playing as before.")
    if Card.GAMBLING not in record.deal.deck:
        return note
    doubled = _("%(lot)s counts its owner’s money double.")
    return f"{note} {doubled % {'lot': lot_title(record.deal.edition, Card.GAMBLING)}}"


def _percents(
    id: str, title: str, names: Sequence[str], lots: Sequence[str], rows: Chances
) -> LineChart:
    hundred = [tuple(100 * chance for chance in row) for row in rows]
    return line_chart(id, title, names, lots, hundred, lambda number: percent_text(number / 100))


def _won(result: Result) -> list[float]:
    return [win_of(seat, result.winners) for seat in range(len(result.scores))]


def _cast_out(result: Result) -> list[float]:
    return [float(score.is_cast_out) for score in result.scores]


def cushions(record: Record) -> list[Row]:
    """Each seat's money above that of the poorest other seat: at the start, after each lot."""
    rows: list[Row] = []
    for state in record.states:
        rows += [_cushion(state)] * (state.revealed - len(rows))
    return rows


def _cushion(state: GameState) -> Row:
    """The same in one position, with money as it counts at the end."""
    money = [
        counted_money(TOTAL[player.hand | player.bid], player.claimed) for player in state.players
    ]
    return tuple(own - min(money[:seat] + money[seat + 1 :]) for seat, own in enumerate(money))
