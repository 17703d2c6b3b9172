"""Which games count: the one place that says so."""

from django.db.models import Q, QuerySet

from games.models import Game, Player, Seat

COUNTED = Q(game__status=Game.Status.FINISHED, game__origin=Game.Origin.DEALT, game__voided_at=None)


def counted_seats(player: Player) -> QuerySet[Seat]:
    """Somebody's seats in the games that count: dealt here, played to the end, not void."""
    return Seat.objects.filter(COUNTED, player=player).order_by()
