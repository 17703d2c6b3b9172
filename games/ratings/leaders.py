"""Leaderboards: the newest ratings of a group, the highest first."""

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import FEWEST_RATED_GAMES, Player, RatedSeat

# The days in which somebody on a leaderboard has played at least FEWEST_RATED_GAMES; 0 is ever.
PERIODS = {"week": 7, "month": 30, "year": 365, "all": 0}


def leaders(group: str, period: str) -> QuerySet[RatedSeat]:
    """The newest ratings of those who are on this leaderboard, the best first."""
    rows = RatedSeat.objects.filter(group=group, is_newest=True, games__gte=FEWEST_RATED_GAMES)
    if days := PERIODS[period]:
        rows = rows.filter(active_since__gte=timezone.now() - timedelta(days=days))
    return rows.exclude(player=None).exclude(player__in=_hidden()).order_by("-points", "player")


def _hidden() -> QuerySet[Player]:
    """Who is on no leaderboard; a query of its own, as they are few."""
    return Player.objects.filter(Q(is_public=False) | Q(user__is_active=False))


def rank(board: QuerySet[RatedSeat], points: int) -> int:
    """The place on the board of somebody with so many points; equal points share a place."""
    return board.filter(points__gt=points).order_by().count() + 1
