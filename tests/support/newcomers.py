"""More players whom no bot was tuned on, written after the policy's training was laid down.

They are used like those of `strangers.py`:
python manage.py simulate --league --kinds tests.support.newcomers:sniper,… --games 400
"""

from random import Random
from statistics import fmean

from games.bots.memory import Memory
from games.engine.actions import Action, Bid, Pass
from games.engine.cards import Card, Kind
from games.engine.money import TOTAL
from games.engine.observation import Observation
from tests.support.strangers import left, own, play, points


def sniper(view: Observation, memory: Memory, _: Random) -> Action:
    """Bids only when one rival at most is still in, then up to a good price."""
    rivals = sum(not seat.has_passed for seat in view.seats) - 1
    if rivals > 1 and view.highest_bid and not view.lot.is_disgrace:
        return Pass(view.seat) if view.highest_bid > 6_000 else play(view, 7_000)
    return play(view, min(2_800 * points(view), own(view) - left(view, memory)[0] + 2_000))


def bully(view: Observation, _: Memory, __: Random) -> Action:
    """Lays one big card at once for what is good, and does not follow."""
    if view.seats[view.seat].bid or view.lot.is_disgrace or points(view) < 6:
        return play(view, 3_000 if view.lot.is_disgrace else 0)
    cards = [
        action
        for action in view.legal
        if isinstance(action, Bid)
        and len(action.money) == 1
        and 10_000 <= sum(action.money) <= 20_000
    ]
    return max(cards, key=lambda bid: sum(bid.money)) if cards else Pass(view.seat)


def budget(view: Observation, _: Memory, __: Random) -> Action:
    """Spends by a plan: so much in all after so many end cards."""
    end_cards = 4 - view.end_cards_left
    plan = (25_000, 45_000, 62_000, 75_000)[end_cards]
    return play(view, min(2_400 * points(view), own(view) - (106_000 - plan)))


def follower(view: Observation, memory: Memory, _: Random) -> Action:
    """Stays close to the mean of the others, and lets them spend first."""
    spare = own(view) - fmean(left(view, memory))
    return play(view, min(3_500 * points(view), spare + 500 * points(view)))


def mogul(view: Observation, _: Memory, __: Random) -> Action:
    """Collects luxuries first, and then pays nearly anything to double them."""
    mine = sum(card.worth for card in view.seats[view.seat].luxuries)
    if view.lot.kind is Kind.PRESTIGE:
        return play(view, min(own(view) - 15_000, 1_500 * mine))
    if view.lot is Card.HALF:
        return play(view, 700 * mine)
    return play(view, 1_500 * points(view))


def haggler(view: Observation, memory: Memory, _: Random) -> Action:
    """Pays nine tenths of the dearest price a point that was paid so far, at first little."""
    prices = [
        TOTAL[payment.money] / max(memory.sales[payment.lot - 1].lot.worth, 6)
        for payment in memory.payments
        if payment.seat != view.seat and payment.lot <= len(memory.sales)
    ]
    price = 0.9 * max(prices, default=900)
    return play(view, min(price * points(view), own(view) - 20_000))


def smallholder(view: Observation, memory: Memory, _: Random) -> Action:
    """Never lays a card above ten thousand, and avoids to be the poorest late."""
    most = 2_200 * points(view)
    if view.end_cards_left == 1:
        most = min(most, own(view) - left(view, memory)[0] - 1_000)
    raised = play(view, most)
    if isinstance(raised, Bid) and max(raised.money) > 10_000:
        return Pass(view.seat)
    return raised


def gambler(view: Observation, memory: Memory, _: Random) -> Action:
    """Hopes for a long game: saves half its money until the last end card but one is out."""
    if view.end_cards_left >= 3:
        return play(view, min(3_000 * points(view), own(view) - 53_000))
    return play(view, min(4_000 * points(view), own(view) - min(12_000, left(view, memory)[0])))


NEWCOMERS = {
    f.__name__: f for f in (sniper, bully, budget, follower, mogul, haggler, smallholder, gambler)
}
