"""The actions of a player, as values: bid, pass, discard, commit."""

from dataclasses import dataclass, field
from typing import TypeAlias

from games.engine.cards import Card
from games.engine.money import MASK, UNKNOWN


@dataclass(frozen=True, slots=True)
class Bid:
    """Add money cards to the bid already lying in front of the player."""

    seat: int
    money: frozenset[int]
    mask: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Set `mask`, the money as bits; amounts that are no money cards get one in no hand."""
        object.__setattr__(self, "mask", MASK.get(self.money, UNKNOWN))


@dataclass(frozen=True, slots=True)
class Pass:
    """Take the open bid back and leave the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up one claimed luxury to the theft."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Commit:
    """Put one money card face down for the yacht club."""

    seat: int
    money: int


Action: TypeAlias = Bid | Pass | Discard | Commit
