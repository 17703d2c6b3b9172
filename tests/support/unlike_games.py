"""Positions that differ from another only in what a viewer cannot know."""

from dataclasses import replace
from random import Random

from games.engine.money import ALL, MASK, VALUES
from games.engine.state import GameState, Phase


def unlike(state: GameState, viewer: int | None, rng: Random) -> GameState:
    """A position that differs from `state` in everything the viewer cannot know."""
    deck = list(state.deal.deck)
    tail = deck[state.revealed :]
    rng.shuffle(tail)
    deal = replace(state.deal, deck=(*deck[: state.revealed], *tail))
    players = [
        player if seat == viewer or state.is_over else other_hand(state, seat, rng)
        for seat, player in enumerate(state.players)
    ]
    return state._replace(deal=deal, players=tuple(players))


def other_hand(state: GameState, seat: int, rng: Random):
    """The same player with other cards in hand, spent and, face down, committed."""
    player = state.players[seat]
    if state.phase is Phase.SEALED and player.bid:
        player = player._replace(bid=MASK[frozenset({rng.choice(VALUES)})])
    if state.deal.show_spent:
        return player._replace(hand=ALL & ~player.bid & ~player.spent)
    free = ALL & ~player.bid
    hand = rng.randrange(ALL + 1) & free
    if state.phase is Phase.SEALED and bool(hand) != bool(player.hand):
        hand = free if player.hand else 0
    return player._replace(hand=hand, spent=free & ~hand)
