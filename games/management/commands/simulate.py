"""`manage.py simulate`: games between bots, without the web."""

import json
import os
import secrets
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.bots import BOTS, PLAYERS
from games.bots.match import Match, Tally, UnfitBot, tallies
from games.bots.wire import find
from games.engine.cards import ADVANCED, BY_ID
from games.engine.editions import EDITIONS
from games.engine.scoring import plain
from games.engine.seats import SEATS
from games.management.arguments import positive

BOTS_HELP = f"one per seat: {', '.join(BOTS)}, a character, or package.module:function"


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
        parser.add_argument("--bots", required=True, help=BOTS_HELP)
        parser.add_argument("--records", type=Path, metavar="FILE", help="write a record a line")
        parser.add_argument("--paired", action="store_true", help="rotate the seats on each deck")
        parser.add_argument(
            "--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="processes"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        match = _match(options)
        begin = time.perf_counter()
        try:
            with options["records"].open("w") if options["records"] else nullcontext() as file:
                standings = _play(match, options["jobs"], file)
        except (OSError, UnfitBot) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(130)
        seconds = time.perf_counter() - begin
        if match.paired and match.games % len(match.bots):
            self.stderr.write("The last deck was not played in every rotation of the seats.")
        self.stdout.write((_as_json if options["json"] else _as_table)(standings, match, seconds))


def _match(options: dict[str, Any]) -> Match:
    edition = EDITIONS[options["edition"]]
    names = [name for part in options["advanced"] for name in part.split(",") if name]
    advanced = tuple(BY_ID[name] for name in names if name in BY_ID)
    if names and not edition.has_advanced:
        raise CommandError(f"The edition {edition.id} has no ★ cards.")
    if len(advanced) != len(names) or not set(advanced) <= set(ADVANCED):
        raise CommandError(f"The ★ cards are {', '.join(card.id for card in ADVANCED)}.")
    return Match(
        edition=edition,
        bots=_bots(options["bots"], options["seats"]),
        games=options["games"],
        seed=options["seed"] if options["seed"] is not None else secrets.token_hex(8),
        advanced=advanced,
        paired=options["paired"],
        keeps_records=options["records"] is not None,
    )


def _bots(text: str, seats: int | None) -> tuple[str, ...]:
    bots = tuple(name.strip() for name in text.split(","))
    for bot in bots:
        try:
            find(bot)
        except LookupError:
            names = ", ".join(PLAYERS)
            raise CommandError(f"There is no bot “{bot}”; there are {names}.") from None
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


def _as_json(standings: list[Tally], match: Match, seconds: float) -> str:
    rows = [
        {"bot": tally.bot, "seats": tally.seats, "wins": _wins(tally), "share": tally.share}
        for tally in standings
    ]
    return json.dumps({"games": match.games, "seconds": round(seconds, 3), "bots": rows})


def _as_table(standings: list[Tally], match: Match, seconds: float) -> str:
    heading = f"{'bot':12}{'seats':>6}{'wins':>12}{'share':>8}{'± 95 %':>9}{'ms':>8}{'p95':>8}"
    speed = f"{match.games:,} games in {seconds:.1f} s ({match.games / seconds:,.0f} a second)"
    return "\n".join([heading, *map(_row, standings), speed])


def _row(tally: Tally) -> str:
    """Wins, share and its interval; then mean and 95 % quantile of the CPU time of a decision."""
    margin = "–" if tally.margin is None else f"{tally.margin:.3f}"
    times = "".join(f"{1_000 * time:>8.2f}" for time in (tally.mean_time, tally.slow_time))
    counted = f"{tally.seats:>6}{_wins(tally):>12,.6g}{tally.share:>8.3f}"
    return f"{tally.bot:12}{counted}{margin:>9}{times}"


def _wins(tally: Tally) -> int | float:
    return plain(float(tally.wins))
