"""What the house does for a table besides the rules: sealed orders, bots in seats, the clock."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import SystemRandom

from django.conf import settings

from games.bots.levels import SECONDS
from games.engine.state import GameState
from games.models import LEVELS, Game
from games.orders import Orders, orders_from

_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Company:
    """For one game: orders by seat, the level of the bot that plays for a seat, the time limit."""

    orders: Orders = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)
    clock: int = 0
    deadline: datetime | None = None

    @property
    def stand_ins(self) -> frozenset[int]:
        """The seats of people for whom a bot sits in: it has a level and no character."""
        return frozenset(seat for seat, bot in self.bots.items() if bot in LEVELS)


def company_of(game: Game) -> Company:
    """What is stored with the game."""
    return Company(orders_from(game.orders), bots_from(game.bots), game.clock, game.deadline)


def bots_from(text: str) -> Mapping[int, str]:
    """The bots of a game as they are stored, by seat."""
    return {int(seat): level for seat, level in json.loads(text).items()} if text else {}


def bots_text(bots: Mapping[int, str]) -> str:
    """The bots as they are stored."""
    return json.dumps(dict(bots)) if bots else ""


def pause() -> timedelta:
    """How long a bot seems to think: drawn without a look at any card."""
    return timedelta(seconds=_chance.uniform(*settings.BOT_PAUSE))


def thinking_time() -> timedelta:
    """The end of every pause, in which the bot really thinks."""
    return timedelta(seconds=min(max(SECONDS.values()), settings.BOT_PAUSE[0]))


def deadline_of(state: GameState, company: Company, now: datetime) -> datetime | None:
    """When the time of those the table waits for is up; what runs already goes on running."""
    waits = any(seat not in company.bots for seat in state.seats_to_act)
    if not company.clock or not waits:
        return None
    if company.deadline is not None:
        return company.deadline
    return now + timedelta(seconds=company.clock)


def due_after(
    state: GameState, company: Company, deadline: datetime | None, now: datetime
) -> datetime | None:
    """When somebody has to look at this table again."""
    if any(seat in company.bots for seat in state.seats_to_act):
        return now + pause() - thinking_time()
    return deadline
