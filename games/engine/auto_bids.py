"""Auto-bids: what a player has decided in advance for one lot, and the action that follows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.actions import Bid, Pass
from games.engine.money import CARDS, TOTAL, cheapest_above
from games.engine.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class AutoBid:
    """For one lot: raise by as little as possible up to `limit`, then pass; 0 passes at once."""

    lot: int
    limit: int


AutoBids = Mapping[int, AutoBid]


def auto_bids_from(text: str) -> AutoBids:
    """The auto-bids in a stored text, by seat."""
    if not text:
        return {}
    return {int(seat): AutoBid(lot, limit) for seat, (lot, limit) in json.loads(text).items()}


def auto_bids_text(auto_bids: AutoBids) -> str:
    """The text in which auto-bids are stored; empty if there are none."""
    pairs = {seat: (each.lot, each.limit) for seat, each in auto_bids.items()}
    return json.dumps(pairs) if pairs else ""


def in_force(auto_bids: AutoBids, state: GameState) -> AutoBids:
    """Those for the present lot, of seats that have not passed."""
    return {
        seat: auto_bid
        for seat, auto_bid in auto_bids.items()
        if auto_bid.lot == state.revealed and can_be_set(state, seat)
    }


def can_be_set(state: GameState, seat: int) -> bool:
    """Whether the seat still takes part in the present auction."""
    return state.phase is Phase.AUCTION and bool(state.active >> seat & 1)


def auto_bid_action(auto_bids: AutoBids, state: GameState) -> Bid | Pass | None:
    """The action of the auto-bid of the seat whose turn it is; None if it has none."""
    auto_bid = in_force(auto_bids, state).get(state.turn)
    if auto_bid is None:
        return None
    player = state.players[state.turn]
    laid = TOTAL[player.bid]
    for added, cards in cheapest_above(player.hand, state.highest - laid)[:1]:
        if laid + added <= auto_bid.limit:
            return Bid(state.turn, CARDS[cards])
    return Pass(state.turn)
