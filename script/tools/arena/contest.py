"""A contest: who takes part, at which tables they sit, and what came of it."""

import shlex
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing import Pool
from random import Random

from games.bots.match import Match, Played, Tally, ignore_interrupts, tallies
from games.bots.wire import find
from games.engine.cards import Card
from games.engine.editions import Edition
from script.tools.arena.chairs import Chair, Player, house_player, play, program_player
from script.tools.arena.program import Limits, Program, adopt_orphans, kill_orphans


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part: a built-in bot if there are no words, or the words of a command."""

    name: str
    words: tuple[str, ...] = ()


def entrant(text: str) -> Entrant:
    """The bot of this name, or the program `[NAME=]COMMAND`; LookupError if there is none."""
    try:
        find(text)
        return Entrant(text)
    except LookupError:
        pass
    name, equals, command = text.partition("=")
    if not equals or not name.replace("-", "").replace("_", "").isalnum():
        name, command = text, text
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise LookupError(text) from error
    if not words or shutil.which(words[0]) is None:
        raise LookupError(text)
    return Entrant(name, words)


@dataclass(frozen=True, slots=True)
class Result:
    """One game, and the faults of each seat by kind."""

    played: Played
    faults: tuple[Counter[str], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A series of games of these entrants, each deck in every rotation of the seats."""

    match: Match
    entrants: tuple[Entrant, ...]
    limits: Limits = field(default_factory=Limits)
    shows_errors: bool = False

    def game(self, number: int) -> Result:
        """The game with this number; every program is started anew for it."""
        names = self.match.table(number)
        with ExitStack() as leave:
            players = [
                self._player(name, rng, leave)
                for name, rng in zip(names, self.match.generators(number), strict=True)
            ]
            chairs = [Chair(name, player) for name, player in zip(names, players, strict=True)]
            winners = play(self.match.deal(number), chairs)
        played = Played(names, winners, None, tuple(tuple(chair.seconds) for chair in chairs))
        return Result(played, tuple(chair.faults for chair in chairs))

    def _player(self, name: str, rng: Random, leave: ExitStack) -> Player:
        words = next(each.words for each in self.entrants if each.name == name)
        if not words:
            return house_player(find(name), rng)
        return program_player(Program(words, self.limits, self.shows_errors), rng, leave)

    @contextmanager
    def play(self, jobs: int = 1) -> Iterator[Iterator[Result]]:
        """The games in order, computed by `jobs` processes; of no program anything stays behind."""
        adopt_orphans()
        try:
            if jobs == 1:
                yield map(self.game, range(self.match.games))
                return
            with Pool(jobs, _set_up_worker) as pool:
                yield pool.imap(self.game, range(self.match.games))
        finally:
            kill_orphans()


def _set_up_worker() -> None:
    ignore_interrupts()
    adopt_orphans()


def tables(
    entrants: Sequence[Entrant],
    seats: int,
    edition: Edition,
    advanced: tuple[Card, ...],
    games: int,
    seed: str,
    limits: Limits,
    shows_errors: bool,
) -> list[Table]:
    """One table if there are as many entrants as seats; else each alone against each other's."""
    if len(entrants) == seats:
        companies = [tuple(entrants)]
    else:
        companies = [
            (one, *[other] * (seats - 1))
            for one in entrants
            for other in entrants
            if one.name != other.name
        ]
    return [
        Table(
            Match(edition, tuple(each.name for each in company), games, seed, advanced, True),
            tuple(dict.fromkeys(company)),
            limits,
            shows_errors,
        )
        for company in companies
    ]


@dataclass(slots=True)
class Standing:
    """The wins and the times of one entrant at one table, and its faults by kind."""

    tally: Tally
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        self.tally.add(result.played)
        for name, faults in zip(result.played.bots, result.faults, strict=True):
            if name == self.tally.bot:
                self.faults += faults


def standings(table: Table) -> list[Standing]:
    """An empty standing for each entrant of `table`."""
    return [Standing(tally) for tally in tallies(table.match)]
