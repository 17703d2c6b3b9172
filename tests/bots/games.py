"""Builders: bots at a table, from the deal to the end or to some decision."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from random import Random

from games.bots import Bot
from games.bots.memory import NOTHING, Memory, remember
from games.engine.cards import ADVANCED, Card, status_cards
from games.engine.editions import EDITIONS
from games.engine.events import events_of, opening_events
from games.engine.observation import observe
from games.engine.rules import apply, start
from games.engine.state import SEATS, Deal, GameState

STARS = [tuple(card for bit, card in enumerate(ADVANCED) if stars >> bit & 1) for stars in range(8)]
TABLES = [
    (edition, seats, stars)
    for edition, seats in product(EDITIONS, SEATS)
    for stars in (STARS if EDITIONS[edition].has_advanced else STARS[:1])
]


def a_shuffled_deal(
    edition: str, seats: int, stars: Sequence[Card], rng: Random, show_spent: bool | None = None
) -> Deal:
    deck = list(status_cards(stars))
    rng.shuffle(deck)
    shown = EDITIONS[edition].shows_spent if show_spent is None else show_spent
    return Deal(EDITIONS[edition], seats, rng.randrange(seats), tuple(deck), shown)


def turns(deal: Deal, bots: Sequence[Bot], rng: Random) -> Iterator[tuple[GameState, Memory, int]]:
    """Every decision of a game between `bots`: the position, what was seen, and whose it is.

    An illegal action raises; the last position is the finished game, with nobody to act.
    """
    state = start(deal)
    memory = reduce(remember, opening_events(state), NOTHING)
    while not state.is_over:
        seat = rng.choice(state.seats_to_act)
        yield state, memory, seat
        action = bots[seat](observe(state, seat), memory, rng)
        before, state = state, apply(state, action)
        memory = reduce(remember, events_of(before, action, state), memory)
    yield state, memory, -1
