"""Builders: a few words in, a position out."""

import pytest

from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.cards import BY_ID, Card, advanced_among, status_cards
from games.engine.editions import EDITIONS
from games.engine.money import ALL, MASK
from games.engine.rules import apply, start
from games.engine.state import Deal, GameState, Phase, SeatState


def cards(text: str) -> tuple[Card, ...]:
    return tuple(BY_ID[name] for name in text.split())


def money(*thousands: int) -> frozenset[int]:
    return frozenset(value * 1000 for value in thousands)


def mask(*thousands: int) -> int:
    return MASK[money(*thousands)]


def bid(seat: int, *thousands: int) -> Bid:
    return Bid(seat, money(*thousands))


def passes(*seats: int) -> tuple[Pass, ...]:
    return tuple(Pass(seat) for seat in seats)


def discard(seat: int, card: str) -> Discard:
    return Discard(seat, BY_ID[card])


def commit(seat: int, thousands: int) -> Commit:
    return Commit(seat, thousands * 1000)


def a_deal(
    top: str, *, seats: int = 3, first: int = 0, edition: str = "osprey-2018", advanced: str = ""
) -> Deal:
    """A deal whose deck begins with `top`; the end cards come as late as they can."""
    chosen = cards(top)
    rest = [card for card in status_cards(cards(advanced)) if card not in chosen]
    rest.sort(key=lambda card: card.is_end)
    row = EDITIONS[edition]
    return Deal(row, seats, first, (*chosen, *rest), row.shows_spent)


def a_game(top: str, *actions: Action, **deal: object) -> GameState:
    """The position after `actions` in a game whose deck begins with `top`."""
    return play(start(a_deal(top, **deal)), *actions)


def play(state: GameState, *actions: Action) -> GameState:
    for action in actions:
        state = apply(state, action)
    return state


def a_player(
    claimed: str = "", *, hand: tuple[int, ...] | None = None, spent: int = 0
) -> SeatState:
    return SeatState(ALL if hand is None else mask(*hand), 0, spent, cards(claimed))


def an_ending(*players: SeatState, edition: str = "osprey-2018") -> GameState:
    """A finished game with these players."""
    advanced = advanced_among([card for player in players for card in player.claimed])
    deck = status_cards(advanced)
    row = EDITIONS[edition]
    deal = Deal(row, len(players), 0, deck, row.shows_spent)
    return GameState(deal, players, deal.length, Phase.OVER, 0, 0, 0, 0)


def claimed_by(state: GameState, seat: int) -> str:
    return " ".join(card.id for card in state.players[seat].claimed)


def refused(violation, state, action):
    """The violation; the state it was refused in is still the same."""
    before = state._replace()
    with pytest.raises(violation) as refusal:
        apply(state, action)
    assert state == before
    return refusal.value
