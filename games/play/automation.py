"""What acts at a table without its players: auto-bids, bots in seats, and the end of a turn.

Pure decisions about stored values. `rows` stores them, `clock` takes what is due.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import SystemRandom

from django.conf import settings

from games.bots.levels import SECONDS
from games.engine.auto_bids import AutoBids, auto_bid_action, auto_bids_from
from games.engine.events import Event
from games.engine.lot_outcome import has_outcome
from games.engine.state import GameState
from games.models import LEVELS, PASSING, Game

SATURDAY = 5
STAND_INS = frozenset({*LEVELS, PASSING})
_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Automation:
    """Of one game: auto-bids by seat, the bot that plays for a seat, the seconds of a turn."""

    auto_bids: AutoBids = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)
    clock: int = 0
    deadline: datetime | None = None
    weekends_off: bool = False

    @property
    def stand_ins(self) -> frozenset[int]:
        """The seats of people for whom a bot acts: such a bot has a level and no character."""
        return frozenset(seat for seat, bot in self.bots.items() if bot in STAND_INS)


def automation_of(game: Game) -> Automation:
    """What is stored with the game."""
    bots = bots_from(game.bot_seats)
    return Automation(
        auto_bids_from(game.auto_bids), bots, game.clock, game.deadline, game.weekends_off
    )


def bots_from(text: str) -> Mapping[int, str]:
    """The bots in a stored text, by seat."""
    return {int(seat): level for seat, level in json.loads(text).items()} if text else {}


def bots_text(bots: Mapping[int, str]) -> str:
    """The text in which bots are stored; empty if there are none."""
    return json.dumps(dict(bots)) if bots else ""


def pause() -> timedelta:
    """How long a bot waits before it acts: drawn without a look at any card."""
    return timedelta(seconds=_chance.uniform(*settings.BOT_PAUSE))


def auto_bid_pause() -> timedelta:
    """How long an auto-bid waits at its turn, so that nobody can tell it from a person."""
    return timedelta(seconds=_chance.uniform(*settings.ORDER_PAUSE))


def thinking_time() -> timedelta:
    """The last part of every pause, in which the bot computes."""
    return timedelta(seconds=min(SECONDS, settings.BOT_PAUSE[0]))


def moment_after(events: Iterable[Event]) -> timedelta:
    """How long a table looks at what came of a lot; nothing while it is still for sale.

    A move is taken at any time. Only what the site does by itself waits for so long: nobody who
    looks on until the end has less time than somebody who does not.
    """
    return timedelta(seconds=settings.LOT_MOMENT if has_outcome(events) else 0)


def deadline_of(state: GameState, automation: Automation, now: datetime) -> datetime | None:
    """When the turn of those who have to act ends; a deadline that runs already stays."""
    waits = any(seat not in automation.bots for seat in state.seats_to_act)
    if not automation.clock or not waits:
        return None
    if automation.deadline is not None:
        return automation.deadline
    return later_by(now, timedelta(seconds=automation.clock), automation.weekends_off)


def later_by(begin: datetime, length: timedelta, weekends_off: bool) -> datetime:
    """So much later; without weekends Saturdays and Sundays, in UTC, do not count."""
    if not weekends_off:
        return begin + length
    while True:
        begin = _not_on_a_weekend(begin)
        midnight = begin.replace(hour=0, minute=0, second=0, microsecond=0)
        saturday = midnight + timedelta(days=SATURDAY - begin.weekday())
        if begin + length <= saturday:
            return begin + length
        begin, length = saturday, length - (saturday - begin)


def _not_on_a_weekend(moment: datetime) -> datetime:
    """The moment, or the beginning of the Monday after it."""
    days = 7 - moment.weekday()
    if moment.weekday() < SATURDAY:
        return moment
    return moment.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=days)


def due_after(
    state: GameState, automation: Automation, deadline: datetime | None, now: datetime
) -> datetime | None:
    """When the game is due next; an auto-bid is due no later than the turn ends."""
    if auto_bid_action(automation.auto_bids, state) is not None:
        due = now + (pause() if state.turn in automation.bots else auto_bid_pause())
        return min(due, deadline) if deadline else due
    if any(seat in automation.bots for seat in state.seats_to_act):
        return now + pause() - thinking_time()
    return deadline
