"""`manage.py ratings`: rebuild and verify ratings, and find the bots' fixed ones."""

import os
import sys
from collections import defaultdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.engine.edition_groups import GROUPS
from games.management.arguments import positive
from games.models import LEVELS
from games.ratings import checking
from games.ratings.calibration import errors_from, expected_wins, strengths_from
from games.ratings.counting import count_waiting
from games.ratings.fold import Rating
from games.ratings.rated_games import counted_games
from games.ratings.simulated import SimulatedGame, Simulation
from games.ratings.strengths import BOT_SIGMA, HELD

Z = 1.96  # standard errors on either side that hold 95 % of what chance does


class Command(BaseCommand):
    help = "Rebuild and verify ratings; find the fixed ratings of bots by simulation."

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        commands.add_parser("rebuild", help="make all ratings anew from the rated games")
        commands.add_parser("verify", help="compare all ratings with what the games give")
        bots = commands.add_parser("bots", help="find the fixed ratings of bots by simulation")
        bots.add_argument("--group", choices=GROUPS, default="base")
        bots.add_argument("--games", type=positive, default=1_000, metavar="N")
        bots.add_argument("--seed", default="winter", help="any text; the same seed, same games")
        cores = os.cpu_count() or 1
        bots.add_argument("--jobs", type=positive, default=cores, metavar="N", help="processes")

    def handle(self, *args: Any, **options: Any) -> None:
        match options["command"]:
            case "rebuild":
                self._rebuild()
            case "verify":
                self._verify()
            case _:
                self._bots(options)

    def _rebuild(self) -> None:
        counted = 0
        with tqdm(unit=" games", disable=None) as bar:
            for games in checking.rebuild():
                counted += games
                bar.update(games)
        self.stdout.write(f"{counted:,} rated games counted.")

    def _verify(self) -> None:
        """Count what waits, as the scheduler would; then name every difference."""
        count_waiting()
        faults = 0
        for fault in checking.faults():
            faults += 1
            self.stderr.write(fault)
        games = counted_games().count()
        self.stdout.write(f"{games:,} rated games, {faults:,} faults.")
        if faults:
            sys.exit(1)

    def _bots(self, options: dict[str, Any]) -> None:
        others = tuple(level for level in LEVELS if level != HELD)
        simulation = Simulation(GROUPS[options["group"]], others, options["seed"], HELD)
        with simulation.play(options["games"], options["jobs"]) as played:
            bar = tqdm(played, total=options["games"], unit=" games", disable=None)
            self.stdout.write(_table(list(bar)))


def _table(games: list[SimulatedGame]) -> str:
    """A row for each level: its strength with the 95 % interval, and its share of wins beside that
    which the strengths promise."""
    found, errors = strengths_from(games, HELD), errors_from(games, HELD)
    won, expected = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for game in games:
        table = [Rating(found[bot], BOT_SIGMA) for bot in game.bots]
        for bot, win, share in zip(game.bots, game.wins, expected_wins(table), strict=True):
            won[bot].append(win)
            expected[bot].append(share)
    heading = f"{'bot':12}{'strength':>10}{'± 95 %':>9}{'seats':>8}{'wins':>8}{'expected':>10}"
    rows = [
        f"{bot:12}{found[bot]:>10.2f}{Z * errors.get(bot, 0):>9.2f}{len(won[bot]):>8}"
        f"{sum(won[bot]) / len(won[bot]):>8.3f}{sum(expected[bot]) / len(won[bot]):>10.3f}"
        for bot in sorted(found, key=lambda bot: found[bot])
    ]
    return "\n".join([heading, *rows])
