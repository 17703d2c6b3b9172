"""What the table costs a browser: the first visit, each move of others, and what jumps.

The server is the real one on SQLite. Sizes are those on the wire; a push is counted as it is before
any compression of the socket.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import product
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.asyncio.client import connect

from script.tools.load.load_client import GameTable, enter_games
from script.tools.load.servers import Server, our_server
from tests.support.browser import FLAGS
from tests.support.browser_people import DESK, PHONE
from tests.support.layout_shifts import cumulative, note_shifts, shifts_of
from tests.support.page_weight import weigh_visit

SIZES = {"phone": PHONE, "desk": DESK}
# The profile of this name in Chromium's developer tools.
SLOW_4G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 180_000,
    "uploadThroughput": 84_375,
}
PAINTED = """performance.getEntriesByName("first-contentful-paint")[0].startTime"""
LOADED = """performance.getEntriesByType("navigation")[0].loadEventEnd"""
LANGUAGES = ("en", "de")
MOST_PUSHED = 6_000
Row = dict[str, object]
Table = Mapping[str, Any]
Weights = dict[str, list[int]]


@contextmanager
def seated(browser: Browser, server: Server, table: Table, size: str = "phone") -> Iterator[Page]:
    """A page of the second seat, with nothing in its cache; still empty."""
    context = browser.new_context(viewport=SIZES[size], locale="en-GB", reduced_motion="reduce")
    url = address(server)
    context.add_cookies([{"name": "sessionid", "value": table["sessions"][1], "url": url}])
    yield context.new_page()
    context.close()


def address(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def room_address(server: Server, table: Table) -> str:
    return f"{address(server)}/r/{table['invite']}/"


def visit(page: Page, server: Server, table: Table) -> None:
    page.goto(room_address(server, table), wait_until="networkidle")


def first_visit(browser: Browser, server: Server, table: Table) -> list[Row]:
    """Every request of the first visit and what came over the wire for it."""
    with seated(browser, server, table) as page:
        wire = weigh_visit(page, room_address(server, table))
    rows = [row(f"  {name}", size, "bytes") for name, size in wire.items()]
    return [
        *rows,
        row("first visit, requests", len(wire), "requests", 12),
        row("first visit, over the wire", sum(wire.values()), "bytes", 100_000),
    ]


def slow_loads(browser: Browser, server: Server, table: Table, times: int) -> list[Row]:
    """How long the first visit takes on a slow line: to the first words, and to its end."""
    painted, loaded = [], []
    for _ in range(times):
        with seated(browser, server, table) as page:
            tools = page.context.new_cdp_session(page)
            tools.send("Network.enable")
            tools.send("Network.emulateNetworkConditions", SLOW_4G)
            visit(page, server, table)
            painted.append(page.evaluate(PAINTED))
            loaded.append(page.evaluate(LOADED))
    return [
        row("slow 4G, first paint", round(median(painted)), "ms"),
        row("slow 4G, loaded", round(median(loaded)), "ms"),
    ]


class WeighedTable(GameTable):
    """A table that weighs what each seat is sent for a move, by what the frame tells."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.mover: int | None = None
        self.action = ""
        self.weights: Weights = defaultdict(list)

    def take(self, seat: int, html: bytes) -> None:
        """The last move draws the room anew and is not weighed."""
        kind = "sale" if b'id="moment"' in html else self.action
        if self.mover is not None and b'id="room"' not in html:
            whom = "its maker" if seat == self.mover else "others"
            self.weights[f"{kind}, to {whom}"].append(len(html))
        super().take(seat, html)

    def choose(self) -> tuple[int, str]:
        self.mover, frame = super().choose()
        self.action = json.loads(frame)["type"]
        return self.mover, frame


async def pushes(server: Server, tables: list[Table], language: str) -> Weights:
    """What a move weighs for each viewer, over whole games."""
    weights: Weights = defaultdict(list)
    for number, table in enumerate(tables):
        game = WeighedTable(Random(number))
        cookies = [f"sessionid={key}; django_language={language}" for key in table["sessions"]]
        await game.enter(server.port, f"/ws/r/{table['invite']}/", cookies)
        while not game.is_over:
            await game.move()
        await game.leave()
        for kind, sizes in game.weights.items():
            weights[kind] += sizes
    return weights


