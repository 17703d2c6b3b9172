"""The moments of a game to look back at, each with what could be known then and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import TypeAlias

from games.bots.memory import NOTHING, Memory, remember
from games.engine.actions import Action
from games.engine.cards import END_CARDS
from games.engine.observation import Observation, observe
from games.engine.record import Record
from games.engine.state import Phase


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, the `ply`-th of its game, and all that its seat saw and could remember."""

    ply: int
    action: Action
    view: Observation
    memory: Memory


@dataclass(frozen=True, slots=True)
class Interlude:
    """The table between two lots as everybody knows it: the next card lies face down."""

    view: Observation
    memory: Memory


Auction: TypeAlias = tuple[Choice, ...]


def auctions_of(record: Record) -> tuple[Auction, ...]:
    """The decisions of each auction, in the order of play."""
    found = groupby(choices_of(record), key=lambda choice: len(choice.view.revealed))
    return tuple(tuple(choices) for _, choices in found)


def choices_of(record: Record) -> tuple[Choice, ...]:
    """Every decision of the game."""
    memories = list(_memories(record))
    return tuple(
        Choice(ply, action, observe(record.states[ply], action.seat), memories[ply])
        for ply, action in enumerate(record.actions)
    )


def interludes_of(record: Record) -> tuple[Interlude, ...]:
    """Before the first card and after each lot, also before the card that ended the game."""
    found, sold = [], 0
    for ply, memory in enumerate(_memories(record)):
        while sold < record.states[ply].revealed:
            view = observe(record.states[ply], None)
            known = replace(memory, sales=memory.sales[:sold])
            found.append(Interlude(_before_the_card(view, sold), known))
            sold += 1
    return tuple(found)


def _memories(record: Record) -> Iterator[Memory]:
    """What could be remembered in each position."""
    memory = NOTHING
    for position in record.positions:
        memory = reduce(remember, position.events, memory)
        yield memory


def _before_the_card(view: Observation, sold: int) -> Observation:
    """A spectator's table with only `sold` cards turned up, whatever has come after them."""
    revealed = view.revealed[:sold]
    return view._replace(
        phase=Phase.AUCTION,
        lot=None,
        turn=view.first,
        to_act=(),
        revealed=revealed,
        deck_left=len(view.revealed) + view.deck_left - sold,
        end_cards_left=len(END_CARDS) - sum(card.is_end for card in revealed),
        result=None,
    )
