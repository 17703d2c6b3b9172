"""The tuned heuristic the levels are measured by, written down plainly and apart from our bots.

python manage.py simulate --paired --games 2000 --bots regular,tests.support.reference_bot:choose,…
"""

from random import Random

from games.bots.memory import Memory
from games.engine.actions import Action, Bid, Discard, Pass
from games.engine.cards import Card, Kind, status_cards
from games.engine.money import CARDS, MASK, TOTAL, cheapest_above
from games.engine.observation import Observation, SeatView

ALPHA = {Kind.LUXURY: 2.67, Kind.PRESTIGE: 1.65}
ALPHA_OF_DISGRACE = 5.0
RESERVE, STEEPNESS, HOPE, RIVALRY, CALM, NOISE = 0.42, 0.34, 0.17, 1.63, 16.3, 0.03
CHANGE_IS_WORTH = 2.9
SMALL = (1_000, 2_000, 3_000, 4_000)
ALL = 106_000


def choose(view: Observation, memory: Memory, rng: Random) -> Action:
    """What the heuristic does with this observation; it remembers every payment."""
    if isinstance(view.legal[0], Discard):
        return min(view.legal, key=lambda action: action.card.worth)
    seat = view.seat
    most = willingness(view, memory) * (1 + NOISE * (2 * rng.random() - 1))
    hand, laid = frozenset(view.hand), view.seats[seat].bid_total
    masks = [mask for _, mask in cheapest_above(MASK[hand], view.highest_bid - laid)]
    raises = [CARDS[mask] for mask in masks if laid + TOTAL[mask] <= 1_000 * most]
    return Bid(seat, min(raises, key=cost)) if raises else Pass(seat)


def cost(cards: frozenset[int]) -> float:
    """The price of a bid: small cards are worth more than they say."""
    return sum(cards) / 1_000 + CHANGE_IS_WORTH * sum(value in SMALL for value in cards)


def willingness(view: Observation, memory: Memory) -> float:
    """The most this seat would pay for the lot, in thousands."""
    seat, lot = view.seats[view.seat], view.lot
    ends = view.end_cards_left
    unseen = [card for card in status_cards(view.advanced) if card not in view.revealed]
    luxury = sum(card.worth for card in unseen if card.is_luxury) * ends / (ends + 1)
    prestige = sum(card.kind is Kind.PRESTIGE for card in unseen) * (ends - 1) / ends
    multiplier = 2.0 ** sum(card.kind is Kind.PRESTIGE for card in seat.claimed)
    if Card.HALF in seat.claimed:
        multiplier /= 2
    final = own_luxury(seat) + HOPE * luxury
    value = worth(lot, seat, final) * multiplier
    alpha = ALPHA.get(lot.kind, ALPHA_OF_DISGRACE)
    rest = RIVALRY * (luxury + prestige * final) * multiplier + CALM
    budget = spare(view, memory)
    return min(budget, budget * alpha * value / (value + rest))


def own_luxury(seat: SeatView) -> float:
    points = sum(card.worth for card in seat.luxuries)
    return max(0, points - 5) if Card.MINUS_FIVE in seat.claimed else points


def worth(lot: Card, seat: SeatView, final: float) -> float:
    """What the lot brings, or what it is worth to avoid it, before the multiplier."""
    if lot.is_luxury:
        return 2 if Card.THEFT in seat.claimed else lot.worth
    if lot.kind is Kind.PRESTIGE:
        return final
    least = min((card.worth for card in seat.luxuries), default=3)
    return {Card.HALF: final / 2, Card.MINUS_FIVE: 5, Card.THEFT: least}[lot]


def spare(view: Observation, memory: Memory) -> float:
    """One's money beyond what is kept so as not to be the poorest."""
    money = [(ALL - TOTAL[memory.spent(each)]) / 1_000 for each in range(len(view.seats))]
    own, (poorest, second, *_) = money[view.seat], sorted(money)
    part = RESERVE
    if view.end_cards_left == 1:
        part += (1 - part) * (1 / view.deck_left) ** STEEPNESS
    return own - part * (second if own == poorest else poorest)
