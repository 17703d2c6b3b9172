"""The numbers of a finished game, auction by auction: prices, money left, status.

All of it follows from public events and from the result, which counts the hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.events import (
    Claimed,
    Disgraced,
    Ended,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Revealed,
    SealedOpened,
    TookBack,
)
from games.engine.money import ALL, TOTAL
from games.engine.scoring import Number, Result, steps_of

Story = Sequence[Event]
Auction = list[Event]
Row = tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Sale:
    """A lot, the seat that got it (None: no seat), and all that was paid for or against it."""

    lot: Card
    seat: int | None
    price: int


def result_in(story: Story) -> Result:
    """The result at the end of `story`; ValueError while the game runs."""
    ended = story[-1]
    if not isinstance(ended, Ended):
        raise ValueError("the game is not over")  # noqa: TRY004
    return ended.result


def auctions(story: Story) -> list[Auction]:
    """The events of each auction; the last card ends the game and is not sold."""
    rounds: list[Auction] = []
    for event in story:
        if isinstance(event, Revealed):
            rounds.append([])
        rounds[-1].append(event)
    return rounds[:-1]


def sales(story: Story) -> tuple[Sale, ...]:
    """The sale of every lot, in the order they were turned up; ValueError while the game runs."""
    seats = len(result_in(story).scores)
    return tuple(_sale(auction, seats) for auction in auctions(story))


def _sale(auction: Auction, seats: int) -> Sale:
    lot = next(event.lot for event in auction if isinstance(event, Revealed))
    for event in auction:
        if isinstance(event, Claimed):
            return Sale(lot, event.seat, event.price)
        if isinstance(event, Disgraced):
            return Sale(lot, event.seat, sum(_paid(auction, seats)))
    return Sale(lot, None, 0)


def payments(story: Story) -> tuple[tuple[int, ...], ...]:
    """What each seat paid in every auction; ValueError while the game runs."""
    seats = len(result_in(story).scores)
    return tuple(tuple(_paid(auction, seats)) for auction in auctions(story))


def _paid(auction: Auction, seats: int) -> list[int]:
    """What each seat has spent in one auction."""
    paid = [0] * seats
    for event in auction:
        match event:
            case SealedOpened(bids):
                paid = list(bids)
            case Claimed(seat, lot, price) if lot is not Card.YACHT_CLUB:
                paid[seat] += price
            case PaidToAvoid(seat, price):
                paid[seat] += price
    return paid


def money_left(story: Story) -> tuple[Row, ...]:
    """Each seat's money at the beginning and after every auction."""
    hands = [score.hand for score in result_in(story).scores]
    rounds = auctions(story)
    spent = [_paid(auction, len(hands)) for auction in rounds]
    returned = _returned(hands, spent)
    rows = [tuple(TOTAL[ALL] for _ in hands)]
    for auction, paid in zip(rounds, spent, strict=True):
        has_returns = any(isinstance(event, TookBack) for event in auction)
        back = returned if has_returns else [0] * len(hands)
        rows.append(tuple(m - p + b for m, p, b in zip(rows[-1], paid, back, strict=True)))
    return tuple(rows)


def _returned(hands: list[int], spent: list[list[int]]) -> list[int]:
    """What each seat took back: the money at the end, less the start, plus all that was paid."""
    prices = zip(*spent, strict=True)
    return [hand - TOTAL[ALL] + sum(paid) for hand, paid in zip(hands, prices, strict=True)]


def status_over_time(story: Story, edition: Edition) -> tuple[Row, ...]:
    """Each seat's status at the beginning and after every auction, as if the game ended there."""
    claimed: list[list[Card]] = [[] for _ in result_in(story).scores]
    rows = [_status(claimed, edition)]
    for auction in auctions(story):
        for event in auction:
            _take(claimed, event)
        rows.append(_status(claimed, edition))
    return tuple(rows)


def _status(claimed: list[list[Card]], edition: Edition) -> Row:
    return tuple(steps_of(cards, edition)[-1].status for cards in claimed)


def _take(claimed: list[list[Card]], event: Event) -> None:
    """Apply an event to the claimed cards: add the lot, remove what a theft took."""
    match event:
        case Claimed(seat, lot, _) | Disgraced(seat, lot):
            claimed[seat].append(lot)
        case LuxuryLost(seat, luxury):
            lost = (luxury, Card.THEFT)
            claimed[seat] = [card for card in claimed[seat] if card not in lost]


def by_worth(sold: Sequence[Sale]) -> list[Sale]:
    """The lots from the worst to the best: disgraces, luxuries by their worth, then the rest."""
    return sorted(sold, key=_rank)


def _rank(sale: Sale) -> tuple[bool, bool, int, str]:
    lot = sale.lot
    return not lot.is_disgrace, not lot.is_disgrace and not lot.is_luxury, lot.worth, lot.id
