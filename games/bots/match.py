"""Games between bots without the web, and how often each bot wins."""

import signal
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from hashlib import sha256
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean, quantiles, stdev
from time import thread_time

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
from games.engine.violations import RuleViolation

CHUNKS = 50  # how many chunks of games each process gets
Z = 1.96  # standard errors on either side that hold 95 % of what chance does


class UnfitBot(Exception):
    """A bot has returned an action that is not legal, or failed."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: the bots by seat, the seats that won, the record if it is kept, and the CPU
    seconds of each decision by seat."""

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    line: str | None
    thoughts: tuple[tuple[float, ...], ...] = field(default=(), compare=False)


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

    def table(self, number: int) -> tuple[str, ...]:
        """The bots of the game with this number, by seat."""
        rotation = number % len(self.bots) if self.paired else 0
        return self.bots[rotation:] + self.bots[:rotation]

    def deal(self, number: int) -> Deal:
        """The shuffled deck of the game with this number."""
        return deal(self.edition, len(self.bots), self._deck_seed(number), self.advanced)

    def generators(self, number: int) -> list[Random]:
        """The random generator of each seat in the game with this number."""
        seed = _digest(self.seed, "game", number)
        return [Random(seed + bytes([seat])) for seat in range(len(self.bots))]

    def game(self, number: int) -> Played:
        """The game with this number; the same on every machine. Raises UnfitBot."""
        table, dealt = self.table(number), self.deal(number)
        actions, thoughts = _play(dealt, table, self.generators(number))
        record = Record(dealt, table, actions, self._deck_seed(number))
        line = to_line(record) if self.keeps_records else None
        return Played(table, result_of(record.final).winners, line, thoughts)

    def _deck_seed(self, number: int) -> bytes:
        return _digest(self.seed, "deck", number // len(self.bots) if self.paired else number)

    @contextmanager
    def play(self, jobs: int = 1) -> Iterator[Iterator[Played]]:
        """The games in order, computed by `jobs` processes."""
        jobs = min(jobs, self.games)
        if jobs == 1:
            yield map(self.game, range(self.games))
            return
        with Pool(jobs, ignore_interrupts) as pool:
            chunk = max(1, self.games // (jobs * CHUNKS))
            yield pool.imap(self.game, range(self.games), chunk)


def ignore_interrupts() -> None:
    """Set up a process of a pool: Ctrl-C is handled by its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _digest(*parts: object) -> bytes:
    return sha256(":".join(map(str, parts)).encode()).digest()


def _play(
    dealt: Deal, bots: Sequence[str], generators: Sequence[Random]
) -> tuple[tuple[Action, ...], tuple[tuple[float, ...], ...]]:
    """The actions of one game, each bot with a generator of its own, and their CPU times."""
    players, thoughts = [find(bot) for bot in bots], [list[float]() for _ in bots]
    state, actions = start(dealt), []
    memory = reduce(remember, opening_events(state), NOTHING)
    while not state.is_over:
        seat = state.seats_to_act[0]
        view, begin = observe(state, seat), thread_time()
        try:
            action = players[seat](view, memory, generators[seat])
            thoughts[seat].append(thread_time() - begin)
            before, state = state, apply(state, action)
        except (RuleViolation, ValueError) as error:
            raise UnfitBot(f"The bot {bots[seat]} cannot play: {error}") from error
        memory = reduce(remember, events_of(before, action, state), memory)
        actions.append(action)
    return tuple(actions), tuple(map(tuple, thoughts))


@dataclass(slots=True)
class Tally:
    """The wins of one bot, game by game, and the CPU seconds of its decisions; a shared win
    counts as its part, and games with the same deck count as one for the interval."""

    bot: str
    seats: int
    rotations: int = 1
    won: list[Fraction] = field(default_factory=list)
    seconds: "array[float]" = field(default_factory=lambda: array("d"))

    @property
    def wins(self) -> Fraction:
        return sum(self.won, Fraction(0))

    @property
    def share(self) -> float:
        """Wins per seat and game."""
        return float(self.wins / (self.seats * len(self.won))) if self.won else 0.0

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % interval of the share; None for one deck."""
        shares = [float(sum(deck)) / self.seats / len(deck) for deck in self._decks]
        return Z * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else None

    @property
    def _decks(self) -> list[list[Fraction]]:
        starts = range(0, len(self.won), self.rotations)
        return [self.won[start : start + self.rotations] for start in starts]

    @property
    def mean_time(self) -> float:
        return fmean(self.seconds)

    @property
    def slow_time(self) -> float:
        """The 95 % quantile of the time of a decision."""
        return quantiles(self.seconds, n=20)[-1]

    def add(self, game: Played) -> None:
        won = sum(game.bots[seat] == self.bot for seat in game.winners)
        self.won.append(Fraction(won, len(game.winners) or 1))
        for bot, seconds in zip(game.bots, game.thoughts, strict=True):
            self.seconds.extend(seconds if bot == self.bot else ())


def tallies(match: Match) -> list[Tally]:
    """An empty tally for each bot of `match`, in order of appearance."""
    bots, rotations = match.bots, len(match.bots) if match.paired else 1
    return [Tally(bot, bots.count(bot), rotations) for bot in dict.fromkeys(bots)]
