"""Which games count for statistics: dealt here, played to the end, not void."""

from django.db.models import Q, QuerySet

from games.models import Game, Player, Seat

COUNTED = Q(game__status=Game.Status.FINISHED, game__origin=Game.Origin.DEALT, game__voided_at=None)


def counted_seats(player: Player) -> QuerySet[Seat]:
    """The player's seats in games that count, in no order."""
    return Seat.objects.filter(COUNTED, player=player).order_by()
