"""A review in words: the turning points, the lots, and every decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games.engine.record import Record
from games.reviews.analysis.report import Report, report_from
from games.reviews.charts import ReviewCharts, review_charts
from games.reviews.text.decisions import Finding, Teller
from games.reviews.text.lot_prices import OfferLine, offer_lines
from games.text.numbers import percent


@dataclass(frozen=True, slots=True)
class Chapter:
    """The decisions of one auction; `worst` is the costliest of them, if any was costly."""

    number: int
    lot: str
    worst: Finding | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Counts of one seat's decisions; `points` is what they cost together, in percent."""

    seat: int
    name: str
    count: int
    blunders: int
    mistakes: int
    slips: int
    points: int

    @property
    def is_clean(self) -> bool:
        return not self.blunders + self.mistakes + self.slips


@dataclass(frozen=True, slots=True)
class Findings:
    """All texts and charts of a review."""

    names: tuple[str, ...]
    turning: tuple[Finding, ...]
    parts: tuple[Part, ...]
    offers: tuple[OfferLine, ...]
    all: tuple[Finding, ...]
    charts: ReviewCharts

    def of(self, seat: int | None) -> tuple[Finding, ...]:
        """The decisions of one seat, or of all."""
        return tuple(each for each in self.all if seat in {None, each.seat})


def findings_of(record: Record, report: Report) -> Findings:
    """The review of a finished game in the reader's language."""
    teller = Teller(record)
    found = tuple(teller.finding(weighed) for weighed in report.weighed)
    return Findings(
        names=record.names,
        turning=tuple(teller.turning(report, point.ply, point.code) for point in report.turning),
        parts=tuple(_part(seat, name, found) for seat, name in enumerate(record.names)),
        offers=offer_lines(record, report),
        all=found,
        charts=review_charts(record, report),
    )


def stored_findings(record: Record, stored: Mapping[str, Any]) -> Findings:
    """The same from a stored report; ValueError where it is of another format."""
    return findings_of(record, report_from(stored))


def chapters_of(findings: Sequence[Finding]) -> tuple[Chapter, ...]:
    """The decisions, grouped by auction."""
    chapters = []
    for number, group in groupby(findings, key=lambda each: each.auction):
        each = tuple(group)
        worst = next(iter(dearest_first(each)), None)
        chapters.append(Chapter(number, each[0].lot, worst, each))
    return tuple(chapters)


def dearest_first(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The costly decisions, the costliest first."""
    costly = [each for each in findings if each.is_costly]
    return tuple(sorted(costly, key=lambda each: -each.cost))


def _part(seat: int, name: str, found: Sequence[Finding]) -> Part:
    own = [each for each in found if each.seat == seat]
    sizes = [each.size for each in own]
    return Part(
        seat,
        name,
        len(own),
        sizes.count("blunder"),
        sizes.count("mistake"),
        sizes.count("slip"),
        percent(sum(each.cost for each in own if each.is_costly)),
    )
