"""Events: what happened between two positions, as public facts for log, screen and replay."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from games.engine.actions import Action, Bid, Commit, Discard
from games.engine.cards import END_CARDS, Card
from games.engine.money import TOTAL, highest_unique
from games.engine.scoring import Result, result_of
from games.engine.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class Revealed:
    """A lot is turned up; `end_cards` counts those seen so far, this one included."""

    lot: Card
    end_cards: int


@dataclass(frozen=True, slots=True)
class Raised:
    """A bid was made or raised to `total` by laying `money` on the table."""

    seat: int
    total: int
    money: frozenset[int]


@dataclass(frozen=True, slots=True)
class Passed:
    """A player left the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A lot was won for `price`, which may be nothing."""

    seat: int
    lot: Card
    price: int


@dataclass(frozen=True, slots=True)
class Disgraced:
    """A player passed and took a disgrace."""

    seat: int
    lot: Card


@dataclass(frozen=True, slots=True)
class PaidToAvoid:
    """A player paid their bid, and did not get the disgrace."""

    seat: int
    price: int


@dataclass(frozen=True, slots=True)
class TheftWaits:
    """The player who took the theft has no luxury: they lose the next one that they get."""

    seat: int


@dataclass(frozen=True, slots=True)
class LuxuryLost:
    """The theft took a luxury."""

    seat: int
    luxury: Card


@dataclass(frozen=True, slots=True)
class TookBack:
    """Players took back the highest money card they had spent; which one is not public."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Committed:
    """A player laid a money card face down in the sealed round."""

    seat: int


@dataclass(frozen=True, slots=True)
class SealedOpened:
    """The sealed bids are turned up: one per seat, 0 for a seat without one."""

    bids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unsold:
    """No seat got the lot; it leaves the game."""

    lot: Card


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The time of a turn was up: the next action of the seat is a bot's."""

    seat: int


@dataclass(frozen=True, slots=True)
class SatIn:
    """From here on a stand-in bot acts for an absent player."""

    seat: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """The player whose seat a stand-in had acts again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The fourth end card was turned up and the game is scored."""

    result: Result


Event: TypeAlias = (
    Revealed
    | TimeIsUp
    | SatIn
    | CameBack
    | Raised
    | Passed
    | Claimed
    | Disgraced
    | PaidToAvoid
    | TheftWaits
    | LuxuryLost
    | TookBack
    | Committed
    | SealedOpened
    | Unsold
    | Ended
)


def opening_events(state: GameState) -> tuple[Event, ...]:
    """The events before the first action."""
    return tuple(_revealed(state, 0, state.revealed))


def events_of(before: GameState, action: Action, after: GameState) -> tuple[Event, ...]:
    """The events of `action`, in order, from `before` to `after`."""
    return (*_acted(before, action, after), *_revealed(after, before.revealed, after.revealed))


def _acted(before: GameState, action: Action, after: GameState) -> Iterator[Event]:
    seat, lot = action.seat, before.deal.deck[before.revealed - 1]
    if isinstance(action, Bid):
        yield Raised(seat, after.highest, action.money)
    elif isinstance(action, Discard):
        yield LuxuryLost(seat, action.card)
    elif isinstance(action, Commit):
        yield Committed(seat)
        yield from _sealed(before, action, after)
    elif lot.is_disgrace:
        yield from _disgraced(before, seat, lot, after)
    else:
        yield Passed(seat)
        yield from _sold(before, lot, after)


def _sold(before: GameState, lot: Card, after: GameState) -> Iterator[Event]:
    if after.revealed == before.revealed:
        return
    winner = after.first
    yield Claimed(winner, lot, TOTAL[before.players[winner].bid])
    if lot is Card.EXCURSIONS:
        yield from _took_back(before, winner)
    yield from _lost_on_arrival(before, winner, lot)


def _took_back(before: GameState, winner: int) -> Iterator[Event]:
    spent = [seat for seat, player in enumerate(before.players) if player.spent]
    seats = tuple(seat for seat in spent if seat != winner)
    if seats:
        yield TookBack(seats)


def _lost_on_arrival(before: GameState, winner: int, lot: Card) -> Iterator[Event]:
    if lot.is_luxury and Card.THEFT in before.players[winner].claimed:
        yield LuxuryLost(winner, lot)


def _disgraced(before: GameState, seat: int, lot: Card, after: GameState) -> Iterator[Event]:
    yield Disgraced(seat, lot)
    for other, player in enumerate(before.players):
        if player.bid and other != seat:
            yield PaidToAvoid(other, TOTAL[player.bid])
    if lot is not Card.THEFT or after.phase is Phase.DISCARD:
        return
    luxuries = [card for card in before.players[seat].claimed if card.is_luxury]
    yield LuxuryLost(seat, luxuries[0]) if luxuries else TheftWaits(seat)


def _sealed(before: GameState, action: Commit, after: GameState) -> Iterator[Event]:
    if after.revealed == before.revealed:
        return
    bids = [TOTAL[player.bid] for player in before.players]
    bids[action.seat] = action.money
    yield SealedOpened(tuple(bids))
    winner = highest_unique(bids)
    if winner is None:
        yield Unsold(Card.YACHT_CLUB)
        return
    yield Claimed(winner, Card.YACHT_CLUB, bids[winner])
    yield from _lost_on_arrival(before, winner, Card.YACHT_CLUB)


def _revealed(state: GameState, seen: int, revealed: int) -> Iterator[Event]:
    """The cards turned up after the first `seen`: several where a sealed round had no bidder."""
    deck = state.deal.deck
    for position in range(seen, revealed):
        end_cards = sum(card in END_CARDS for card in deck[: position + 1])
        yield Revealed(deck[position], end_cards)
        if position < revealed - 1:
            yield Unsold(deck[position])
    if state.is_over:
        yield Ended(result_of(state))
