"""The nineteen status cards: ten luxuries, three prestige, three disgraces, three ★ cards."""

from collections.abc import Container
from enum import Enum


class Kind(Enum):
    """The kinds of status cards, in the rulebook's words."""

    LUXURY = "luxury"
    PRESTIGE = "prestige"
    DISGRACE = "disgrace"
    GAMBLING = "gambling"


class Card(Enum):
    """One status card: neutral id, kind, printed worth, and whether it is an end card."""

    LUXURY_1 = ("luxury-1", Kind.LUXURY, 1)
    LUXURY_2 = ("luxury-2", Kind.LUXURY, 2)
    LUXURY_3 = ("luxury-3", Kind.LUXURY, 3)
    LUXURY_4 = ("luxury-4", Kind.LUXURY, 4)
    LUXURY_5 = ("luxury-5", Kind.LUXURY, 5)
    LUXURY_6 = ("luxury-6", Kind.LUXURY, 6)
    LUXURY_7 = ("luxury-7", Kind.LUXURY, 7)
    LUXURY_8 = ("luxury-8", Kind.LUXURY, 8)
    LUXURY_9 = ("luxury-9", Kind.LUXURY, 9)
    LUXURY_10 = ("luxury-10", Kind.LUXURY, 10)
    PRESTIGE_1 = ("prestige-1", Kind.PRESTIGE, 0, True)
    PRESTIGE_2 = ("prestige-2", Kind.PRESTIGE, 0, True)
    PRESTIGE_3 = ("prestige-3", Kind.PRESTIGE, 0, True)
    HALF = ("half", Kind.DISGRACE, 0, True)
    MINUS_FIVE = ("minus-five", Kind.DISGRACE, -5)
    THEFT = ("theft", Kind.DISGRACE, 0)
    GAMBLING = ("gambling", Kind.GAMBLING, 0)
    EXCURSIONS = ("excursions", Kind.LUXURY, 12)
    YACHT_CLUB = ("yacht-club", Kind.LUXURY, 5)

    def __init__(self, id: str, kind: Kind, worth: int, is_end: bool = False) -> None:
        self.id = id
        self.kind = kind
        self.worth = worth
        self.is_end = is_end
        self.is_luxury = kind is Kind.LUXURY
        self.is_disgrace = kind is Kind.DISGRACE

    def __repr__(self) -> str:
        return self.id

    # There is one object of each card. Enum's own hash is a function in Python, which would be
    # called for each card of each key in a cache.
    __hash__ = object.__hash__


BY_ID = {card.id: card for card in Card}
ADVANCED = (Card.GAMBLING, Card.EXCURSIONS, Card.YACHT_CLUB)
BASIC = tuple(card for card in Card if card not in ADVANCED)
END_CARDS = tuple(card for card in Card if card.is_end)


def advanced_among(cards: Container[Card]) -> tuple[Card, ...]:
    """The ★ cards among `cards`, in their fixed order."""
    return tuple([card for card in ADVANCED if card in cards])


def status_cards(advanced: Container[Card] = ()) -> tuple[Card, ...]:
    """The unshuffled deck in its fixed order: the sixteen cards, then the chosen ★ cards."""
    return BASIC + advanced_among(advanced)
