"""A position in the game: immutable, compared by value; viewers get an observation of it."""

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from games.engine.cards import END_CARDS, Card
from games.engine.editions import Edition
from games.engine.money import ALL


class Phase(Enum):
    """Which kind of action the game waits for."""

    AUCTION = "auction"
    SEALED = "sealed"
    DISCARD = "discard"
    OVER = "over"

    __hash__ = object.__hash__  # as of Card


@dataclass(frozen=True, slots=True)
class Deal:
    """What is fixed before the first card: edition, seats, first seat, deck (top first)."""

    edition: Edition
    seats: int
    first_seat: int
    deck: tuple[Card, ...]
    show_spent: bool
    length: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """`length` is how many cards are revealed in all: the last is the last end card."""
        object.__setattr__(self, "length", max(map(self.deck.index, END_CARDS)) + 1)


class SeatState(NamedTuple):
    """What lies before one seat: money cards as masks (see `money`), and cards claimed."""

    hand: int = ALL
    bid: int = 0
    spent: int = 0
    claimed: tuple[Card, ...] = ()


class GameState(NamedTuple):
    """One position: `active` is a mask of the seats still in (a sealed round: still to commit)."""

    deal: Deal
    players: tuple[SeatState, ...]
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
        """The seats that are to act: one, or in a sealed round all that have not committed."""
        if self.phase is Phase.OVER:
            return ()
        if self.phase is Phase.SEALED:
            return tuple(seat for seat in range(len(self.players)) if self.active >> seat & 1)
        return (self.turn,)
