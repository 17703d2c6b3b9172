"""A review in words: the turning points, the lots, and every decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games.engine.record import Record
from games.reviews.analysis.report import (
    Answer,
    Report,
    TurningPoint,
    report_from,
    turning_points,
    weighed_so_far,
)
from games.reviews.charts import ReviewCharts, chance_note, review_charts
from games.reviews.text.decisions import Finding, Teller
from games.reviews.text.lot_prices import OfferLine, offer_lines, price_note
from games.text.numbers import percent
from games.text.reader_names import initial_of


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
    initial: str
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
    """All texts and charts of a review; `own` is the seat of the reader, if they have one."""

    own: int | None
    names: tuple[str, ...]
    turning: tuple[Finding, ...]
    parts: tuple[Part, ...]
    offers: tuple[OfferLine, ...]
    all: tuple[Finding, ...]
    charts: ReviewCharts
    chance_note: str
    price_note: str

    def of(self, seat: int | None) -> tuple[Finding, ...]:
        """The decisions of one seat, or of all."""
        return tuple(each for each in self.all if seat in {None, each.seat})


def findings_of(
    record: Record, report: Report, own: int | None = None, seat: int | None = None
) -> Findings:
    """The review of a finished game in the reader's language.

    `own` is the reader's seat; the turning points are those of `seat`, or of all.
    """
    teller = Teller(record, own)
    found = tuple(teller.finding(weighed) for weighed in report.weighed)
    parts = tuple(_part(record, number, teller.names[number], found) for number in teller.seats)
    return Findings(
        own=own,
        names=teller.names,
        turning=tuple(
            teller.turning(report.weighed[point.ply], point.code)
            for point in _turning(record, report, seat)
        ),
        parts=tuple(sorted(parts, key=lambda part: part.seat != own)),
        offers=offer_lines(record, report, own),
        all=found,
        charts=review_charts(record, report, teller.names),
        chance_note=chance_note(record),
        price_note=price_note(record.deal.edition),
    )


def stored_findings(
    record: Record, stored: Mapping[str, Any], own: int | None = None, seat: int | None = None
) -> Findings:
    """The same from a stored report; ValueError where it is of another format."""
    return findings_of(record, report_from(stored), own, seat)


def found_so_far(
    record: Record, answers: Sequence[Answer], own: int | None = None
) -> tuple[Finding, ...]:
    """The costliest decisions of the reader, or of all, by the first answers of a review."""
    teller, found = Teller(record, own), weighed_so_far(record, answers)
    weighed = {each.ply: each for each in found if own in {None, each.action.seat}}
    points = turning_points(record, tuple(weighed.values()))
    return tuple(teller.turning(weighed[point.ply], point.code) for point in points)


def _turning(record: Record, report: Report, seat: int | None) -> tuple[TurningPoint, ...]:
    if seat is None:
        return report.turning
    return turning_points(record, [each for each in report.weighed if each.action.seat == seat])


def chapters_of(findings: Sequence[Finding]) -> tuple[Chapter, ...]:
    """The decisions, grouped by auction."""
    chapters = []
    for number, group in groupby(findings, key=lambda each: each.auction):
        each = tuple(group)
        worst = next(iter(costliest_first(each)), None)
        chapters.append(Chapter(number, each[0].lot, worst, each))
    return tuple(chapters)


def costliest_first(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The costly decisions, the costliest first."""
    costly = [each for each in findings if each.is_costly]
    return tuple(sorted(costly, key=lambda each: -each.cost))


def _part(record: Record, seat: int, name: str, found: Sequence[Finding]) -> Part:
    own = [each for each in found if each.seat == seat]
    sizes = [each.size for each in own]
    return Part(
        seat,
        name,
        initial_of(record.names[seat]),
        len(own),
        sizes.count("blunder"),
        sizes.count("mistake"),
        sizes.count("slip"),
        percent(sum(each.cost for each in own if each.is_costly)),
    )
