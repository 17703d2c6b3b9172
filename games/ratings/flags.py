"""What moderators may want to look at in rated games; nothing follows from it by itself."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from games.models import Player, RatedSeat, Seat, SharedBrowser

DAYS = 30
MOST = 50
# Two people: at least so many rated games together, and so large a part of one's games.
OFTEN_TOGETHER, OFTEN_SHARE = 15, 0.5
# One person: at least so many rated games left, and so large a part of theirs.
OFTEN_LEFT, LEFT_SHARE = 3, 0.2


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people: how many rated games they have played together, and in all who has fewer."""

    one: Player
    other: Player
    games: int
    of: int


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who has left so many of their rated games of the last days."""

    player: Player
    left: int
    of: int


def shared_browsers(now: datetime | None = None) -> list[Pair]:
    """Pairs that have logged in in one browser and sat at one rated table."""
    met = SharedBrowser.objects.filter(
        one__rated_seats__at__gte=_since(now),
        other__rated_seats__game=F("one__rated_seats__game"),
    )
    counted = met.values("one", "other").annotate(games=Count("one__rated_seats"))
    return _pairs(counted.order_by("-games").values_list("one", "other", "games"), now)


def frequent_pairs(now: datetime | None = None) -> list[Pair]:
    """Pairs that play most of the rated games of one of them together."""
    other = "game__rated_seats__player"
    pairs = _lately(now).filter(**{f"{other}__gt": F("player")}).values("player", other)
    counted = pairs.annotate(games=Count("pk")).filter(games__gte=OFTEN_TOGETHER)
    found = _pairs(counted.order_by("-games").values_list("player", other, "games"), now)
    return [pair for pair in found if pair.games >= OFTEN_SHARE * pair.of]


def frequent_leavers(now: datetime | None = None) -> list[Leaver]:
    """People who have left many of their rated games."""
    rows = Seat.objects.filter(game__in=_lately(now).values("game"), player__bot="")
    left = Count("pk", filter=Q(left_at__isnull=False))
    counted = rows.order_by().values("player").annotate(left=left, games=Count("pk"))
    often = counted.filter(left__gte=OFTEN_LEFT).filter(left__gte=LEFT_SHARE * F("games"))
    found = list(often.order_by("-left")[:MOST])
    people = Player.objects.in_bulk([row["player"] for row in found])
    return [Leaver(people[row["player"]], row["left"], row["games"]) for row in found]


def _since(now: datetime | None) -> datetime:
    return (now or timezone.now()) - timedelta(days=DAYS)


def _lately(now: datetime | None) -> QuerySet[RatedSeat]:
    return RatedSeat.objects.filter(at__gte=_since(now), player__isnull=False).order_by()


def _pairs(rows: Any, now: datetime | None) -> list[Pair]:
    """The most frequent of these pairs, given as two ids and a count."""
    found = list(rows[:MOST])
    ids = {player for one, other, _ in found for player in (one, other)}
    people = Player.objects.in_bulk(ids)
    theirs = _lately(now).filter(player__in=ids).values_list("player")
    played = dict(theirs.annotate(games=Count("pk")))
    return [
        Pair(people[one], people[other], games, min(played[one], played[other]))
        for one, other, games in found
        if one in people and other in people
    ]
