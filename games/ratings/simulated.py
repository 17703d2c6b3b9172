"""Games between bots without the web, for finding and checking the bots' fixed ratings."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from json import loads
from multiprocessing import Pool
from random import Random

from games.bots.match import Match, ignore_interrupts
from games.engine.cards import ADVANCED
from games.engine.edition_groups import STARS, EditionGroup
from games.engine.editions import EDITIONS
from games.engine.seats import SEATS
from games.engine.standings import standings

GAMES_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A finished game between bots: by seat who sat there, the place, and the part of the win."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games of one group, seats and editions in turn.

    With `others` one bot of `bots`, in turn, sits on any seat among these; without it all seats are
    drawn from `bots`.
    """

    group: EditionGroup
    bots: tuple[str, ...]
    seed: str
    others: str = ""

    def game(self, number: int) -> SimulatedGame:
        """The game with this number: the same on every machine."""
        table, seed = self._table(number), f"{self.seed} {self.group.id} {number}"
        stars = ADVANCED if self.group is STARS else ()
        editions = [each for each in EDITIONS.values() if each.has_advanced or not stars]
        edition = editions[number % len(editions)]
        line = Match(edition, table, 1, seed, stars, keeps_records=True).game(0).line
        found = standings(loads(line or "")["result"])
        places, wins = [each.place for each in found], [each.win for each in found]
        return SimulatedGame(table, tuple(places), tuple(wins))

    def _table(self, number: int) -> tuple[str, ...]:
        rng = Random(f"{self.seed} {number}")
        seats = rng.choice(SEATS)
        if not self.others:
            return tuple(rng.choice(self.bots) for _ in range(seats))
        table = [self.others] * seats
        table[rng.randrange(seats)] = self.bots[number % len(self.bots)]
        return tuple(table)

    @contextmanager
    def play(self, games: int, jobs: int = 1) -> Iterator[Iterator[SimulatedGame]]:
        """So many games in order, computed by `jobs` processes; the same for any number of them."""
        if jobs == 1:
            yield map(self.game, range(games))
            return
        with Pool(jobs, ignore_interrupts) as pool:
            yield pool.imap(self.game, range(games), GAMES_AT_ONCE)
