"""Sealed orders: given, kept for nobody else to see, taken back."""

from dataclasses import replace

from django.db import transaction

from games.company import company_of
from games.engine.state import GameState
from games.models import Game
from games.orders import Order, can_be_given, orders_from, orders_text, standing
from games.refusals import OrderTooLow, TableMovedOn
from games.services.announcing import announce_order
from games.services.table import Position, follow_orders, locked, position_of


def change(game_id: int, seat: int, order: Order | None) -> None:
    """Keep `order` for the seat until its turn comes, or forget the one there is.

    At the seat's turn it is carried out at once. Raises NoGameIsRunning, TableMovedOn, OrderTooLow.
    """
    with transaction.atomic():
        game = locked(game_id)
        position = position_of(game.pk, game.version)
        if order is not None:
            _check(position.state, seat, order)
        _keep(game, position, seat, order)
        announce_order(game.room_id, game.pk, seat)


def _check(state: GameState, seat: int, order: Order) -> None:
    if order.lot != state.revealed or not can_be_given(state, seat):
        raise TableMovedOn
    if 0 < order.limit <= state.highest:
        raise OrderTooLow


def _keep(game: Game, position: Position, seat: int, order: Order | None) -> None:
    others = standing(orders_from(game.orders), position.state)
    orders = {who: kept for who, kept in others.items() if who != seat}
    if order is not None:
        orders[seat] = order
    game.orders = orders_text(orders)
    game.save(update_fields=["orders"])
    follow_orders(replace(position, company=company_of(game)))
