"""Which games count: the one place that says so."""

from django.db.models import Q, QuerySet

from games.models import Game, Player, Seat

COUNTED = Q(game__status=Game.Status.FINISHED, game__origin=Game.Origin.DEALT)


def counted_seats(player: Player) -> QuerySet[Seat]:
    """Somebody's seats in the games that count: dealt here and played to the end."""
    return Seat.objects.filter(COUNTED, player=player).order_by()
