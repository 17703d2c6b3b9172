"""Somebody's games that are over, newest first, all or those that are chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, Member, Player, Seat
from games.play.daily_secrecy import secret_games
from games.text.numbers import ID_DIGITS, whole_number

WON, LOST, CAST_OUT, BROKEN_OFF = "won", "lost", "cast-out", "broken-off"
RESULTS = {
    WON: Q(win__gt=0, game__voided_at=None),
    LOST: Q(win=0, is_cast_out=False, place__isnull=False, game__voided_at=None),
    CAST_OUT: Q(is_cast_out=True, game__voided_at=None),
    BROKEN_OFF: Q(game__status=Game.Status.BROKEN_OFF),
}
SHOWN = (
    *("code", "edition", "origin", "status", "started_at", "finished_at", "voided_at"),
    *("room__invite", "room__code"),
)
WITH_BOTS, WITHOUT_BOTS = "with", "without"


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games a list shows; a field that is empty or 0 excludes none.

    `opponent` is the number of a player or the character of a bot; `days` is how long ago a game
    may have ended.
    """

    edition: str = ""
    result: str = ""
    players: int = 0
    opponent: str = ""
    bots: str = ""
    days: int = 0
    origin: str = ""


def running_games(player: Player) -> QuerySet[Game]:
    """The running games in which the player has a seat, the newest first."""
    games = Game.objects.filter(seats__player=player, status=Game.Status.RUNNING)
    return games.order_by("-pk")


def for_lists(games: QuerySet[Game], player: Player) -> QuerySet[Any]:
    """The games with what a list shows: seats, room, and `can_enter` for the player's room."""
    places = Member.objects.filter(room=OuterRef("room"), player=player, is_removed=False)
    can_enter = Exists(places.filter(room__closed_at=None))
    listed = games.annotate(can_enter=can_enter).select_related("room")
    return listed.prefetch_related("seats")


def listed(numbers: Sequence[int], player: Player) -> list[Any]:
    """The games with these ids, in their order, with what a history shows of them."""
    rows = for_lists(Game.objects.filter(pk__in=numbers), player).only(*SHOWN)
    found = {game.pk: game for game in rows}
    return [found[number] for number in numbers if number in found]


def games_of(player: Player, chosen: GameFilter | None = None) -> QuerySet[Game]:
    """The games that are over which the player sat in or imported, newest first."""
    chosen = chosen or GameFilter()
    games = Game.objects.filter(pk__in=_numbers(player, chosen.result))
    games = games.exclude(status=Game.Status.RUNNING).filter(*_conditions(chosen))
    return games.order_by("-finished_at", "-pk")


def games_to_take(player: Player) -> QuerySet[Game]:
    """Those of `games_of` that the player may take with them: no deal of the day that is secret."""
    return games_of(player).exclude(secret_games())


def _numbers(player: Player, result: str) -> Any:
    """Ids as a union of two queries: one condition over both would scan every game."""
    sat = Seat.objects.filter(player=player).order_by()
    if result:
        return sat.filter(RESULTS[result]).values("game")
    brought = Game.objects.filter(origin=Game.Origin.IMPORTED, room__host=player)
    return sat.values("game").union(brought.values("pk"))


def _conditions(chosen: GameFilter) -> list[Any]:
    conditions: list[Any] = []
    if chosen.edition:
        conditions.append(Q(edition=chosen.edition))
    if chosen.players:
        conditions += [_has(number=chosen.players - 1), ~_has(number=chosen.players)]
    if chosen.opponent:
        conditions.append(_has(**_sits(chosen.opponent)))
    if chosen.bots:
        has_bots = _has(player__bot__gt="")
        conditions.append(has_bots if chosen.bots == WITH_BOTS else ~has_bots)
    if chosen.days:
        conditions.append(Q(finished_at__gte=timezone.now() - timedelta(days=chosen.days)))
    if chosen.origin:
        conditions.append(Q(origin=chosen.origin))
    return conditions


def _has(**seat: object) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), **seat))


def _sits(opponent: str) -> dict[str, object]:
    number = whole_number(opponent, ID_DIGITS)
    return {"player__bot": opponent} if number is None else {"player": number}
