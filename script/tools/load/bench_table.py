"""The table under load: moves a second until all four seats have seen them, beside raw Channels.

The server is the real one on SQLite, in a process of its own; this process is the load. The sides
take turns in short slices, so that a machine that grows slower slows them alike.
"""

import argparse
import asyncio
import json
import math
import shutil
import signal
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles

from script.tools.load.load_client import Crowd, Slice, enter_games, enter_raw, play
from script.tools.load.peer import Peer, peers_from
from script.tools.load.profiling import Profile
from script.tools.load.servers import (
    Server,
    machine_cpu_seconds,
    move_parts,
    our_server,
    raw_server,
)

WARM_UP = 1.5
SHORT_GAME = 40
FINISHED = 2_000
QUIET = 0.3
Row = dict[str, object]


@dataclass(slots=True)
class Side:
    """A server, the tables connected to it, and what was measured there."""

    server: Server
    crowd: Crowd = field(default_factory=Crowd)
    slices: list[Slice] = field(default_factory=list)
    server_cpu: list[float] = field(default_factory=list)
    server_busy: list[float] = field(default_factory=list)
    client_busy: list[float] = field(default_factory=list)
    others_busy: list[float] = field(default_factory=list)
    profile: Profile | None = None

    async def measure(self, rooms: int, seconds: float) -> Slice:
        machine, server, client = self.spent()
        with self.profile or ExitStack():
            slice = await play(self.crowd, rooms, seconds)
        machine, server, client = (
            now - then for now, then in zip(self.spent(), (machine, server, client), strict=True)
        )
        self.slices.append(slice)
        self.server_cpu.append(1_000 * server / slice.all_moves)
        self.server_busy.append(server / slice.all_seconds)
        self.client_busy.append(client / slice.all_seconds)
        self.others_busy.append(max(0.0, machine - server - client) / slice.all_seconds)
        return slice

    def spent(self) -> tuple[float, float, float]:
        """CPU seconds until now: of the whole machine, of the server, of this process."""
        return machine_cpu_seconds(), self.server.cpu_seconds(), time.process_time()

    async def fill(self, rooms: int, seconds: float, rng: Random) -> None:
        """Off the clock: have as many games waiting as may be played in the next slice."""
        rate = max((slice.moves_per_second for slice in self.slices), default=300.0)
        wanted = rooms + math.ceil(1.3 * rate * seconds / SHORT_GAME)
        await self.crowd.clear()
        if (missing := wanted - len(self.crowd.waiting)) > 0:
            tables = await asyncio.to_thread(self.server.prepare, tables=missing)
            self.crowd.waiting.extend(await enter_games(self.server.port, tables, rng))

    async def close(self) -> None:
        self.crowd.over.extend(self.crowd.waiting)
        self.crowd.waiting.clear()
        await self.crowd.clear()


def percentile(slices: list[Slice], percent: int) -> float:
    """The middle one of the slices' percentiles, in milliseconds."""
    return median(1_000 * quantiles(slice.latencies, n=100)[percent - 1] for slice in slices)


def forget_warm_up(side: Side) -> None:
    busy = (side.server_busy, side.client_busy, side.others_busy)
    for measured in (side.slices, side.server_cpu, *busy):
        del measured[0]


async def at_load(
    us: Side, them: Side, peers: list[Peer], rooms: int, seconds: float, slices: int
) -> Row:
    """All sides with so many rooms at once, in turns."""
    rng = Random(rooms)
    them.crowd.waiting.extend(await enter_raw(them.server.port, rooms))
    await us.fill(rooms, WARM_UP, rng)
    for side in (us, them):
        await side.measure(rooms, WARM_UP)
    for _ in range(slices):
        await us.fill(rooms, seconds / slices, rng)
        await us.measure(rooms, seconds / slices)
        await them.measure(rooms, seconds / slices)
        for peer in peers:
            await asyncio.to_thread(peer.measure, rooms, seconds / slices)
    for side in (us, them):
        forget_warm_up(side)
        await side.close()
    return comparison(rooms, us, them) | beside_peers(us, peers)


def beside_peers(us: Side, peers: list[Peer]) -> Row:
    """Our moves a second, middle latency and processor time a move, each divided by the peer's."""
    ours = median(slice.moves_per_second for slice in us.slices)
    row: Row = {}
    for peer in peers:
        row[f"moves_to_{peer.store}"] = round(ours / peer.middle("moves_per_s"), 2)
        row[f"p50_to_{peer.store}"] = round(percentile(us.slices, 50) / peer.middle("p50"), 2)
        cpu = median(us.server_cpu) / peer.middle("cpu_ms_per_move")
        row[f"cpu_to_{peer.store}"] = round(cpu, 2)
        peer.slices.clear()
    return row


def comparison(rooms: int, us: Side, them: Side) -> Row:
    pairs = zip(us.slices, them.slices, strict=True)
    return {
        "rooms": rooms,
        "moves": sum(len(slice.latencies) for slice in us.slices),
        "moves_per_second": round(median(slice.moves_per_second for slice in us.slices), 1),
        "p50_ms": round(percentile(us.slices, 50), 2),
        "p95_ms": round(percentile(us.slices, 95), 2),
        "p99_ms": round(percentile(us.slices, 99), 2),
        "server_cpu_ms_per_move": round(median(us.server_cpu), 3),
        "server_busy": round(median(us.server_busy), 2),
        "client_busy": round(median(us.client_busy), 2),
        "others_busy": round(max(us.others_busy + them.others_busy), 2),
        "raw_moves_per_second": round(median(slice.moves_per_second for slice in them.slices), 1),
        "raw_p50_ms": round(percentile(them.slices, 50), 2),
        "raw_server_cpu_ms_per_move": round(median(them.server_cpu), 3),
        "raw_client_busy": round(median(them.client_busy), 2),
        "ratio": round(
            median(our.moves_per_second / raw.moves_per_second for our, raw in pairs), 3
        ),
    }


