"""A league: each bot plays alone against tables of each of many kinds of opponents."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import Pool

from games.bots.match import Match, Played, Tally, ignore_interrupts, tallies
from games.engine.cards import Card
from games.engine.editions import Edition

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class League:
    """For each of `bots` and each of `rivals`, `games` games of the one against a table of the
    other; every pair plays the same decks, each in every rotation of the seats."""

    edition: Edition
    bots: tuple[str, ...]
    rivals: tuple[str, ...]
    seats: int
    games: int
    seed: str
    advanced: tuple[Card, ...] = ()

    @property
    def matches(self) -> dict[Pair, Match]:
        """The match of each pair, in the order of play; a bot does not meet itself."""
        return {
            (bot, rival): self._match(bot, rival)
            for rival in self.rivals
            for bot in self.bots
            if bot != rival
        }

    def _match(self, bot: str, rival: str) -> Match:
        table = (bot, *[rival] * (self.seats - 1))
        return Match(self.edition, table, self.games, self.seed, self.advanced, paired=True)

    @contextmanager
    def play(self, jobs: int = 1) -> Iterator[Iterator[tuple[Pair, Played]]]:
        """Every game with its pair, in order, computed by `jobs` processes."""
        matches = self.matches
        games = [(pair, number) for pair in matches for number in range(self.games)]
        tasks = [(matches[pair], number) for pair, number in games]
        pairs = [pair for pair, _ in games]
        if jobs == 1:
            yield zip(pairs, map(_game, tasks), strict=True)
            return
        with Pool(jobs, ignore_interrupts) as pool:
            yield zip(pairs, pool.imap(_game, tasks), strict=True)


def _game(task: tuple[Match, int]) -> Played:
    match, number = task
    return match.game(number)


def lone_tallies(league: League) -> dict[Pair, Tally]:
    """An empty tally for the lone bot of each pair."""
    return {pair: tallies(match)[0] for pair, match in league.matches.items()}


def table_rows(tallies: dict[Pair, Tally], bots: Sequence[str]) -> list[list[str]]:
    """For each rival its name and the share of each bot against it, with its 95 % interval."""
    rivals = dict.fromkeys(rival for _, rival in tallies)
    return [[rival, *(_cell(tallies.get((bot, rival))) for bot in bots)] for rival in rivals]


def _cell(tally: Tally | None) -> str:
    if tally is None:
        return "–"
    if not tally.wins:
        return f"0 of {len(tally.won)}"
    return f"{tally.share:.3f}" + ("" if tally.margin is None else f" ± {tally.margin:.3f}")
