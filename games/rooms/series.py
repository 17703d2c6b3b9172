"""The score of a room over all the games that were finished in it."""

from dataclasses import dataclass

from django.db.models import Sum

from games.models import Game, Room, Seat


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A seat of the last game: whose it is, and their wins; a shared win counts as its part."""

    player_id: int | None
    name: str
    wins: float


def series_of(room: Room, last: Game) -> tuple[SeriesLine, ...]:
    """The wins of those who played the last game, most wins first; empty before a second game.

    Games that were broken off or voided do not count.
    """
    games = Game.objects.filter(room=room, status=Game.Status.FINISHED, voided_at=None)
    if games.count() < 2:
        return ()
    rows = Seat.objects.filter(game__in=games).exclude(player=None).order_by()
    wins = dict(rows.values_list("player").annotate(wins=Sum("win")))
    lines = [
        SeriesLine(seat.player_id, seat.name, wins.get(seat.player_id, 0.0))
        for seat in last.seats.all()
    ]
    return tuple(sorted(lines, key=lambda line: -line.wins))
