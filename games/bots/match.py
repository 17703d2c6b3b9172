"""Games between bots without the web: who sits where, what they play, and how often each wins."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from hashlib import sha256
from multiprocessing import Pool
from random import Random

from games.bots.memory import NOTHING, remember
from games.bots.wire import find
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.dealing import deal
from games.engine.editions import Edition
from games.engine.events import events_of, opening_events
from games.engine.observation import observe
from games.engine.record import Record, to_line
from games.engine.rules import apply, start
from games.engine.scoring import result_of
from games.engine.state import Deal

CHUNKS = 50  # into how many parts the games are cut for each process


@dataclass(frozen=True, slots=True)
class Played:
    """One game: which bot sat where, which seats won, and the record where it was asked for."""

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    line: str | None


@dataclass(frozen=True, slots=True)
class Match:
    """A series of games, `bots` by seat; `paired` plays each deck in every rotation of seats."""

    edition: Edition
    bots: tuple[str, ...]
    games: int
    seed: str
    advanced: tuple[Card, ...] = ()
    paired: bool = False
    keeps_records: bool = False

    def game(self, number: int) -> Played:
        """The game with this number, the same whenever and wherever it is played."""
        deck, rotation = divmod(number, len(self.bots)) if self.paired else (number, 0)
        seed = _digest(self.seed, "deck", deck)
        table = self.bots[rotation:] + self.bots[:rotation]
        dealt = deal(self.edition, len(table), seed, self.advanced)
        actions = _play(dealt, table, _digest(self.seed, "game", number))
        record = Record(dealt, table, actions, seed)
        line = to_line(record) if self.keeps_records else None
        return Played(table, result_of(record.final).winners, line)

    @contextmanager
    def play(self, jobs: int = 1) -> Iterator[Iterator[Played]]:
        """The games in order, shared out among `jobs` processes."""
        jobs = min(jobs, self.games)
        if jobs == 1:
            yield map(self.game, range(self.games))
            return
        with Pool(jobs, leave_interrupts_to_the_parent) as pool:
            chunk = max(1, self.games // (jobs * CHUNKS))
            yield pool.imap(self.game, range(self.games), chunk)


def leave_interrupts_to_the_parent() -> None:
    """For a process of a pool: Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _digest(*parts: object) -> bytes:
    return sha256(":".join(map(str, parts)).encode()).digest()


def _play(dealt: Deal, bots: Sequence[str], seed: bytes) -> tuple[Action, ...]:
    """The actions of one game, each bot drawing from a generator of its own."""
    generators = [Random(seed + bytes([seat])) for seat in range(len(bots))]
    players = [find(bot) for bot in bots]
    state, actions = start(dealt), []
    memory = reduce(remember, opening_events(state), NOTHING)
    while not state.is_over:
        seat = state.seats_to_act[0]
        action = players[seat](observe(state, seat), memory, generators[seat])
        before, state = state, apply(state, action)
        memory = reduce(remember, events_of(before, action, state), memory)
        actions.append(action)
    return tuple(actions)


@dataclass(slots=True)
class Tally:
    """The wins of one bot in the seats it held; a shared win counts as its part."""

    bot: str
    seats: int
    wins: Fraction = Fraction(0)
    games: int = 0

    @property
    def share(self) -> float:
        """Wins per seat and game."""
        return float(self.wins / (self.seats * self.games)) if self.games else 0.0

    def add(self, game: Played) -> None:
        won = sum(game.bots[seat] == self.bot for seat in game.winners)
        self.games += 1
        self.wins += Fraction(won, len(game.winners) or 1)


def tallies(bots: Sequence[str]) -> list[Tally]:
    """An empty tally for each bot, in order of appearance."""
    return [Tally(bot, bots.count(bot)) for bot in dict.fromkeys(bots)]
