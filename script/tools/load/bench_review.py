"""The review of a whole game of four: seconds of one core, in this process, at full effort.

The games are of all editions, between bots of several levels and players of other kinds, so that
they are of all lengths. `--power` compares the costs with those that TENFOLD effort finds, in
futures of its own and without stopping early:
- `rms`: the root mean square of the differences of what the rival is ahead,
- `found`: of the decisions that cost at least a mistake by the reference, the part called costly,
- `false`: how many are called costly that cost less than half a point by the reference,
- `top3`: the part of the three costliest of the reference that are among the three found.
"""

import argparse
import json
import time
from math import inf, sqrt
from statistics import median

from games.bots.match import Match
from games.engine.cards import BY_ID
from games.engine.editions import EDITIONS
from games.engine.record import Record, from_text
from games.reviews.analysis import auctions, report
from games.reviews.analysis.decision_costs import MISTAKE, SLIP, Weighed
from games.reviews.analysis.moments import auctions_of
from games.reviews.analysis.report import LOTS, put_together, report_dict, solve, tasks_of

TABLES = (
    ("osprey-2018", "", ("regular", "novice", "expert", "novice")),
    ("classic", "", ("novice", "novice", "novice", "novice")),
    ("allplay-2025", "gambling excursions yacht-club", ("regular",) * 4),
    ("spec", "", ("random", "novice", "regular", "random")),
    ("osprey-2018", "", ("miser", "bold", "lavish", "expert")),
    ("allplay-2025", "", ("hoarder", "prestige-hunter", "jumper", "regular")),
    ("manual", "", ("half-price", "late", "moody", "copycat")),
    ("classic", "", ("expert", "expert", "regular", "collector")),
)
GOAL = 8
TENFOLD = 10


def games(number: int, seats: int) -> list[Record]:
    """So many games, the tables taking turns."""
    found = []
    for each in range(number):
        edition, stars, bots = TABLES[each % len(TABLES)]
        cards = tuple(BY_ID[star] for star in stars.split())
        table = (bots * 2)[:seats]
        match = Match(EDITIONS[edition], table, 1, f"bench-{each}", cards, keeps_records=True)
        found.append(from_text((match.game(0).line or "").encode()))
    return found


def review(record: Record, lots: int, *, with_power: bool) -> dict[str, float]:
    begin = time.process_time()
    tasks = tasks_of(record, "bench", lots)
    glances = len(auctions_of(record))
    answers = solve(tasks[:glances])
    glance = time.process_time() - begin
    made = put_together(record, [*answers, *solve(tasks[glances:])])
    seconds = time.process_time() - begin
    row = {
        "decisions": len(record.actions),
        "seconds": round(seconds, 2),
        "glance": round(glance, 2),
        "costly": sum(each.is_costly for each in made.weighed),
        "median_error": round(median(each.error for each in made.weighed), 4),
        "kilobytes": round(len(json.dumps(report_dict(made))) / 1000, 1),
    }
    return row | (power(made.weighed, reference(record, lots)) if with_power else {})


def reference(record: Record, lots: int) -> list[Weighed]:
    """All decisions weighed with TENFOLD effort, none of them settled early."""
    rules = {"SLIP": -inf, "PLAIN": inf, "FINE": 0.0}
    usual = {name: getattr(auctions, name) for name in rules}
    each = min(report.MOST_LOTS, int(lots * (1 - report.OUTLOOKS) / len(record.actions)))
    try:
        _set(rules)
        found = enumerate(auctions_of(record))
        return [
            weighed
            for number, auction in found
            for weighed in auctions.weigh(auction, TENFOLD * each, f"reference|{number}")
        ]
    finally:
        _set(usual)


def _set(rules: dict[str, float]) -> None:
    for name, value in rules.items():
        setattr(auctions, name, value)


def power(found: tuple[Weighed, ...], true: list[Weighed]) -> dict[str, float]:
    """How far what was `found` is from what is `true`."""
    pairs = list(zip(found, true, strict=True))
    off = [(_behind(one) - _behind(other)) ** 2 for one, other in pairs]
    bad = [one.is_costly for one, other in pairs if _behind(other) >= MISTAKE]
    fine = [one.is_costly for one, other in pairs if _behind(other) < SLIP / 4]
    return {
        "rms": round(sqrt(sum(off) / len(off)), 4),
        "found": round(sum(bad) / max(1, len(bad)), 2),
        "false": sum(fine),
        "top3": round(len(_costliest(found) & _costliest(true)) / 3, 2),
    }


def _behind(weighed: Weighed) -> float:
    return max(0.0, weighed.rival_chance - weighed.chance) if weighed.rival else 0.0


def _costliest(weighed: tuple[Weighed, ...] | list[Weighed]) -> set[int]:
    return {each.ply for each in sorted(weighed, key=lambda each: -each.cost)[:3]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--lots", type=int, default=LOTS, help="effort in lots sold in thought")
    parser.add_argument("--power", action="store_true", help="also how good the costs are (slow)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for record in games(options.games, options.seats):
        rows.append(review(record, options.lots, with_power=options.power))
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
