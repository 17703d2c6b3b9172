"""What came of the last lot, read off the public events: all that a table needs to show it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.events import (
    Claimed,
    Disgraced,
    Ended,
    Event,
    LuxuryLost,
    Raised,
    Revealed,
    Unsold,
)

OUTCOMES = (Claimed, Disgraced, Unsold, LuxuryLost)


@dataclass(frozen=True, slots=True)
class LotOutcome:
    """A lot, what happened from its turning up to the next card, and the card that ended the game.

    `number` is how many events of the game led here: it tells one outcome from another.
    """

    number: int
    lot: Card
    events: tuple[Event, ...]
    last_card: Card | None

    @property
    def notes(self) -> Mapping[int, Sequence[int]]:
        """The money cards that each seat has laid for the lot, the highest first."""
        laid: defaultdict[int, set[int]] = defaultdict(set)
        for event in self.events:
            if isinstance(event, Raised):
                laid[event.seat] |= event.money
        return {seat: sorted(money, reverse=True) for seat, money in laid.items()}


def has_outcome(events: Iterable[Event]) -> bool:
    """Whether these events say where a lot went, or what a theft took."""
    return any(isinstance(event, OUTCOMES) for event in events)


def last_outcome(story: Sequence[Event]) -> LotOutcome | None:
    """What came of the last lot of a game; None before the first is sold."""
    ends = [at for at, event in enumerate(story) if isinstance(event, OUTCOMES)]
    if not ends:
        return None
    first, lot = _turned_up(story, ends[-1])
    after = ends[-1] + 1
    while after < len(story) and not isinstance(story[after], Revealed):
        after += 1
    events = tuple(story[first + 1 : after])
    return LotOutcome(after, lot, events, _last_card(story))


def _turned_up(story: Sequence[Event], end: int) -> tuple[int, Card]:
    """The lot whose outcome is at `end`, and where it was turned up.

    A yacht club for which nobody has money left is gone at once: the lot before it counts.
    """
    for first in range(end - 1, -1, -1):
        event = story[first]
        is_gone_at_once = first == end - 1 and isinstance(story[end], Unsold)
        if isinstance(event, Revealed) and not is_gone_at_once:
            return first, event.lot
    raise ValueError(story)


def _last_card(story: Sequence[Event]) -> Card | None:
    """The card that ended the game, if one has."""
    is_over = isinstance(story[-1], Ended)
    return next(
        (event.lot for event in story[-2:] if isinstance(event, Revealed) and is_over), None
    )
