"""The list of open tables, live: one rendering a change for all who look at it in this process.

How it works
------------
Whoever changes an open room announces it (`announce_table`), as they announce the room itself. The
hub of each process passes that on to `OpenTables.changed`, which loads the lines of the rooms that
have changed since, all of them with one query each, renders a line once for each language in use,
and sends the same text to every viewer.

All of it runs on the event loop of the process, in these tasks: one for each connection (`join`),
one that catches up with changes, at most one at a time, and the look at every heartbeat. Between
two awaits nothing else runs. `apply` has none, so that every viewer is sent every change, in the
same order. A viewer gets the whole list before any change of it: it is ready only then, and what
came meanwhile is in the list it gets.

What a fault leaves behind: a lost message, a database that does not answer, or a fault while a line
is rendered leaves `stamps` as it was, so the look at the next heartbeat finds the difference. A
viewer that cannot be sent to is dropped, connects again, and says which list it shows (`stamp_of`).
While nobody looks, nothing is loaded and nothing is kept.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from games.open_tables.listing import OpenTable, Stamp, known_tables, open_tables, stamps
from games.process.db_threads import in_thread
from games.screens.open_tables import change_html, stamp_of, summary_html, tables_html

log = logging.getLogger(__name__)
Stamps = dict[int, Stamp]


class ListViewer(Protocol):
    """Somebody who looks at the list over one connection."""

    language: str

    def push(self, html: str) -> None:
        """Send HTML whose elements replace those with the same ids."""

    def drop(self) -> None:
        """Close in such a way that the page connects again at once."""


class OpenTables:
    """Who looks at the list in this process, and what they see. Used by the event loop alone."""

    def __init__(self, start_task: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self.start_task = start_task
        self.forget_all()

    def forget_all(self) -> None:
        """Start without viewers, on another event loop."""
        self.viewers: set[ListViewer] = set()
        self.ready: set[ListViewer] = set()
        self.tables: dict[int, OpenTable] = {}
        self.stamps: Stamps = {}
        self.late: set[int] = set()
        self.loading = asyncio.Lock()
        self.is_loaded = self.is_catching_up = False

    async def join(self, viewer: ListViewer, seen: str) -> None:
        """Keep a viewer up to date from now on; `seen` is the stamp of the list on their page."""
        self.viewers.add(viewer)
        async with self.loading:
            if not self.is_loaded:
                await self._load()
        if viewer not in self.viewers:
            return
        self.ready.add(viewer)
        if seen != stamp_of(self.tables.values(), viewer.language):
            self._push(viewer, tables_html(self._in_order(), viewer.language))

    def leave(self, viewer: ListViewer) -> None:
        """Forget a viewer; without any the list is forgotten too."""
        self.viewers.discard(viewer)
        self.ready.discard(viewer)
        if not self.viewers:
            self.is_loaded = False

    def changed(self, room_ids: Collection[int]) -> None:
        """Lines of these rooms may have changed."""
        if not self.viewers:
            return
        self.late |= set(room_ids)
        if not self.is_catching_up:
            self.is_catching_up = True
            self.start_task(self._catch_up())

    async def look(self) -> None:
        """Compare the list with what is stored, for what no message told."""
        if not self.viewers or not self.is_loaded:
            return
        stored = await in_thread(stamps)
        self.changed(differing(self.stamps, stored))

    async def _catch_up(self) -> None:
        try:
            while self.late and self.viewers:
                async with self.loading:
                    late, self.late = self.late, set()
                    found, stored = await in_thread(_load_some, late)
                    if self.is_loaded:
                        self.apply(late, found, stored)
        except Exception:
            log.warning("Open tables could not be shown; trying again.", exc_info=True)
        finally:
            self.is_catching_up = False

    async def _load(self) -> None:
        found, self.stamps = await in_thread(_load_all)
        self.tables = {table.room_id: table for table in found}
        self.late.clear()
        self.is_loaded = True

    def apply(self, late: set[int], found: Collection[OpenTable], stored: Stamps) -> None:
        """Show what was found of the rooms that were late."""
        now = {table.room_id: table for table in found}
        changes = [(self.tables.get(each), now.get(each)) for each in sorted(late)]
        changes = [(before, after) for before, after in changes if before != after]
        after = {key: each for key, each in self.tables.items() if key not in late} | now
        html = {
            language: _frame(changes, list(after.values()), language)
            for language in {viewer.language for viewer in self.ready}
            if changes
        }
        self.tables = after
        self.stamps = {key: each for key, each in self.stamps.items() if key not in late} | stored
        for viewer in [each for each in self.ready if html]:
            self._push(viewer, html[viewer.language])

    def _in_order(self) -> list[OpenTable]:
        return sorted(self.tables.values(), key=lambda table: -table.room_id)

    def _push(self, viewer: ListViewer, html: str) -> None:
        try:
            viewer.push(html)
        except Exception:
            log.warning("A socket could not be sent to: it is closed.", exc_info=True)
            self.leave(viewer)
            with suppress(Exception):
                viewer.drop()


def _frame(
    changes: list[tuple[OpenTable | None, OpenTable | None]],
    tables: list[OpenTable],
    language: str,
) -> str:
    lines = [change_html(before, after, language) for before, after in changes]
    return "".join((*lines, summary_html(tables, language)))


def differing(shown: Stamps, stored: Stamps) -> set[int]:
    """The rooms whose stamps are not the same, or that only one of both has."""
    return {key for key in shown.keys() | stored.keys() if shown.get(key) != stored.get(key)}


def _load_all() -> tuple[list[OpenTable], Stamps]:
    """The stamps before the lines: a change between both is looked at twice, and never missed."""
    stored = stamps()
    return known_tables(), stored


def _load_some(room_ids: set[int]) -> tuple[list[OpenTable], Stamps]:
    stored = stamps(room_ids)
    return open_tables(room_ids), stored
