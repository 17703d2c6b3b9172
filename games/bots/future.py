"""The cards that were not turned up yet: what is known of them, and a random order of them."""

from collections.abc import Sequence
from random import Random

from games.bots.appraisal import Lot, Minds, Temper, Unseen, appraise
from games.bots.fast_table import HALF, NUMBER, PRESTIGE, WORTH
from games.engine.cards import Card, Kind, status_cards
from games.engine.observation import Observation


def numbers(view: Observation) -> list[int]:
    """The numbers of the lots that are still to come, in a fixed order."""
    return [NUMBER[card] for card in status_cards(view.advanced) if card not in view.revealed]


def unseen(view: Observation) -> Unseen:
    """What `view` says about the cards to come."""
    return unseen_after(view.revealed, view.advanced)


def unseen_after(lots: Sequence[Card], advanced: tuple[Card, ...]) -> Unseen:
    """What is unseen once these `lots` were turned up."""
    cards = [card for card in status_cards(advanced) if card not in lots]
    luxury = sum(card.worth for card in cards if card.is_luxury)
    prestige = sum(card.kind is Kind.PRESTIGE for card in cards)
    return Unseen(luxury, prestige, len(cards), sum(card.is_end for card in cards))


def a_future(
    lots: list[int], start: Unseen, seats: int, temper: Temper, rng: Random, minds: Minds = ()
) -> list[Lot]:
    """The lots that are sold before the end if `lots` come in a random order."""
    random = rng.random
    luxury, prestige, left, end_cards = start
    found: list[Lot] = []
    for number in sorted(lots, key=lambda _: random()):
        left -= 1
        if number < PRESTIGE:
            luxury -= WORTH[number]
        elif number <= HALF:
            prestige -= number == PRESTIGE
            end_cards -= 1
            if not end_cards:
                break
        after = Unseen(luxury, prestige, left, end_cards)
        found.append(appraise(number, after, temper, [random() for _ in range(seats)], minds))
    return found
