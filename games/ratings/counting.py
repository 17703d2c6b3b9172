"""Counts rated games: the one place that writes ratings.

How it works
------------
The end of a game only inserts rows (`entering`). They are counted here a moment later, by the
scheduler of any process, in the order of the games' ends, as the pure function `fold` says. What
has to be counted is stored: rows without a rating and, for each group, the time from which it is
stale (`RatingCount.stale_from`), as a game has become void.

What may happen at the same time: any number of processes count. Who counts locks the row of the
group for a batch of GAMES_AT_ONCE games. So the batches of a group come one after another, and each
reads what the one before has stored. A game that was committed after one with a later end was
counted has rows without a rating: its group is counted anew from its end on. So the numbers depend
on the order of the ends only, not on who counted when.

Locks: the row of the group, then rated seats. No game is locked, and nobody who holds a game waits
for these locks: a move never waits for a count.

What a crash leaves: the last whole batch. The games after it still have rows without a rating, or
the group is stale from the next game on, which is stored with the batch.
"""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from games.engine.edition_groups import GROUPS
from games.models import FEWEST_RATED_GAMES, Player, RatedSeat, RatingCount
from games.ratings.fold import NEW, Rating, fold
from games.ratings.rated_games import RatedGame, rated_games

GAMES_AT_ONCE = 200
FACTS = ("game", "player", "group", "at")
NUMBERS = ("mu_before", "sigma_before", "mu", "sigma", "points", "games", "wins")


@dataclass(frozen=True, slots=True)
class Total:
    """What somebody's rated games of a group have come to."""

    rating: Rating = NEW
    games: int = 0
    wins: float = 0.0


def count_waiting() -> int:
    """Count what waits in all groups; how many games were counted."""
    return sum(_count_all(group) for group in GROUPS)


def _count_all(group: str) -> int:
    counted = 0
    while _is_waiting(group):
        counted += count_some(group)
    return counted


def _is_waiting(group: str) -> bool:
    stale = RatingCount.objects.filter(group=group, stale_from__isnull=False)
    return _waiting(group).exists() or stale.exists()


def _waiting(group: str) -> QuerySet[RatedSeat]:
    return RatedSeat.objects.filter(group=group, mu=None)


@transaction.atomic
def count_some(group: str, most: int = GAMES_AT_ONCE) -> int:
    """Count the first batch of games that have to be counted; how many."""
    RatingCount.objects.get_or_create(group=group)
    count = RatingCount.objects.select_for_update().get(group=group)
    start = _start(group, count)
    if start is None:
        return 0
    found = list(_games_from(group, start)[: most + 1])
    _store(group, start, [game for game, _at in found[:most]])
    count.stale_from = found[most][1] if len(found) > most else None
    count.save(update_fields=["stale_from"])
    return len(found[:most])


def _start(group: str, count: RatingCount) -> datetime | None:
    """The end of the first game that has to be counted."""
    first = _waiting(group).order_by("at").values_list("at", flat=True).first()
    return min(filter(None, (first, count.stale_from)), default=None)


def _games_from(group: str, start: datetime) -> QuerySet[RatedSeat, tuple[int, datetime]]:
    rows = RatedSeat.objects.filter(group=group, at__gte=start).order_by("at", "game")
    return rows.values_list("game", "at").distinct()


def _store(group: str, start: datetime, numbers: Sequence[int]) -> None:
    """Count these games, which are all that follow `start` up to some time."""
    games = rated_games(numbers)
    people = {seat.player for game in games for seat in game.seats if seat.player}
    rows = counted_rows(games, _totals(group, start, people))
    # Also the rows that were there: who is forgotten keeps theirs, so they are updated by seat.
    RatedSeat.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["seat"], update_fields=[*FACTS, *NUMBERS]
    )
    _mark_newest(group, people | _remove(numbers, [game.id for game in games]))


def _remove(numbers: Sequence[int], counted: Sequence[int]) -> set[int]:
    """Delete the rows of games that do not count and rows without a rating; whose they were."""
    void = RatedSeat.objects.filter(game__in=set(numbers) - set(counted))
    people = {player for player in void.values_list("player", flat=True) if player}
    void.delete()
    RatedSeat.objects.filter(game__in=numbers, mu=None).delete()
    return people


def counted_rows(games: Sequence[RatedGame], totals: dict[int, Total]) -> list[RatedSeat]:
    """The rows of the people in these games of one group; `totals` is kept up to date."""
    rows = []
    people = totals.keys() & {seat.player for game in games for seat in game.seats}
    ratings: dict[Hashable, Rating] = {who: totals[who].rating for who in people}
    for game, steps in zip(games, fold((game.entrants for game in games), ratings), strict=True):
        for seat, step in zip(game.seats, steps, strict=True):
            if seat.player is None or step is None:
                continue
            was = totals.get(seat.player, Total())
            total = Total(step.after, was.games + 1, was.wins + seat.win)
            totals[seat.player] = total
            rows.append(_row(game, seat.id, seat.player, step.before, total))
    return rows


def _row(game: RatedGame, seat: int, player: int, before: Rating, total: Total) -> RatedSeat:
    return RatedSeat(
        seat_id=seat,
        game_id=game.id,
        player_id=player,
        group=game.group.id,
        at=game.at,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=total.rating.mu,
        sigma=total.rating.sigma,
        points=total.rating.points,
        games=total.games,
        wins=total.wins,
    )


def _totals(group: str, start: datetime, people: Collection[int]) -> dict[int, Total]:
    """What these people's games before `start` have come to."""
    last = _last_rows(group, people, before=start)
    rows = RatedSeat.objects.filter(pk__in=last.values()).values_list(
        "player_id", "mu", "sigma", "games", "wins"
    )
    return {
        player: Total(Rating(mu, sigma), games, wins)
        for player, mu, sigma, games, wins in rows
        if player and mu is not None and sigma is not None
    }


def _last_rows(
    group: str, people: Collection[int], before: datetime | None = None
) -> dict[int, int]:
    """The id of the last counted row of each of these people."""
    rows = RatedSeat.objects.filter(player=OuterRef("pk"), group=group, mu__isnull=False)
    rows = rows if before is None else rows.filter(at__lt=before)
    last = Subquery(rows.order_by("-at", "-game").values("pk")[:1])
    players = Player.objects.filter(pk__in=people).annotate(last=last)
    found = players.exclude(last=None).values_list("pk", "last")
    return dict(found)


def _mark_newest(group: str, people: Collection[int]) -> None:
    """Mark the last row of each of these people, with the time since when they are active."""
    last = list(_last_rows(group, people).values())
    theirs = RatedSeat.objects.filter(group=group, player__in=people)
    theirs.filter(is_newest=True).exclude(pk__in=last).update(is_newest=False)
    earlier = RatedSeat.objects.filter(
        player=OuterRef("player"), group=group, at__lte=OuterRef("at"), mu__isnull=False
    )
    nth = earlier.order_by("-at", "-game").values("at")[FEWEST_RATED_GAMES - 1 :][:1]
    theirs.filter(pk__in=last).update(is_newest=True, active_since=Subquery(nth))
