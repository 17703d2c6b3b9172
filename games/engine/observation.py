"""What a viewer may know, as an allow-list: screens and bots get this and never the state."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.cards import END_CARDS, Card, Kind, advanced_among
from games.engine.editions import Edition
from games.engine.legal import legal_actions
from games.engine.money import DESCENDING, TOTAL
from games.engine.scoring import Result, result_of
from games.engine.state import GameState, Phase
from games.engine.wire import ids, result_dict

Cards = tuple[Card, ...]
Money = tuple[int, ...]


class SeatView(NamedTuple):
    """The public part of one seat; `spent` is None if the viewer may not see it."""

    bid: Money
    has_passed: bool
    has_committed: bool
    claimed: Cards
    spent: Money | None

    @property
    def bid_total(self) -> int:
        return sum(self.bid)

    @property
    def luxuries(self) -> Cards:
        return tuple(card for card in self.claimed if card.is_luxury)

    @property
    def prestige(self) -> int:
        return sum(card.kind is Kind.PRESTIGE for card in self.claimed)

    @property
    def disgraces(self) -> Cards:
        return tuple(card for card in self.claimed if card.is_disgrace)

    @property
    def is_theft_waiting(self) -> bool:
        return Card.THEFT in self.claimed


class Observation(NamedTuple):
    """The table for one viewer; `seat`, `hand` and `face_down_card` are None for a spectator."""

    edition: Edition
    advanced: Cards
    show_spent: bool
    phase: Phase
    lot: Card | None
    first: int
    turn: int | None
    to_act: tuple[int, ...]
    highest_bid: int
    highest_bidder: int | None
    seats: tuple[SeatView, ...]
    revealed: Cards
    deck_left: int
    end_cards_left: int
    seat: int | None
    hand: Money | None
    face_down_card: int | None
    legal: Sequence[Action]
    result: Result | None


def observe(state: GameState, seat: int | None) -> Observation:
    """What the player at `seat` may know; `None` is a spectator."""
    public = observe_in_public(state)
    return public if seat is None else add_own(public, state, seat)


def observe_in_public(state: GameState) -> Observation:
    """What everybody may know."""
    deal = state.deal
    revealed = deal.deck[: state.revealed]
    sealed = state.phase is Phase.SEALED
    return Observation(
        edition=deal.edition,
        advanced=advanced_among(deal.deck),
        show_spent=deal.show_spent,
        phase=state.phase,
        lot=state.lot,
        first=state.first,
        turn=None if sealed or state.is_over else state.turn,
        to_act=state.seats_to_act,
        highest_bid=state.highest,
        highest_bidder=_highest_bidder(state),
        seats=tuple([_seat_view(state, seat) for seat in range(deal.seats)]),
        revealed=revealed,
        deck_left=len(deal.deck) - state.revealed,
        end_cards_left=len(END_CARDS) - sum(card.is_end for card in revealed),
        seat=None,
        hand=None,
        face_down_card=None,
        legal=(),
        result=result_of(state) if state.is_over else None,
    )


def add_own(public: Observation, state: GameState, seat: int) -> Observation:
    """What the player at `seat` may know: what everybody may know of `state`, and their own."""
    me = state.players[seat]
    own = public.seats[seat]._replace(spent=DESCENDING[me.spent])
    return public._replace(
        seats=(*public.seats[:seat], own, *public.seats[seat + 1 :]),
        seat=seat,
        hand=DESCENDING[me.hand],
        face_down_card=TOTAL[me.bid] if state.phase is Phase.SEALED and me.bid else None,
        legal=legal_actions(state, seat),
    )


def _highest_bidder(state: GameState) -> int | None:
    if not state.highest:
        return None
    return next(i for i, player in enumerate(state.players) if TOTAL[player.bid] == state.highest)


def _seat_view(state: GameState, seat: int) -> SeatView:
    player = state.players[seat]
    sealed = state.phase is Phase.SEALED
    return SeatView(
        bid=() if sealed else DESCENDING[player.bid],
        has_passed=state.phase is Phase.AUCTION and not state.active >> seat & 1,
        has_committed=sealed and bool(player.bid),
        claimed=player.claimed,
        spent=DESCENDING[player.spent] if state.deal.show_spent else None,
    )


def to_json(view: Observation) -> str:
    """The observation as canonical JSON: sorted keys, no spaces, the same view the same bytes."""
    return json.dumps(as_dict(view), sort_keys=True, separators=(",", ":"))


def as_dict(view: Observation) -> dict[str, Any]:
    """The observation in plain types, cards by their neutral ids."""
    return {
        "edition": view.edition.id,
        "advanced": ids(view.advanced),
        "show_spent": view.show_spent,
        "phase": view.phase.value,
        "lot": _card_dict(view.lot) if view.lot else None,
        "first": view.first,
        "turn": view.turn,
        "to_act": list(view.to_act),
        "highest_bid": view.highest_bid,
        "highest_bidder": view.highest_bidder,
        "players": [_seat_dict(seat) for seat in view.seats],
        "revealed": ids(view.revealed),
        "deck_left": view.deck_left,
        "end_cards_left": view.end_cards_left,
        "seat": view.seat,
        "hand": None if view.hand is None else list(view.hand),
        "commitment": view.face_down_card,
        "result": result_dict(view.result) if view.result else None,
    }


def _card_dict(card: Card) -> dict[str, Any]:
    return {
        "card": card.id,
        "kind": card.kind.value,
        "value": card.worth if card.is_luxury else None,
        "is_end": card.is_end,
    }


def _seat_dict(seat: SeatView) -> dict[str, Any]:
    return {
        "bid": list(seat.bid),
        "bid_total": seat.bid_total,
        "passed": seat.has_passed,
        "committed": seat.has_committed,
        "claimed": ids(seat.claimed),
        "luxuries": [card.worth for card in seat.luxuries],
        "prestige": seat.prestige,
        "disgraces": ids(seat.disgraces),
        "theft_pending": seat.is_theft_waiting,
        "spent": None if seat.spent is None else list(seat.spent),
    }
