"""Days of the deal: they begin and end at midnight UTC, and open to everybody an hour later."""

from datetime import UTC, date, datetime, time, timedelta
from enum import Enum

from games.models import DailyDeal
from games.text.errors import NoSuchDay

A_DAY = timedelta(days=1)
# Who has begun before midnight has so long to finish; seed and salt are shown after that.
GRACE = timedelta(hours=1)


class Phase(Enum):
    """Where a deal stands: not begun, played today, being finished, or open to everybody."""

    TO_COME = "to come"
    TODAY = "today"
    CLOSING = "closing"
    OPEN = "open"


def today(now: datetime) -> date:
    """The day that is played at `now`."""
    return now.astimezone(UTC).date()


def end_of(day: date) -> datetime:
    """Midnight at the end of the day."""
    return datetime.combine(day + A_DAY, time(tzinfo=UTC))


def opening_of(day: date) -> datetime:
    """When the deals of the day are open to everybody."""
    return end_of(day) + GRACE


def phase_of(deal: DailyDeal, now: datetime) -> Phase:
    """Where the deal stands at `now`."""
    if deal.day > today(now):
        return Phase.TO_COME
    if deal.day == today(now):
        return Phase.TODAY
    return Phase.CLOSING if now < deal.opens_at else Phase.OPEN


def day_from(text: str) -> date:
    """The day an address names; NoSuchDay if it names none."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NoSuchDay from None
    if day.isoformat() != text:
        raise NoSuchDay
    return day
