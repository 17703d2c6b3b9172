"""Observations and actions as numbers, for programs that learn.

An action is one number: 0 passes, 1 to 2047 bid the money cards of that mask, then come the twelve
luxuries to discard and the eleven money cards to commit. An observation is a row of numbers from
0 to 1: the seats clockwise from the viewer's own, then the table.
"""

from collections.abc import Sequence

from games.bots import beliefs
from games.bots.memory import Memory
from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.cards import ADVANCED, Card
from games.engine.editions import EDITIONS
from games.engine.money import ALL, CARDS, VALUES
from games.engine.observation import Observation
from games.engine.seats import MOST_SEATS

LUXURIES = tuple(card for card in Card if card.is_luxury)
DISCARDS = ALL + 1
COMMITS = DISCARDS + len(LUXURIES)
ACTIONS = COMMITS + len(VALUES)
_CARDS = tuple(Card)
_SEAT = 2 * len(VALUES) + len(_CARDS) + 5
_TABLE = 2 * len(_CARDS) + len(EDITIONS) + len(ADVANCED) + 3
FEATURES = MOST_SEATS * _SEAT + _TABLE


def number_of(action: Action) -> int:
    """The number of `action`, whichever seat takes it."""
    match action:
        case Pass():
            return 0
        case Bid():
            return action.mask
        case Discard(_, card):
            return DISCARDS + LUXURIES.index(card)
        case Commit(_, value):
            return COMMITS + VALUES.index(value)


def action_of(number: int, seat: int) -> Action:
    """The action of `seat` with this number; IndexError if there is none."""
    if number == 0:
        return Pass(seat)
    if number < DISCARDS:
        return Bid(seat, CARDS[number])
    if number < COMMITS:
        return Discard(seat, LUXURIES[number - DISCARDS])
    return Commit(seat, VALUES[number - COMMITS])


def features(view: Observation, memory: Memory) -> list[float]:
    """What the viewer sees and remembers, as `FEATURES` numbers."""
    hands, bids, seats = beliefs.hands(view, memory), beliefs.bids(view), len(view.seats)
    row: list[float] = []
    for place in range(MOST_SEATS):
        seat = ((view.seat or 0) + place) % seats
        row += _seat(view, seat, hands[seat], bids[seat]) if place < seats else [0.0] * _SEAT
    return row + _table(view)


def _seat(view: Observation, seat: int, hand: int, bid: int) -> list[float]:
    here = view.seats[seat]
    return [
        1.0,
        *(float(mask >> bit & 1) for mask in (hand, bid) for bit in range(len(VALUES))),
        *_among(here.claimed, _CARDS),
        float(here.has_passed),
        float(here.has_committed),
        float(seat == view.first),
        float(seat in view.to_act),
    ]


def _table(view: Observation) -> list[float]:
    return [
        *_among((view.lot,), _CARDS),
        *_among(view.revealed, _CARDS),
        *_among((view.edition,), tuple(EDITIONS.values())),
        *_among(view.advanced, ADVANCED),
        view.deck_left / len(_CARDS),
        view.end_cards_left / 4,
        float(view.show_spent),
    ]


def _among(some: Sequence[object], everything: Sequence[object]) -> list[float]:
    return [float(each in some) for each in everything]
