"""Programs in any language play High Society against each other and the built-in bots.

An entrant is the name of a bot (novice, regular, expert, master, …) or a command that reads a
question a line and writes an action a line, [NAME=]COMMAND. As many entrants as seats sit at one
table; fewer than seats play each alone against a table of each other. docs/arena.md tells more.
"""

import argparse
import json
import secrets
import sys
from collections.abc import Sequence

from tqdm import tqdm

from games.bots.levels import LEVELS
from games.engine.cards import ADVANCED, BY_ID
from games.engine.editions import EDITIONS
from games.engine.seats import SEATS
from games.management.arguments import positive
from script.tools.arena.contest import Entrant, Standing, Table, entrant, standings, tables
from script.tools.arena.program import Crashed, Illegal, Limits, TimedOut

FAULTS = (TimedOut.kind, Illegal.kind, Crashed.kind)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, prog="script/arena")
    parser.add_argument("entrants", nargs="+", metavar="ENTRANT")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="at each table")
    parser.add_argument("--seats", type=int, choices=SEATS, help="as many as entrants, or 4")
    parser.add_argument("--edition", choices=EDITIONS, default="osprey-2018")
    parser.add_argument("--advanced", nargs="*", default=[], help="★ cards of allplay-2025")
    parser.add_argument("--seed", help="any text; the same seed deals the same cards")
    parser.add_argument("--seconds", type=float, default=1.0, help="for a decision, on the clock")
    parser.add_argument(
        "--start-seconds", type=float, default=10.0, help="more for the first after a start"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="games at once")
    parser.add_argument("--errors", action="store_true", help="show what programs say on stderr")
    parser.add_argument("--json", action="store_true", help="print one JSON object a table")
    return parser


def tables_of(options: argparse.Namespace, entrants: Sequence[Entrant]) -> list[Table]:
    """The tables that were asked for; ValueError if that cannot be."""
    edition = EDITIONS[options.edition]
    unknown = [name for name in options.advanced if BY_ID.get(name) not in ADVANCED]
    if unknown or (options.advanced and not edition.has_advanced):
        raise ValueError(f"{edition.id} has no ★ cards {', '.join(options.advanced)}")
    seats = options.seats or (len(entrants) if len(entrants) in SEATS else 4)
    names = {each.name for each in entrants}
    if len(entrants) > seats or len(names) < 2:
        raise ValueError(f"{len(entrants)} entrants cannot play at tables of {seats}")
    return tables(
        entrants,
        seats,
        edition,
        tuple(BY_ID[name] for name in options.advanced),
        options.games,
        options.seed or secrets.token_hex(8),
        Limits(options.seconds, options.start_seconds),
        options.errors,
    )


def entrants_of(texts: Sequence[str]) -> list[Entrant]:
    """The entrants; ValueError for one that is not there, or for two of one name."""
    found: list[Entrant] = []
    for text in texts:
        try:
            found.append(entrant(text))
        except LookupError:
            raise ValueError(
                f"“{text}” is neither a bot ({', '.join(LEVELS)}, …) nor a command that is here"
            ) from None
    words = {each.name: each.words for each in found}
    if any(words[each.name] != each.words for each in found):
        raise ValueError("two programs have one name: call them NAME=COMMAND")
    return found


def run(table: Table, jobs: int) -> list[Standing]:
    """Play all games of `table`."""
    found = standings(table)
    with table.play(jobs) as results:
        for result in tqdm(results, total=table.match.games, unit=" games", disable=None):
            for standing in found:
                standing.add(result)
    return found


def as_json(found: Sequence[Standing], table: Table) -> str:
    rows = [
        {
            "name": each.tally.bot,
            "seats": each.tally.seats,
            "wins": float(each.tally.wins),
            "share": each.tally.share,
            "margin": each.tally.margin,
            "mean_ms": 1_000 * each.tally.mean_time,
            "p95_ms": 1_000 * each.tally.slow_time,
            "decisions": len(each.tally.seconds),
            "faults": {kind: each.faults[kind] for kind in FAULTS},
        }
        for each in found
    ]
    return json.dumps({"games": table.match.games, "seed": table.match.seed, "entrants": rows})


def as_text(found: Sequence[Standing], table: Table) -> str:
    width = max(12, *(len(each.tally.bot) + 1 for each in found))
    heading = f"{'':{width}}{'seats':>6}{'share':>8}{'± 95 %':>9}{'ms':>9}{'p95':>9}"
    lines = [heading + "".join(f"{kind:>10}" for kind in FAULTS)]
    for each in found:
        tally = each.tally
        margin = "–" if tally.margin is None else f"{tally.margin:.3f}"
        times = "".join(f"{1_000 * time:>9.2f}" for time in (tally.mean_time, tally.slow_time))
        faults = "".join(f"{each.faults[kind]:>10}" for kind in FAULTS)
        lines.append(
            f"{tally.bot:{width}}{tally.seats:>6}{tally.share:>8.3f}{margin:>9}{times}{faults}"
        )
    match = table.match
    par = f"par {1 / len(match.bots):.3g}"
    return "\n".join([*lines, f"{match.games} games, {par}, {match.edition.id}, seed {match.seed}"])


def main() -> None:
    parser = arguments()
    options = parser.parse_args()
    try:
        found = tables_of(options, entrants_of(options.entrants))
    except ValueError as error:
        parser.error(str(error))
    try:
        for table in found:
            form = as_json if options.json else as_text
            print(form(run(table, options.jobs), table), flush=True)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