async def by_length(empty: Server, full: Server, seconds: float, slices: int) -> list[Row]:
    """One room: early moves against late ones, and an empty database against a full one."""
    rng, sides = Random(1), (Side(empty), Side(full))
    await asyncio.to_thread(full.prepare, finished=FINISHED)
    games: list[list[float]] = []
    for _ in range(slices + 1):
        for side in sides:
            await side.fill(1, seconds / slices, rng)
            await side.measure(1, seconds / slices)
            games.extend(table.latencies for table in side.crowd.over)
    for side in sides:
        forget_warm_up(side)
        await side.close()
    return [*thirds(games), stored(sides[0], 0), stored(sides[1], FINISHED)]


def thirds(games: list[list[float]]) -> list[Row]:
    """Middle latency of the first, second and last third of the moves of whole games."""
    cuts = [(game, len(game) / 3) for game in games]
    return [
        {
            "what": f"{name} third of a game",
            "games": len(games),
            "moves_per_game": round(median(len(game) for game in games)),
            "p50_ms": round(
                1_000 * median(t for g, cut in cuts for t in g[int(n * cut) : int((n + 1) * cut)]),
                3,
            ),
        }
        for n, name in enumerate(("first", "second", "last"))
    ]


def stored(side: Side, finished: int) -> Row:
    return {
        "what": f"{finished} finished games stored",
        "moves_per_second": round(median(slice.moves_per_second for slice in side.slices), 1),
        "p50_ms": round(percentile(side.slices, 50), 3),
        "server_cpu_ms_per_move": round(median(side.server_cpu), 3),
    }


COLUMNS = {
    "rooms": "rooms",
    "moves_per_second": "moves/s",
    "p50_ms": "p50 ms",
    "p95_ms": "p95 ms",
    "p99_ms": "p99 ms",
    "server_cpu_ms_per_move": "cpu ms",
    "raw_moves_per_second": "raw/s",
    "raw_server_cpu_ms_per_move": "raw cpu ms",
    "ratio": "ratio",
    "server_busy": "server busy",
    "client_busy": "client busy",
    "others_busy": "others busy",
}


def print_rows(rows: list[Row], *, as_json: bool) -> None:
    if as_json:
        print("\n".join(json.dumps(row) for row in rows), flush=True)
    elif "what" in rows[0]:
        for row in rows:
            rest = ", ".join(f"{name} {value}" for name, value in row.items() if name != "what")
            print(f"{row['what']:32}{rest}", flush=True)
    else:
        for row in rows:
            print("".join(f"{row[name]:>13}" for name in COLUMNS), flush=True)
            ratios = [f"{name} {value}" for name, value in row.items() if "_to_" in name]
            if ratios:
                print(f"{'':>13}ours divided by the peer's: {', '.join(ratios)}", flush=True)


def run_load(options: argparse.Namespace, stack: ExitStack) -> None:
    ours, raw = stack.enter_context(our_server()), stack.enter_context(raw_server())
    peers = stack.enter_context(peers_from(options.peer)) if options.peer else []
    print(f"CPU of the parts of a move, ms: {move_parts(ours.env)}", file=sys.stderr)
    if not options.json:
        print("".join(f"{title:>13}" for title in COLUMNS.values()))
    for rooms in options.rooms:
        us = Side(ours, profile=Profile(ours.pid) if options.profile else None)
        row = asyncio.run(at_load(us, Side(raw), peers, rooms, options.seconds, options.slices))
        print_rows([row], as_json=options.json)
        if float(str(row["others_busy"])) > QUIET:
            print("Other programs were busy: these figures do not hold.", file=sys.stderr)
        if us.profile:
            print(us.profile.report(), file=sys.stderr)


def run_length(options: argparse.Namespace, stack: ExitStack) -> None:
    empty, full = stack.enter_context(our_server()), stack.enter_context(our_server())
    rows = asyncio.run(by_length(empty, full, options.seconds, options.slices))
    print_rows(rows, as_json=options.json)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--rooms", default="1,10,50", help="rooms at once, for example 1,10,50")
    parser.add_argument("--seconds", type=float, default=10, help="of each side for each number")
    parser.add_argument("--slices", type=int, default=3, help="into which the seconds are cut")
    parser.add_argument("--peer", type=Path, help="folder of another program, measured in turns")
    parser.add_argument("--length", action="store_true", help="does a move cost more later on?")
    parser.add_argument("--profile", action="store_true", help="where the time goes, by py-spy")
    options = parser.parse_args()
    options.rooms = [int(rooms) for rooms in options.rooms.split(",")]
    if options.profile and not shutil.which("py-spy"):
        sys.exit("--profile needs py-spy in PATH: pip install py-spy")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    try:
        with ExitStack() as stack:
            (run_length if options.length else run_load)(options, stack)
    except KeyboardInterrupt:
        sys.exit("Stopped.")


if __name__ == "__main__":
    main()
