"""Leaderboards: the newest ratings of a group, the highest first."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.models import FEWEST_RATED_GAMES, Player, RatedSeat, User

# The days in which somebody on a leaderboard has played at least FEWEST_RATED_GAMES; 0 is ever.
PERIODS = {"week": 7, "month": 30, "year": 365, "all": 0}


def leaders(group: str, period: str) -> QuerySet[RatedSeat]:
    """The newest ratings of those who are on this leaderboard, the best first."""
    rows = RatedSeat.objects.filter(group=group, is_newest=True, games__gte=FEWEST_RATED_GAMES)
    if days := PERIODS[period]:
        rows = rows.filter(active_since__gte=timezone.now() - timedelta(days=days))
    rows = rows.exclude(player=None)
    for hidden in _hidden():
        rows = rows.exclude(player__in=hidden)
    return rows.order_by("-points", "player")


def _hidden() -> tuple[QuerySet[Player], QuerySet[Player]]:
    """Who is on no leaderboard: two queries of their own, as each has an index of those few."""
    closed = User.objects.filter(is_active=False).values("pk")
    return Player.objects.filter(is_public=False), Player.objects.filter(user__in=closed)


def rank(board: QuerySet[RatedSeat], points: int) -> int:
    """The place on the board of somebody with so many points; equal points share a place."""
    return board.filter(points__gt=points).order_by().count() + 1
