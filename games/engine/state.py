"""A position in the game: immutable, compared by value, never shown to a player as it is."""

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from games.engine.cards import END_CARDS, Card
from games.engine.editions import Edition
from games.engine.money import ALL

SEATS = range(3, 6)


class Phase(Enum):
    """What the table is waiting for."""

    AUCTION = "auction"
    SEALED = "sealed"
    DISCARD = "discard"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Deal:
    """What is settled before the first card: edition, seats, who starts, the deck (top first)."""

    edition: Edition
    seats: int
    first_seat: int
    deck: tuple[Card, ...]
    show_spent: bool
    length: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """`length` is how many cards are revealed in all: the last is the last end card."""
        object.__setattr__(self, "length", max(map(self.deck.index, END_CARDS)) + 1)


class Player(NamedTuple):
    """What lies before one seat; the money is in masks (see `money`)."""

    hand: int = ALL
    bid: int = 0
    spent: int = 0
    claimed: tuple[Card, ...] = ()


class GameState(NamedTuple):
    """One position: `active` is a mask of the seats still in (a sealed round: still to commit)."""

    deal: Deal
    players: tuple[Player, ...]
    revealed: int
    phase: Phase
    first: int
    turn: int
    active: int
    highest: int

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def lot(self) -> Card | None:
        """The card for sale; none once the game is over."""
        return None if self.phase is Phase.OVER else self.deal.deck[self.revealed - 1]

    @property
    def seats_to_act(self) -> tuple[int, ...]:
        """The seats the table waits for: one, or in a sealed round all still to commit."""
        if self.phase is Phase.OVER:
            return ()
        if self.phase is Phase.SEALED:
            return tuple(seat for seat in range(len(self.players)) if self.active >> seat & 1)
        return (self.turn,)
