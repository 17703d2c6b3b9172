"""Calibration: the chances to win that the analysis states, against how the games ended.

Players of the population, drawn at random for each table, play games; the analysis looks at every
pause between two lots and at some decisions of each game, and its chances are sorted into tenths.
In each tenth the mean chance and the part that was won should agree.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from multiprocessing import Pool
from os import cpu_count
from pathlib import Path
from random import Random
from statistics import fmean

from tqdm import tqdm

from games.bots.match import Match
from games.bots.population import POPULATION
from games.engine.editions import EDITIONS
from games.engine.record import from_text
from games.engine.scoring import result_of
from games.engine.standings import win_of
from games.reviews.analysis.auctions import weigh
from games.reviews.analysis.moments import choices_of, interludes_of
from games.reviews.analysis.outlooks import look_ahead
from script.tools.load.reliability_chart import chart

CHOICES = 4  # decisions looked at in each game
HARDER = 8  # times the effort that goes to each of them, half of which looks for the rival
Z = 1.96


@dataclass(frozen=True, slots=True)
class Guess:
    """A chance that the analysis stated in a game, and the part of the win that came of it."""

    game: int
    chance: float
    won: float


@dataclass(frozen=True, slots=True)
class Tenth:
    """The guesses between two tenths: how many, their mean, what was won, and half the 95 %
    interval of the difference; guesses of one game count as one."""

    number: int
    guesses: int
    chance: float
    won: float
    margin: float

    @property
    def gap(self) -> float:
        return self.won - self.chance


@dataclass(frozen=True, slots=True)
class Study:
    """What is played and looked at; the same seed gives the same guesses."""

    kinds: tuple[str, ...]
    seats: int
    edition: str
    seed: str
    lots: int

    def guesses(self, number: int) -> dict[str, list[Guess]]:
        """The guesses about one game: between lots for every seat, and at some decisions."""
        rng = Random(f"{self.seed}|{number}")
        table = tuple(rng.choice(self.kinds) for _ in range(self.seats))
        match = Match(EDITIONS[self.edition], table, 1, f"{self.seed}|{number}", keeps_records=True)
        record = from_text((match.game(0).line or "").encode())
        won = [win_of(seat, result_of(record.final).winners) for seat in range(self.seats)]
        between = [
            Guess(number, chance, won[seat])
            for interlude in interludes_of(record)
            for seat, chance in enumerate(look_ahead(interlude, self.lots, rng).won)
        ]
        choices = choices_of(record)
        decisions = [
            Guess(number, weighed.chance, won[choice.action.seat])
            for choice in rng.sample(choices, min(CHOICES, len(choices)))
            for weighed in weigh((choice,), HARDER * self.lots, f"{self.seed}|{number}")
        ]
        return {"between lots": between, "decisions": decisions}


def tenths(guesses: Sequence[Guess]) -> Iterator[Tenth]:
    """The tenths in which there are guesses."""
    ordered = sorted(guesses, key=_tenth)
    for number, found in groupby(ordered, _tenth):
        group = list(found)
        yield Tenth(
            number,
            len(group),
            fmean(each.chance for each in group),
            fmean(each.won for each in group),
            Z * _error(group),
        )


def _tenth(guess: Guess) -> int:
    return min(9, int(10 * guess.chance))


def _error(group: Sequence[Guess]) -> float:
    """The standard error of the mean difference, with the guesses of a game as one cluster."""
    sums: dict[int, float] = {}
    gap = fmean(each.won - each.chance for each in group)
    for each in group:
        sums[each.game] = sums.get(each.game, 0.0) + each.won - each.chance - gap
    return sqrt(sum(total * total for total in sums.values())) / len(group)


def study(options: argparse.Namespace) -> dict[str, list[Guess]]:
    kinds = tuple(options.kinds.split(","))
    about = Study(kinds, options.seats, options.edition, options.seed, options.lots)
    found: dict[str, list[Guess]] = {}
    with Pool(options.jobs) as pool:
        games = pool.imap(about.guesses, range(options.games))
        for game in tqdm(games, total=options.games, unit=" games", disable=None):
            for name, guesses in game.items():
                found.setdefault(name, []).extend(guesses)
    return found


def table(name: str, found: Sequence[Tenth]) -> str:
    lines = [
        f"| {name} | chances | mean chance | won | won − chance, 95 % |",
        "|---|---|---|---|---|",
    ]
    for each in found:
        span = f"{10 * each.number}–{10 * each.number + 10} %"
        gap = f"{100 * each.gap:+.1f} ± {100 * each.margin:.1f}".replace("-", "−")
        lines.append(
            f"| {span} | {each.guesses:,} | {100 * each.chance:.1f} % | {100 * each.won:.1f} % "
            f"| {gap} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--edition", choices=EDITIONS, default="osprey-2018")
    parser.add_argument("--kinds", default=",".join(POPULATION))
    parser.add_argument("--seed", default="birch")
    parser.add_argument("--lots", type=int, default=2_000, help="effort for one position")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--svg", type=Path, help="where to draw the chart")
    parser.add_argument("--save", type=Path, help="where to write every guess, as JSON")
    options = parser.parse_args()
    found = {name: list(tenths(guesses)) for name, guesses in _kept(options).items()}
    for name, rows in found.items():
        print(f"{table(name, rows)}\n")
    if options.svg:
        options.svg.write_text(
            chart(
                {name: [(e.chance, e.won, e.margin) for e in rows] for name, rows in found.items()}
            )
        )


def _kept(options: argparse.Namespace) -> dict[str, list[Guess]]:
    found = study(options)
    if options.save:
        plain = {
            name: [(each.game, each.chance, each.won) for each in guesses]
            for name, guesses in found.items()
        }
        options.save.write_text(json.dumps(plain))
    return found


if __name__ == "__main__":
    main()
