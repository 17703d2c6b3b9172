"""Plays games with the policy and keeps what it saw, what it chose, and what came of it."""

from dataclasses import dataclass

import numpy as np

from games.bots.fast_table import YACHT_CLUB
from games.engine.money import VALUES
from games.training.arrays import WHOLE, Array, zeros
from games.training.deals import Chance, dealt
from games.training.inputs import choices, inputs
from games.training.policy_net import PolicyNet, chances, choose, expected
from games.training.seating import ELDER, LEARNER, NAMES, seated
from games.training.training_table import TrainingTable

CARDS = 1 << np.arange(len(VALUES))
TRACE = 0.9  # how far the surprise of a later decision is credited to an earlier one


@dataclass(frozen=True, slots=True)
class Lesson:
    """Decisions: what was seen, what was allowed and chosen, with which chance, how much better it
    turned out than expected, and what came of the game."""

    inputs: Array
    allowed: Array
    chosen: Array
    chance: Array
    better: Array
    won: Array

    def part(self, rows: Array) -> "Lesson":
        return Lesson(*(getattr(self, name)[rows] for name in self.__slots__))

    def __len__(self) -> int:
        return len(self.chosen)


@dataclass(slots=True)
class Step:
    """The decisions of one step of all tables."""

    rows: Array
    turn: Array
    inputs: Array
    allowed: Array
    chosen: Array
    chance: Array
    expected: Array


def allowed_of(raises: Array, hands: Array, is_sealed: Array) -> Array:
    """Which choices there are: to pass, the raises, and the cards for a sealed bid."""
    cards = (hands[:, None] & CARDS > 0) & is_sealed[:, None]
    return np.concatenate([~is_sealed[:, None], raises > 0, cards], axis=1)


def money_of(chosen: Array, raises: Array) -> Array:
    """The money cards that a choice lays."""
    count = len(raises)
    every = np.concatenate(
        [zeros((count, 1), WHOLE), raises, np.broadcast_to(CARDS, (count, len(VALUES)))],
        axis=1,
    )
    return every[np.arange(count), chosen]


class School:
    """Games of the learner among strangers and older policies."""

    def __init__(self, games: int, stars: float, parts: tuple[float, ...], chance: Chance) -> None:
        self.chance = chance
        deals = dealt(games, stars, chance)
        self.who, alike, self.sort = seated(deals, parts, chance)
        self.table = TrainingTable(deals, alike, chance)
        self.steps: list[Step] = []

    def play(self, learner: PolicyNet, elder: PolicyNet) -> None:
        """Play all games to their end."""
        tables = self.table.tables
        while len(rows := tables.running):
            who = self.who[rows, tables.turn[rows]]
            money = self.table.strangers.money(tables, rows)
            for player, net in ((LEARNER, learner), (ELDER, elder)):
                is_his = who == player
                if is_his.any():
                    money[is_his] = self._decide(rows[is_his], net, player == LEARNER)
            self.table.act(rows, money)

    def _decide(self, rows: Array, net: PolicyNet, keeps: bool) -> Array:
        tables = self.table.tables
        turn = tables.turn[rows]
        raises = choices(tables, rows)
        seen = inputs(tables, self.table.sight, rows, raises)
        scores = net.forward(seen)[-1]
        hands, is_sealed = tables.hands[rows, turn], tables.lot[rows] == YACHT_CLUB
        allowed = allowed_of(raises, hands, is_sealed)
        found = chances(scores[:, :-1], allowed)
        chosen = choose(found, self.chance)
        if keeps:
            likely = found[np.arange(len(rows)), chosen]
            wins = expected(scores[:, -1])
            self.steps.append(Step(rows, turn, seen, allowed, chosen, likely, wins))
        return money_of(chosen, raises)

    def lesson(self) -> Lesson:
        """What the learner did in these games, and what came of it."""
        won = self.table.tables.won().astype(np.float32)
        following, credit = won.copy(), np.zeros_like(won)
        better: list[Array] = []
        for step in reversed(self.steps):
            at = (step.rows, step.turn)
            credit[at] = following[at] - step.expected + TRACE * credit[at]
            following[at] = step.expected
            better.append(credit[at])
        return Lesson(
            np.concatenate([step.inputs for step in self.steps]),
            np.concatenate([step.allowed for step in self.steps]),
            np.concatenate([step.chosen for step in self.steps]),
            np.concatenate([step.chance for step in self.steps]),
            np.concatenate(better[::-1]),
            np.concatenate([won[step.rows, step.turn] for step in self.steps]),
        )

    def shares(self) -> dict[str, float]:
        """The part of the wins of a learner's seat, by the sort of the table."""
        won, is_learner = self.table.tables.won(), (self.who == LEARNER) & self.table.tables.there
        return {
            name: float(won[mine].mean())
            for number, name in enumerate(NAMES)
            if (mine := is_learner & (self.sort == number)[:, None]).any()
        }
