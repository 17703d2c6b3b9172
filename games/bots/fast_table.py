"""A position in small whole numbers, changed in place: what playouts run on."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Card, Kind
from games.engine.observation import Observation

# A lot is a number here: luxuries by worth, so that the lowest bit of a set is the least.
LUXURIES = tuple(sorted((card for card in Card if card.is_luxury), key=lambda card: card.worth))
PRESTIGE, HALF, MINUS_FIVE, THEFT, GAMBLING = range(len(LUXURIES), len(LUXURIES) + 5)
DISGRACES = (HALF, MINUS_FIVE, THEFT)
EXCURSIONS, YACHT_CLUB = LUXURIES.index(Card.EXCURSIONS), LUXURIES.index(Card.YACHT_CLUB)
WORTH = tuple(card.worth for card in LUXURIES)
NOBODY = -1

_SPECIAL = {
    Card.HALF: HALF,
    Card.MINUS_FIVE: MINUS_FIVE,
    Card.THEFT: THEFT,
    Card.GAMBLING: GAMBLING,
}


def _number(card: Card) -> int:
    if card.kind is Kind.PRESTIGE:
        return PRESTIGE
    return LUXURIES.index(card) if card.is_luxury else _SPECIAL[card]


NUMBER = {card: _number(card) for card in Card}
_SETS = range(1 << len(LUXURIES))


def _members(luxuries: int) -> list[int]:
    return [worth for bit, worth in enumerate(WORTH) if luxuries >> bit & 1]


LOWEST = tuple(min(_members(luxuries), default=0) for luxuries in _SETS)
HIGHEST = tuple(max(_members(luxuries), default=0) for luxuries in _SETS)


@dataclass(slots=True)
class Table:
    """One position: hands, bids and luxuries as masks, the sum of luxuries and −5 in `standing`,
    the product of prestige and half in `factor`, the seats that own theft and gambling."""

    hands: list[int]
    bids: list[int]
    luxuries: list[int]
    standing: list[int]
    factor: list[float]
    theft: int
    gambling: int
    lot: int
    turn: int
    active: int
    highest: int

    def copy(self) -> "Table":
        """A copy that can be changed."""
        return Table(
            self.hands[:],
            self.bids[:],
            self.luxuries[:],
            self.standing[:],
            self.factor[:],
            self.theft,
            self.gambling,
            self.lot,
            self.turn,
            self.active,
            self.highest,
        )


def imagine(view: Observation, hands: Sequence[int], bids: Sequence[int]) -> Table:
    """The table of `view`, with hands and bids as its viewer believes them to be."""
    table = owning([seat.claimed for seat in view.seats], NUMBER[view.revealed[-1]])
    table.hands, table.bids = list(hands), list(bids)
    table.turn = view.first if view.turn is None else view.turn
    table.active = sum(1 << i for i, seat in enumerate(view.seats) if not seat.has_passed)
    table.highest = view.highest_bid // 1_000
    return table


def owning(claimed: Sequence[Sequence[Card]], lot: int) -> Table:
    """A table at which the seats have `claimed` these cards, without money, before any bid."""
    seats = range(len(claimed))
    return Table(
        hands=[0 for _ in seats],
        bids=[0 for _ in seats],
        luxuries=[sum(1 << NUMBER[card] for card in cards if card.is_luxury) for cards in claimed],
        standing=[sum(card.worth for card in cards) for cards in claimed],
        factor=[2.0 ** _doublings(cards) for cards in claimed],
        theft=_owner(Card.THEFT, claimed),
        gambling=_owner(Card.GAMBLING, claimed),
        lot=lot,
        turn=0,
        active=(1 << len(claimed)) - 1,
        highest=0,
    )


def _doublings(cards: Sequence[Card]) -> int:
    return sum(card.kind is Kind.PRESTIGE for card in cards) - (Card.HALF in cards)


def _owner(card: Card, claimed: Sequence[Sequence[Card]]) -> int:
    return next((i for i, cards in enumerate(claimed) if card in cards), NOBODY)
