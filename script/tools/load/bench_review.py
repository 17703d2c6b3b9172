"""The review of a whole game of four: seconds of one core, in this process, at full effort.

The games are played by bots of several levels, so that they are of all lengths.
"""

import argparse
import json
import time
from statistics import median

from games.bots.match import Match
from games.engine.editions import EDITIONS
from games.engine.record import Record, from_text
from games.reviews.analysis.report import LOTS, put_together, report_dict, solve, tasks_of

TABLES = (
    ("regular", "novice", "expert", "novice"),
    ("novice", "novice", "novice", "novice"),
    ("regular", "regular", "regular", "regular"),
    ("random", "novice", "regular", "random"),
)
GOAL = 60


def games(number: int, seats: int) -> list[Record]:
    """So many games, the tables taking turns."""
    found = []
    for each in range(number):
        bots = (TABLES[each % len(TABLES)] * 2)[:seats]
        match = Match(EDITIONS["osprey-2018"], bots, 1, f"bench-{each}", keeps_records=True)
        found.append(from_text((match.game(0).line or "").encode()))
    return found


def review(record: Record, lots: int) -> dict[str, float]:
    begin = time.process_time()
    tasks = tasks_of(record, "bench", lots)
    report = put_together(record, solve(tasks))
    seconds = time.process_time() - begin
    errors = [each.error for each in report.weighed]
    return {
        "decisions": len(record.actions),
        "seconds": round(seconds, 2),
        "costly": sum(each.is_costly for each in report.weighed),
        "median_error": round(median(errors), 4),
        "kilobytes": round(len(json.dumps(report_dict(report))) / 1000, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--lots", type=int, default=LOTS, help="effort in lots sold in thought")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for record in games(options.games, options.seats):
        rows.append(review(record, options.lots))
        if options.json:
            print(json.dumps(rows[-1]), flush=True)
        else:
            print("  ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
    seconds = [row["seconds"] for row in rows]
    if not options.json:
        print(
            f"median {median(seconds):.1f} s, most {max(seconds):.1f} s of one core; goal {GOAL} s"
        )


if __name__ == "__main__":
    main()