def weigh(server: Server, games: int) -> Iterator[list[Row]]:
    """So many games each of three, four and five players in every language."""
    weights: Weights = defaultdict(list)
    for seats, language in product((3, 4, 5), LANGUAGES):
        tables = server.prepare(tables=games, seats=seats)
        found = asyncio.run(pushes(server, tables, language))
        largest = max(max(sizes) for kind, sizes in found.items() if goal_for(kind))
        name = f"largest push to others, {seats} players, {language}"
        yield [row(name, largest, "bytes", MOST_PUSHED)]
        for kind, sizes in found.items():
            weights[kind] += sizes
    yield from (weighed(kind, sizes) for kind, sizes in sorted(weights.items()))


def weighed(kind: str, sizes: list[int]) -> list[Row]:
    return [
        row(f"push of a {kind}, median", round(median(sizes)), "bytes", goal_for(kind)),
        row(f"push of a {kind}, largest", max(sizes), "bytes", goal_for(kind)),
    ]


def goal_for(kind: str) -> int | None:
    return MOST_PUSHED if kind.endswith("others") else None


async def compression(server: Server, table: Table) -> str:
    """What the server answers to a browser that offers to compress what is pushed."""
    origin = address(server)
    url = f"ws://127.0.0.1:{server.port}/ws/r/{table['invite']}/"
    cookie = {"Cookie": f"sessionid={table['sessions'][0]}"}
    async with connect(url, origin=origin, additional_headers=cookie, proxy=None) as socket:
        assert socket.response is not None
        return socket.response.headers.get("Sec-WebSocket-Extensions", "off")


def shift(browser: Browser, server: Server, table: Table, size: str) -> Row:
    """How much jumps in a page that nobody touches while others play a whole game."""
    with seated(browser, server, table, size) as page:
        visit(page, server, table)
        note_shifts(page)
        # Playwright has this thread's event loop.
        played = ThreadPoolExecutor().submit(asyncio.run, play_whole(server, table)).result()
        page.wait_for_selector("#scores")
        page.wait_for_timeout(500)
        shifts = shifts_of(page)
    return row(f"layout shift, {size}, {played} moves", round(cumulative(shifts), 4), "", 0.02)


async def play_whole(server: Server, table: Table) -> int:
    """A whole game by sockets; how many moves it took."""
    [game] = await enter_games(server.port, [table], Random(3))
    while not game.is_over:
        await game.move()
    await game.leave()
    return len(game.latencies)


def measure(server: Server, options: argparse.Namespace) -> Iterator[list[Row]]:
    tables = server.prepare(tables=1 + len(SIZES))
    first = tables[0]
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield first_visit(browser, server, first)
        yield slow_loads(browser, server, first, options.times)
        for size, table in zip(SIZES, tables[1:], strict=False):
            yield [shift(browser, server, table, size)]
        browser.close()
    yield [row("compression of pushes", asyncio.run(compression(server, first)))]
    yield from weigh(server, options.games)


def row(what: str, figure: float | str, unit: str = "", goal: float | None = None) -> Row:
    return {"what": what, "figure": figure, "unit": unit, "goal": goal}


def show(rows: list[Row], *, as_json: bool) -> None:
    for each in rows:
        if as_json:
            print(json.dumps(each), flush=True)
            continue
        goal = "" if each["goal"] is None else f"  goal {each['goal']}"
        print(f"{each['what']:72}{each['figure']:>10} {each['unit']}{goal}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--times", type=int, default=5, help="visits on a slow line")
    parser.add_argument(
        "--games",
        type=int,
        default=5,
        help="whole games for each number of players and language whose pushes are weighed",
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    with our_server() as server:
        for rows in measure(server, options):
            show(rows, as_json=options.json)


if __name__ == "__main__":
    main()
