"""Sealed orders: what a player has told the house to do when the turn reaches them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.actions import Bid, Pass
from games.engine.money import CARDS, TOTAL, cheapest_above
from games.engine.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class Order:
    """For one lot: raise by as little as it takes up to `limit`, then pass; 0 passes at once."""

    lot: int
    limit: int


Orders = Mapping[int, Order]


def orders_from(text: str) -> Orders:
    """The orders of a game as they are stored, by seat."""
    if not text:
        return {}
    return {int(seat): Order(lot, limit) for seat, (lot, limit) in json.loads(text).items()}


def orders_text(orders: Orders) -> str:
    """The orders as they are stored."""
    return json.dumps({seat: (o.lot, o.limit) for seat, o in orders.items()}) if orders else ""


def standing(orders: Orders, state: GameState) -> Orders:
    """Those that still mean something: given for this lot by players who are still in."""
    return {
        seat: order
        for seat, order in orders.items()
        if order.lot == state.revealed and can_be_given(state, seat)
    }


def can_be_given(state: GameState, seat: int) -> bool:
    """Whether the seat has a decision of this auction still before it."""
    return state.phase is Phase.AUCTION and bool(state.active >> seat & 1)


def ordered_action(orders: Orders, state: GameState) -> Bid | Pass | None:
    """What the orders say for the seat whose turn it is, if they say anything."""
    order = standing(orders, state).get(state.turn)
    if order is None:
        return None
    player = state.players[state.turn]
    laid = TOTAL[player.bid]
    for added, cards in cheapest_above(player.hand, state.highest - laid)[:1]:
        if laid + added <= order.limit:
            return Bid(state.turn, CARDS[cards])
    return Pass(state.turn)
