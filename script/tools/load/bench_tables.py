"""The list of open tables: what a change costs with many tables and many who look at them.

Measures in one process, without sockets: queries, renderings and milliseconds of a change, of the
first page and of the next one. Works on DATABASE_URL, or a SQLite of its own.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Coroutine
from statistics import median
from typing import Any

if "DATABASE_URL" not in os.environ and "DATA_DIR" not in os.environ:
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="high-society-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
os.environ["LIMITS"] = "off"

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from games.live.open_tables import OpenTables  # noqa: E402
from games.models import Player, Room  # noqa: E402
from games.open_tables import joining, listing  # noqa: E402
from games.open_tables.matching import Wish, find  # noqa: E402
from games.screens.open_tables import line_of, tables_html  # noqa: E402


class Looker:
    """Somebody who looks at the list, and how much they were sent."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.frames = self.characters = 0

    def push(self, html: str) -> None:
        self.frames += 1
        self.characters += len(html)

    def drop(self) -> None:
        raise AssertionError


def person(number: int) -> Player:
    return Player.objects.create(name=f"Person {number}")


def fill(tables: int) -> list[Room]:
    """So many tables with two people each."""
    rooms = []
    for number in range(tables):
        room = find(person(2 * number), Wish(clock=60))
        Room.objects.filter(pk=room.pk).update(is_locked=True)  # so that the next opens another
        rooms.append(room)
    Room.objects.update(is_locked=False)
    for number, room in enumerate(rooms):
        joining.sit(room.pk, person(2 * number + 1))
    return rooms


def timed(work: Callable[[], object]) -> float:
    before = time.perf_counter()
    work()
    return (time.perf_counter() - before) * 1000


async def changes(rooms: list[Room], lookers: list[Looker], count: int) -> None:
    """Change a table, and show it to everybody; so many times."""

    def start(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(work)

    shown = OpenTables(start)
    for each in lookers:
        await shown.join(each, "")
    for each in lookers:
        each.frames = each.characters = 0
    costs, rendered = [], line_of.cache_info().misses
    for number, room in enumerate(rooms[:count]):
        new = await asyncio.to_thread(person, 10_000 + number)
        await asyncio.to_thread(joining.sit, room.pk, new)
        began = time.perf_counter()
        shown.changed([room.pk])
        while shown.is_catching_up:  # noqa: ASYNC110 - it is nothing but tasks of this loop
            await asyncio.sleep(0)
        costs.append((time.perf_counter() - began) * 1000)
    rendered = line_of.cache_info().misses - rendered
    languages = len({each.language for each in lookers})
    sent = sum(each.frames for each in lookers)
    print(f"{count} changes, {len(lookers)} lookers in {languages} languages")
    print(
        f"  lines rendered     {rendered} ({rendered / count / languages:.2f} a change, language)"
    )
    print(f"  frames             {sent} ({sent / count / len(lookers):.2f} a change and looker)")
    print(f"  characters a frame {sum(each.characters for each in lookers) / sent:.0f}")
    print(f"  milliseconds       {median(costs):.1f} (median), {max(costs):.1f} (most)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument("--changes", type=int, default=100)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    rooms = fill(options.tables)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        tables = listing.open_tables()
    print(
        f"{len(tables)} tables: {len(asked)} queries, {timed(listing.open_tables):.1f} ms to load"
    )
    listing.known_tables()
    with CaptureQueriesContext(connection) as asked:
        listing.known_tables()
    print(f"  once known  {len(asked)} queries, {timed(listing.known_tables):.1f} ms")
    line_of.cache_clear()
    print(f"  first page  {timed(lambda: tables_html(tables, 'en')):.1f} ms to render")
    print(f"  next page   {timed(lambda: tables_html(tables, 'en')):.1f} ms to render")
    for viewers in (1, options.viewers):
        lookers = [Looker(("en", "de")[number % 2]) for number in range(viewers)]
        asyncio.run(changes(rooms, lookers, options.changes))
        rooms = rooms[options.changes :]


if __name__ == "__main__":
    main()
