"""How the cost of a move grows: with the spectators of its room, and with the games stored before.

Only processor time of the server and its memory are taken, so the figures also hold while other
programs run. The server is the real one on SQLite; each size is played on a new table of four.
"""

import argparse
import asyncio
import re
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from script.tools.load.load_client import GameTable
from script.tools.load.servers import Server, our_server

STRANGER = ""
PORTION = 2_000  # games stored in one transaction: the server waits for it
Row = dict[str, object]


def memory_kb(server: Server) -> int:
    """What the process has in memory that no other shares."""
    rollup = Path(f"/proc/{server.pid}/smaps_rollup").read_text()
    return sum(map(int, re.findall(r"^Private_\w+: +(\d+) kB", rollup, re.MULTILINE)))


async def a_table(server: Server, room: dict[str, Any], spectators: int) -> tuple[GameTable, float]:
    """A running game with so many spectators; what each socket of theirs has taken, in kB."""
    table = GameTable(Random(spectators))
    cookies = [f"sessionid={key}" for key in room["sessions"]]
    await table.enter(server.port, f"/ws/r/{room['invite']}/", [*cookies, STRANGER])
    before = memory_kb(server)
    for _ in range(spectators - 1):
        table.pages.append(type(table.pages[0])())
        seat = len(table.sockets)
        await table.sit(seat, server.port, f"/ws/r/{room['invite']}/", STRANGER)
    while any(page.version < 0 for page in table.pages):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    return table, (memory_kb(server) - before) / max(1, spectators - 1)


async def played(server: Server, spectators: int, moves: int) -> Row:
    """One room with so many spectators: the server's milliseconds for a move, in the middle."""
    spent: list[float] = []
    memory: list[float] = []
    while len(spent) < moves:
        (room,) = await asyncio.to_thread(server.prepare, tables=1)
        table, socket = await a_table(server, room, spectators)
        memory.append(socket)
        while len(spent) < moves and not table.is_over:
            begin = server.cpu_seconds()
            count = await _some_moves(table)
            spent += [1_000 * (server.cpu_seconds() - begin) / count] * count
        await table.leave()
    return {"spectators": spectators, "ms": median(spent), "kB of a socket": median(memory)}


async def _some_moves(table: GameTable, most: int = 10) -> int:
    """Make a few moves; the clock of a process's time is too coarse for one."""
    count = 0
    while count < most and not table.is_over:
        await table.move()
        count += 1
    return count


def by_spectators(server: Server, sizes: Sequence[int], moves: int) -> None:
    """The curve over spectators of one room."""
    rows = [asyncio.run(played(server, size, moves)) for size in sizes]
    first = rows[0]
    for row in rows:
        more = int(str(row["spectators"])) - int(str(first["spectators"]))
        each = 1_000 * (float(str(row["ms"])) - float(str(first["ms"]))) / more if more else 0
        print(
            f"{row['spectators']:>6} spectators: {row['ms']:.2f} ms a move, "
            f"{each:.0f} µs for each spectator more, {row['kB of a socket']:.0f} kB for a socket",
            flush=True,
        )


def by_stored_games(server: Server, sizes: Sequence[int], moves: int) -> None:
    """The curve over games that were finished before."""
    stored = 0
    for size in sizes:
        while stored < size:
            count = min(PORTION, size - stored)
            server.prepare(finished=count)
            stored += count
        row = asyncio.run(played(server, 1, moves))
        print(f"{size:>6} finished games: {row['ms']:.2f} ms a move", flush=True)


def sizes_in(text: str) -> list[int]:
    return [int(size) for size in text.split(",") if size]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectators", type=sizes_in, default="4,50,500")
    parser.add_argument("--stored", type=sizes_in, default="1000,10000,100000")
    parser.add_argument("--moves", type=int, default=200, help="for each size")
    options = parser.parse_args()
    with ExitStack() as stack:
        if options.spectators:
            server = stack.enter_context(our_server())
            by_spectators(server, options.spectators, options.moves)
        if options.stored:
            server = stack.enter_context(our_server())
            by_stored_games(server, options.stored, options.moves)


if __name__ == "__main__":
    main()
