"""Statistics of the whole site, computed by the database and cached; void games do not count."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, F, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.archive.counted_games import COUNTED
from games.bots.characters import CHARACTERS
from games.charts.columns import ColumnChart, column_chart
from games.models import Game, Seat

DAYS = 30
KEPT = 300
PEOPLE = ""


@dataclass(frozen=True, slots=True)
class Wins:
    """Games played and won; a shared win counts as its part."""

    played: int = 0
    won: float = 0.0

    @property
    def percent(self) -> float:
        return round(100 * self.won / self.played, 1) if self.played else 0.0

    def and_(self, played: int, won: float) -> "Wins":
        return Wins(self.played + played, self.won + won)


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers of the page; `at` is when they were computed."""

    at: datetime
    days: tuple[tuple[date, int], ...]
    endings: Mapping[str, int]
    editions: Mapping[str, int]
    void: int
    actions: float
    minutes: float
    by_seat: Mapping[int, Wins]
    by_level: Mapping[str, Wins]


def numbers() -> Numbers:
    """The numbers, at most KEPT seconds old."""
    known: Numbers | None = cache.get("numbers")
    if known is None:
        known = _counted(timezone.now())
        cache.set("numbers", known, KEPT)
    return known


def days_chart(counted: Numbers) -> ColumnChart:
    """Games that began on each of the last DAYS days."""
    days = [(date_format(day, "SHORT_DATE_FORMAT"), count) for day, count in counted.days]
    return column_chart("days", _("Games started each day"), days, every=6)


def _counted(now: datetime) -> Numbers:
    games = Game.objects.filter(voided_at=None)
    own = games.exclude(origin=Game.Origin.IMPORTED)
    ended = own.filter(status=Game.Status.FINISHED).aggregate(
        actions=Avg("version"), length=Avg(F("finished_at") - F("started_at"))
    )
    by_seat, by_level = _wins()
    return Numbers(
        at=now,
        days=_days(own, now),
        endings=_counts(own, "status"),
        editions=_counts(games, "edition"),
        void=Game.objects.exclude(voided_at=None).count(),
        actions=round(ended["actions"] or 0, 1),
        minutes=round((ended["length"] or timedelta()).total_seconds() / 60, 1),
        by_seat=by_seat,
        by_level=by_level,
    )


def _counts(games: Any, column: str) -> dict[str, int]:
    return dict(games.order_by().values_list(column).annotate(Count("pk")))


def _days(games: Any, now: datetime) -> tuple[tuple[date, int], ...]:
    """How many games began on each of the last DAYS days."""
    first = (now - timedelta(days=DAYS - 1)).date()
    rows = games.filter(started_at__date__gte=first, started_at__gte=now - timedelta(days=DAYS + 1))
    counted = dict(rows.order_by().values_list(TruncDate("started_at")).annotate(Count("pk")))
    days = (first + timedelta(days=number) for number in range(DAYS))
    return tuple((day, counted.get(day, 0)) for day in days)


def _wins() -> tuple[dict[int, Wins], dict[str, Wins]]:
    """Wins by seat and by level of bots; people count as the level PEOPLE."""
    groups = Seat.objects.filter(COUNTED).order_by().values_list("number", "player__bot")
    by_seat: dict[int, Wins] = defaultdict(Wins)
    by_level: dict[str, Wins] = defaultdict(Wins)
    for number, bot, played, won in groups.annotate(Count("pk"), Sum("win")):
        level = CHARACTERS[bot].level if bot in CHARACTERS else bot or PEOPLE
        by_seat[number] = by_seat[number].and_(played, won)
        by_level[level] = by_level[level].and_(played, won)
    return dict(sorted(by_seat.items())), dict(by_level)
