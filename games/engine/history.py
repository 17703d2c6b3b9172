"""The history of a game: a deal and the lines of its log, folded into positions.

This is the only place where a log becomes positions. The running table adds one line at a time
(`Position.after`); records, replays, reviews, verification and the admin fold a whole game
(`positions`). All of them get the same events in the same order.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.engine.actions import Action
from games.engine.events import CameBack, Event, SatIn, TimeIsUp, events_of, opening_events
from games.engine.rules import apply, start
from games.engine.state import Deal, GameState

# Who acted, as the log says it. The hash of a line covers the word, so it never changes.
BY_PLAYER = ""
BY_AUTO_BID = "order"
BY_BOT = "bot"
BY_STAND_IN = "stand-in"
BY_CLOCK = "clock"
BY_PROGRAM = "program"
BY_RECORD = "record"
NOBODY: frozenset[int] = frozenset()


class Entry(NamedTuple):
    """A line of the log as the fold reads it: an action, and who acted."""

    action: Action
    by: str = BY_PLAYER


class Position(NamedTuple):
    """A state, how many actions led to it, and the last of them.

    `before` and `entry` are None in the opening position. `stand_ins` are the seats for which a bot
    has acted since their player last did.
    """

    version: int
    state: GameState
    before: GameState | None = None
    entry: Entry | None = None
    stand_ins: frozenset[int] = NOBODY
    had_stand_ins: frozenset[int] = NOBODY

    def after(self, entry: Entry, state: GameState | None = None) -> "Position":
        """The position that `entry` leads to; raises RuleViolation if its action is not legal.

        `state` is what the action leads to, if it was computed before.
        """
        state = state or apply(self.state, entry.action)
        stand_ins = _stand_ins_after(self.stand_ins, entry)
        return Position(self.version + 1, state, self.state, entry, stand_ins, self.stand_ins)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action brought about, in order; in the opening position, the first lot."""
        if self.before is None or self.entry is None:
            return opening_events(self.state)
        acted = events_of(self.before, self.entry.action, self.state)
        return (*_actor_events(self.had_stand_ins, self.entry), *acted)


def opening(deal: Deal) -> Position:
    """The position before anybody has acted."""
    return Position(0, start(deal))


def positions(deal: Deal, entries: Iterable[Entry]) -> Iterator[Position]:
    """Every position of a game, from the opening on; raises RuleViolation at an illegal action."""
    position = opening(deal)
    yield position
    for entry in entries:
        position = position.after(entry)
        yield position


def story(of: Iterable[Position]) -> tuple[Event, ...]:
    """All events of these positions, in order."""
    return tuple(event for position in of for event in position.events)


def _stand_ins_after(stand_ins: frozenset[int], entry: Entry) -> frozenset[int]:
    """The clock acts once and leaves it open whether the player is there."""
    seat = entry.action.seat
    if entry.by == BY_CLOCK:
        return stand_ins
    return stand_ins | {seat} if entry.by == BY_STAND_IN else stand_ins - {seat}


def _actor_events(stand_ins: frozenset[int], entry: Entry) -> tuple[Event, ...]:
    """Who acts, where that is news. An auto-bid is secret and told like the player's own move."""
    seat = entry.action.seat
    if entry.by == BY_CLOCK:
        return (TimeIsUp(seat),)
    if entry.by == BY_STAND_IN:
        return () if seat in stand_ins else (SatIn(seat),)
    return (CameBack(seat),) if seat in stand_ins else ()
