"""Bots: decisions a second that one core computes, for each level at 3, 4 and 5 seats.

A decision is what a worker process of the server does for it: the question and the story of the
table come in, the memory is folded from it, the bot decides, the action goes out. Processor time
is counted, and the levels take turns, so that a busy machine slows all alike. All seats of a table
have the same level. How many bots a core carries follows from how often a bot is asked at a table
with one person, who takes --human seconds, while each bot takes the mean of BOT_PAUSE.
"""

import argparse
import json
import pickle
from collections.abc import Iterator, Sequence
from itertools import count, islice
from statistics import fmean, quantiles
from time import thread_time

from games.bots import BOTS
from games.bots.worker_process import decide
from games.engine.cards import ADVANCED
from games.engine.dealing import deal
from games.engine.editions import EDITIONS
from games.engine.events import events_of, opening_events
from games.engine.observation import observe
from games.engine.rules import apply, start
from games.engine.seats import SEATS
from highsociety_site.settings import BOT_PAUSE

STARS = {"": (), " ★": ADVANCED}


def decisions(level: str, seats: int, stars: str) -> Iterator[float]:
    """The processor's seconds for each decision of games without end."""
    edition = EDITIONS["allplay-2025" if stars else "osprey-2018"]
    for number in count():
        state = start(deal(edition, seats, number.to_bytes(32), STARS[stars]))
        story = list(opening_events(state))
        while not state.is_over:
            seat, before = state.seats_to_act[0], state
            view, begin = observe(state, seat), thread_time()
            asked = pickle.loads(pickle.dumps((level, view, story, f"{number}")))
            action = pickle.loads(pickle.dumps(decide(*asked)))
            yield thread_time() - begin
            state = apply(state, action)
            story += events_of(before, action, state)


def measure(levels: Sequence[str], slices: int, each: int) -> list[dict[str, object]]:
    """A row for each level and table: `slices` times `each` decisions."""
    sides = [(level, seats, stars) for stars in STARS for seats in SEATS for level in levels]
    streams = {side: decisions(*side) for side in sides}
    spent: dict[tuple[str, int, str], list[float]] = {side: [] for side in sides}
    for _ in range(slices):
        for side, stream in streams.items():
            spent[side] += islice(stream, each)
    return [_row(side, seconds) for side, seconds in spent.items()]


def _row(side: tuple[str, int, str], seconds: list[float]) -> dict[str, object]:
    level, seats, stars = side
    return {
        "level": level,
        "seats": seats,
        "stars": bool(stars),
        "per_second": 1 / fmean(seconds),
        "mean_ms": 1_000 * fmean(seconds),
        "p95_ms": 1_000 * quantiles(seconds, n=20)[-1],
    }


def carried(row: dict[str, object], human: float) -> float:
    """How many bots of this row keep one core busy at a table with one person each."""
    seconds_a_round = human + (int(str(row["seats"])) - 1) * fmean(BOT_PAUSE)
    return seconds_a_round * float(str(row["per_second"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", default=",".join(BOTS))
    parser.add_argument("--slices", type=int, default=10, help="for each level and table")
    parser.add_argument("--decisions", type=int, default=25, help="in a slice")
    parser.add_argument("--human", type=float, default=4.0, help="a person's seconds a decision")
    parser.add_argument("--json", action="store_true", help="one object a line")
    options = parser.parse_args()
    rows = measure(options.levels.split(","), options.slices, options.decisions)
    for row in rows:
        row["bots_a_core"] = carried(row, options.human)
    if options.json:
        print("\n".join(json.dumps(row) for row in rows))
        return
    print("| level | seats | decisions a second | ms | p95 ms | bots a core |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        stars = " ★" if row["stars"] else ""
        print(
            f"| `{row['level']}` | {row['seats']}{stars} | {row['per_second']:,.0f} | "
            f"{row['mean_ms']:.2f} | {row['p95_ms']:.2f} | {row['bots_a_core']:,.0f} |"
        )


if __name__ == "__main__":
    main()
