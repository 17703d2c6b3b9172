"""Somebody's games that are over, newest first, all or those that are wanted."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, Member, Player, Seat

WON, LOST, CAST_OUT, BROKEN_OFF = "won", "lost", "cast-out", "broken-off"
RESULTS = {
    WON: Q(win__gt=0, game__voided_at=None),
    LOST: Q(win=0, is_cast_out=False, place__isnull=False, game__voided_at=None),
    CAST_OUT: Q(is_cast_out=True, game__voided_at=None),
    BROKEN_OFF: Q(game__status=Game.Status.BROKEN_OFF),
}
WITH_BOTS, WITHOUT_BOTS = "with", "without"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games somebody wants to see; what is empty or 0 excludes none.

    `opponent` is a person's number or a bot's character; `days` is how long ago a game may have
    ended.
    """

    edition: str = ""
    result: str = ""
    players: int = 0
    opponent: str = ""
    bots: str = ""
    days: int = 0
    origin: str = ""


def running_games(player: Player) -> QuerySet[Game]:
    """The games somebody is in the middle of, the newest first."""
    games = Game.objects.filter(seats__player=player, status=Game.Status.RUNNING)
    return games.order_by("-pk")


def for_lists(games: QuerySet[Game], player: Player) -> QuerySet[Any]:
    """The games with all that a list tells of them: seats, room, and whether it can be entered."""
    places = Member.objects.filter(room=OuterRef("room"), player=player, is_removed=False)
    can_enter = Exists(places.filter(room__closed_at=None))
    listed = games.annotate(can_enter=can_enter).select_related("room")
    return listed.prefetch_related("seats")


def games_of(player: Player, wanted: Wanted | None = None) -> QuerySet[Game]:
    """The games somebody sat in or brought in, once they are over, newest first."""
    wanted = wanted or Wanted()
    games = Game.objects.filter(pk__in=_numbers(player, wanted.result))
    games = games.exclude(status=Game.Status.RUNNING).filter(*_conditions(wanted))
    return games.order_by("-finished_at", "-pk")


def _numbers(player: Player, result: str) -> Any:
    """Two lists one after the other: a condition on both at once would look at every game."""
    sat = Seat.objects.filter(player=player).order_by()
    if result:
        return sat.filter(RESULTS[result]).values("game")
    brought = Game.objects.filter(origin=Game.Origin.IMPORTED, room__host=player)
    return sat.values("game").union(brought.values("pk"))


def _conditions(wanted: Wanted) -> list[Any]:
    conditions: list[Any] = []
    if wanted.edition:
        conditions.append(Q(edition=wanted.edition))
    if wanted.players:
        conditions += [_has(number=wanted.players - 1), ~_has(number=wanted.players)]
    if wanted.opponent:
        conditions.append(_has(**_sits(wanted.opponent)))
    if wanted.bots:
        has_bots = _has(player__bot__gt="")
        conditions.append(has_bots if wanted.bots == WITH_BOTS else ~has_bots)
    if wanted.days:
        conditions.append(Q(finished_at__gte=timezone.now() - timedelta(days=wanted.days)))
    if wanted.origin:
        conditions.append(Q(origin=wanted.origin))
    return conditions


def _has(**seat: object) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), **seat))


def _sits(opponent: str) -> dict[str, object]:
    return {"player": int(opponent)} if opponent.isdecimal() else {"player__bot": opponent}
