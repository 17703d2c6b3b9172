"""Builders: bots at a table, from the deal to the end or to some decision."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from random import Random

from games.bots import Bot
from games.bots.memory import NOTHING, Memory, Payment, remember
from games.engine.actions import Action
from games.engine.cards import ADVANCED, Card, status_cards
from games.engine.editions import EDITIONS
from games.engine.events import events_of, opening_events
from games.engine.money import ALL
from games.engine.observation import Observation, observe
from games.engine.rules import apply, start
from games.engine.seats import SEATS
from games.engine.state import Deal, GameState
from tests.support.positions import a_deal, a_game

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


def another_deck(deal: Deal, revealed: int, rng: Random) -> Deal:
    """The same deal with the cards still hidden in another order."""
    rest = list(deal.deck[revealed:])
    rng.shuffle(rest)
    deck = (*deal.deck[:revealed], *rest)
    return Deal(deal.edition, deal.seats, deal.first_seat, deck, deal.show_spent)


def after(state: GameState, *actions: Action) -> tuple[Observation, Memory]:
    """What the one to act sees after these actions, and remembers of the way from the deal."""
    memory = reduce(remember, opening_events(state), NOTHING)
    for action in actions:
        before, state = state, apply(state, action)
        memory = reduce(remember, events_of(before, action, state), memory)
    return observe(state, state.turn), memory


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


def the_last_lot(*players):
    """A luxury is for sale, and the only card left in the deck ends the game."""
    lots = "luxury-7 luxury-1 luxury-2 luxury-3 luxury-4 luxury-5 luxury-6 luxury-8 luxury-9"
    deck = f"{lots} prestige-1 prestige-2 half minus-five theft luxury-10"
    state = a_game("luxury-7")._replace(deal=a_deal(deck), revealed=15)
    return observe(state._replace(players=players, turn=0, first=0), 0)


def paid(view, hands):
    """The memory of someone who saw all but `hands` being paid."""
    payments = tuple(Payment(1, seat, ALL & ~hand) for seat, hand in hands.items())
    return Memory(lot=len(view.revealed), payments=payments)
