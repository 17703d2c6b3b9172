"""Rated games come to be counted: one row for each person's seat."""

from datetime import datetime

from django.db import transaction

from games.engine.edition_groups import group_of
from games.models import Game, RatedSeat, RatingCount, Seat


def enter(game_id: int, at: datetime) -> None:
    """Write the rows of a game that ends at `at`, if it is rated; `counting` computes them.

    Called in the transaction of its last move. It only inserts, so it waits for nobody, and the
    last moves of several games can be committed together.
    """
    seats = Seat.objects.filter(game_id=game_id, game__is_rated=True, player__bot="")
    columns = ("pk", "player_id", "game__advanced")
    RatedSeat.objects.bulk_create(
        RatedSeat(seat_id=seat, game_id=game_id, player_id=player, group=group_of(stars).id, at=at)
        for seat, player, stars in seats.values_list(*columns)
    )


def leave_out(game: Game) -> None:
    """Let a game that has become void count no longer, and what came after it be counted anew."""
    for group, at in set(game.rated_seats.values_list("group", "at")):
        count_from(group, at)


@transaction.atomic
def count_from(group: str, at: datetime) -> None:
    """Let the games of a group be counted anew from this time on."""
    RatingCount.objects.get_or_create(group=group)
    count = RatingCount.objects.select_for_update().get(group=group)
    count.stale_from = min(count.stale_from or at, at)
    count.save(update_fields=["stale_from"])
