"""Days that are over, and how many in a row somebody has played."""

from datetime import date, datetime

from django.db.models import QuerySet

from games.daily.days import A_DAY, today
from games.daily.settling import counted
from games.models import DailyDeal, Player


def open_deals(now: datetime) -> QuerySet[DailyDeal]:
    """The deals that are open to everybody, newest first."""
    return DailyDeal.objects.filter(opens_at__lte=now).order_by("-day", "group")


def days_played(player: Player) -> list[date]:
    """The days on which a try of the player counts, newest first."""
    days = counted().filter(player=player).order_by("-deal__day")
    return list(days.values_list("deal__day", flat=True).distinct())


def streak_of(player: Player, now: datetime) -> int:
    """How many days in a row, up to today or yesterday, the player has played."""
    expected, streak = today(now), 0
    for day in days_played(player):
        if streak == 0 and day == expected - A_DAY:
            expected = day
        if day != expected:
            break
        streak, expected = streak + 1, expected - A_DAY
    return streak
