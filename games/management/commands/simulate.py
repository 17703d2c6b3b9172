"""`manage.py simulate`: games between bots, without the web, and a league against all kinds."""

import os
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.bots import BOTS, PLAYERS
from games.bots.league import League, lone_tallies
from games.bots.levels import LEVELS
from games.bots.match import Match, Tally, UnfitBot, tallies
from games.bots.population import POPULATION
from games.bots.wire import find
from games.engine.cards import ADVANCED, BY_ID, Card
from games.engine.editions import EDITIONS
from games.engine.seats import SEATS
from games.management.arguments import positive
from games.management.standings import league_json, league_table, match_json, match_table

BOTS_HELP = f"one per seat: {', '.join(BOTS)}, a character, a kind or package.module:function"
LEAGUE_HELP = "each of --bots (if not given, the levels) alone against a table of each of --kinds"
KINDS_HELP = f"for the league: {', '.join(POPULATION)}; if not given, all of them"


Printer = Callable[[float], str]


class Command(BaseCommand):
    help = "Let bots play games against each other and count their wins."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=positive, default=100, metavar="N")
        parser.add_argument(
            "--seats", type=int, choices=SEATS, help="as many as bots, if not given"
        )
        parser.add_argument("--edition", choices=EDITIONS, default="osprey-2018")
        parser.add_argument("--advanced", nargs="*", default=[], help="★ cards of allplay-2025")
        parser.add_argument("--seed", help="any text; the same seed plays the same games")
        parser.add_argument("--bots", help=BOTS_HELP)
        parser.add_argument("--league", action="store_true", help=LEAGUE_HELP)
        parser.add_argument("--kinds", default=",".join(POPULATION), help=KINDS_HELP)
        parser.add_argument("--records", type=Path, metavar="FILE", help="write a record a line")
        parser.add_argument("--paired", action="store_true", help="rotate the seats on each deck")
        parser.add_argument(
            "--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="processes"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        begin = time.perf_counter()
        try:
            text = (self._league if options["league"] else self._one_match)(options)
        except (OSError, UnfitBot) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(130)
        self.stdout.write(text(time.perf_counter() - begin))

    def _one_match(self, options: dict[str, Any]) -> Printer:
        if options["bots"] is None:
            raise CommandError("Say who plays with --bots, or ask for a --league.")
        match, records = _match(options), options["records"]
        with records.open("w") if records else nullcontext() as file:
            standings = _play(match, options["jobs"], file)
        if match.paired and match.games % len(match.bots):
            self.stderr.write("The last deck was not played in every rotation of the seats.")
        return partial(match_json if options["json"] else match_table, standings, match)

    def _league(self, options: dict[str, Any]) -> Printer:
        league = _league(options)
        found, total = lone_tallies(league), len(league.matches) * league.games
        with league.play(options["jobs"]) as games:
            for pair, game in tqdm(games, total=total, unit=" games", disable=None):
                found[pair].add(game)
        if league.games % league.seats:
            self.stderr.write("The last deck was not played in every rotation of the seats.")
        return partial(league_json if options["json"] else league_table, found, league)


def _match(options: dict[str, Any]) -> Match:
    return Match(
        edition=EDITIONS[options["edition"]],
        bots=_table(options["bots"], options["seats"]),
        games=options["games"],
        seed=_seed(options),
        advanced=_advanced(options),
        paired=options["paired"],
        keeps_records=options["records"] is not None,
    )


def _league(options: dict[str, Any]) -> League:
    return League(
        edition=EDITIONS[options["edition"]],
        bots=_known(options["bots"] or ",".join(LEVELS)),
        rivals=_known(options["kinds"]),
        seats=options["seats"] or 4,
        games=options["games"],
        seed=_seed(options),
        advanced=_advanced(options),
    )


def _seed(options: dict[str, Any]) -> str:
    return secrets.token_hex(8) if options["seed"] is None else str(options["seed"])


def _advanced(options: dict[str, Any]) -> tuple[Card, ...]:
    """The ★ cards that were asked for."""
    edition = EDITIONS[options["edition"]]
    names = [name for part in options["advanced"] for name in part.split(",") if name]
    advanced = tuple(BY_ID[name] for name in names if name in BY_ID)
    if names and not edition.has_advanced:
        raise CommandError(f"The edition {edition.id} has no ★ cards.")
    if len(advanced) != len(names) or not set(advanced) <= set(ADVANCED):
        raise CommandError(f"The ★ cards are {', '.join(card.id for card in ADVANCED)}.")
    return advanced


def _known(text: str) -> tuple[str, ...]:
    """The names of bots in `text`."""
    bots = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for bot in bots:
        try:
            find(bot)
        except LookupError:
            names = ", ".join((*PLAYERS, *POPULATION))
            raise CommandError(f"There is no bot “{bot}”; there are {names}.") from None
    return bots


def _table(text: str, seats: int | None) -> tuple[str, ...]:
    """The bots by seat; a single one takes every seat."""
    _known(text)
    bots = tuple(name.strip() for name in text.split(","))
    if seats and len(bots) == 1:
        bots *= seats
    if len(bots) != (seats or len(bots)) or len(bots) not in SEATS:
        raise CommandError(f"{len(bots)} bots do not fill {seats or '3 to 5'} seats.")
    return bots


def _play(match: Match, jobs: int, file: TextIO | None) -> list[Tally]:
    standings = tallies(match)
    with match.play(jobs) as games:
        for game in tqdm(games, total=match.games, unit=" games", disable=None):
            for tally in standings:
                tally.add(game)
            if file:
                file.write(f"{game.line}\n")
    return standings
