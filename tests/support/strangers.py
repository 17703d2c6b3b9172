"""Players whom no bot was tuned on: held out, so that a claim of strength can be checked.

They think otherwise than the population in `games/bots/population`; each function is a bot:
python manage.py simulate --league --kinds tests.support.strangers:purse,… --games 400
"""

from random import Random
from statistics import median

from games.bots.memory import Memory
from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.cards import Card, Kind
from games.engine.money import TOTAL
from games.engine.observation import Observation

ALL = 106_000


def play(view: Observation, most: float) -> Action:
    """The least raise within `most`, the fewest cards first; or pass."""
    first = view.legal[0]
    if isinstance(first, Discard):
        return min(view.legal, key=lambda action: action.card.worth)
    if isinstance(first, Commit):
        return min(view.legal, key=lambda action: abs(action.money - most))
    laid = view.seats[view.seat].bid_total
    raises = [
        (laid + sum(action.money), len(action.money), sorted(action.money), action)
        for action in view.legal
        if isinstance(action, Bid) and laid + sum(action.money) <= most
    ]
    return min(raises)[-1] if raises else Pass(view.seat)


def left(view: Observation, memory: Memory) -> list[int]:
    """The money of the others, the poorest first."""
    seats = range(len(view.seats))
    paid = [sum(value for value in paid_by(memory, seat)) for seat in seats]
    return sorted(ALL - paid[seat] for seat in seats if seat != view.seat)


def paid_by(memory: Memory, seat: int) -> list[int]:

    return [TOTAL[payment.money] for payment in memory.payments if payment.seat == seat]


def own(view: Observation) -> int:
    return sum(view.hand) + view.seats[view.seat].bid_total


def points(view: Observation) -> float:
    """What the lot is worth, plainly."""
    lot = view.lot
    if lot.is_luxury:
        return lot.worth
    return {Kind.PRESTIGE: 9, Kind.DISGRACE: 5}.get(lot.kind, 6)


def purse(view: Observation, _: Memory, __: Random) -> Action:
    """Spends on a lot at most an eighth of its money, more for the good ones."""
    return play(view, own(view) * (0.06 + 0.012 * points(view)))


def watchful(view: Observation, memory: Memory, _: Random) -> Action:
    """Pays 2,500 a point, and never goes 6,000 below the poorest of the others."""
    return play(view, min(2_500 * points(view), own(view) - left(view, memory)[0] + 6_000))


def ration(view: Observation, _: Memory, __: Random) -> Action:
    """Divides its money among the lots that may still come."""
    lots = view.deck_left * view.end_cards_left / (view.end_cards_left + 1) + 1
    share = len(view.seats) * (own(view) - 20_000) / lots
    return play(view, share * points(view) / 6)


def middle(view: Observation, memory: Memory, _: Random) -> Action:
    """Stays at least as rich as the one in the middle, give or take a fair price."""
    others = left(view, memory)
    return play(view, min(3_000 * points(view), own(view) - median(others) + 1_500 * points(view)))


def patient(view: Observation, memory: Memory, _: Random) -> Action:
    """Pays little while the deck is thick, and at the end nearly all it can without being last."""
    if view.deck_left > 7:
        return play(view, 700 * points(view))
    return play(view, min(4_500 * points(view), own(view) - left(view, memory)[0] - 2_000))


def proud(view: Observation, _: Memory, __: Random) -> Action:
    """Never takes a disgrace while it has 40,000, and pays well for the highest luxuries."""
    if view.lot.is_disgrace:
        return play(view, own(view) - 40_000)
    return play(
        view, (2_600 if view.lot in {Card.LUXURY_10, Card.LUXURY_9} else 1_100) * points(view)
    )


def iron(view: Observation, memory: Memory, _: Random) -> Action:
    """Never lets itself become the poorest: at a table of equals it pays nothing at all."""
    return play(view, min(2_000 * points(view), own(view) - left(view, memory)[0] - 1_000))


STRANGERS = {f.__name__: f for f in (purse, watchful, ration, middle, patient, proud, iron)}
