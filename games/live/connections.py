"""The connected viewers of this process: sends to them, and forgets those who are gone.

Whoever has many sockets in a room, and changes it as fast as the limits allow, must not hold up
other rooms. So a room is refreshed once at a time, however often it has changed meanwhile; all
rooms together load MOST_LOADS at a time, and render for one viewer at a time, in turn, each
followed by whatever else waits in the event loop. Moves do not wait for any of this.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from contextvars import Context
from typing import Any

from games import screens
from games.live.frames import fresh_html, is_behind
from games.live.viewer import ConnectedViewer
from games.process.db_threads import in_thread
from games.rooms import lookup
from games.screens import CloseReason, Snapshot

MOST_LOADS = 4
log = logging.getLogger(__name__)


class Connections:
    """The viewers of each room. Used by the event loop alone.

    `late` are viewers to be refreshed; `turns` has a lock for each room that is being refreshed.
    """

    def __init__(self) -> None:
        self.viewers: dict[int, set[ConnectedViewer]] = defaultdict(set)
        self.tasks: set[asyncio.Task[None]] = set()
        self.forget_all()

    def forget_all(self) -> None:
        """Start without viewers, on another event loop."""
        self.viewers.clear()
        self.late: defaultdict[int, dict[ConnectedViewer, None]] = defaultdict(dict)
        self.turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.loading, self.rendering = asyncio.Semaphore(MOST_LOADS), asyncio.Lock()

    def in_room(self, room_id: int | None) -> list[ConnectedViewer]:
        """The viewers of a room now: a list, as the set may change while they are sent to."""
        return list(self.viewers.get(room_id or 0, ()))

    def everybody(self) -> list[ConnectedViewer]:
        """The viewers of all rooms."""
        return [viewer for here in self.viewers.values() for viewer in here]

    def leave(self, viewer: ConnectedViewer) -> None:
        """Forget a viewer; does nothing for one who is forgotten already."""
        here = self.viewers.get(viewer.room_id, set())
        here.discard(viewer)
        if not here:
            self.viewers.pop(viewer.room_id, None)

    async def refresh(self, viewers: Iterable[ConnectedViewer]) -> None:
        """Bring viewers of one room up to date from the database, with as little as it takes.

        A viewer who is still joining is refreshed afterwards: their page most likely shows the room
        already, and a whole room would replace what somebody has begun to type. The work is done
        once for all who are late, in a task of its own: it goes on if a caller is cancelled.
        """
        rooms = set()
        for viewer in viewers:
            if viewer.role is None:
                viewer.has_missed = True
            else:
                self.late[viewer.room_id][viewer] = None
                rooms.add(viewer.room_id)
        for room_id in rooms:
            await asyncio.shield(self.start_task(self._refresh_late(room_id)))

    async def _refresh_late(self, room_id: int) -> None:
        """Refresh who is late in a room; finds nobody if another task has just done so."""
        turn = self.turns[room_id]
        async with turn:
            while late := self.late.pop(room_id, None):
                shown = {viewer: viewer.version for viewer in late}
                async with self.loading:
                    snapshot = await in_thread(load_room, room_id)
                await self._show_all(shown, snapshot)
        if not turn.locked():
            self.turns.pop(room_id, None)

    async def _show_all(self, shown: dict[ConnectedViewer, int], snapshot: Snapshot) -> None:
        """Show a snapshot to each viewer; one whose page has gone on since is late again.

        `shown` are the versions that the pages had before the snapshot was loaded.
        """
        for viewer, version in shown.items():
            async with self.rendering:
                if viewer.version != version and is_behind(snapshot, viewer):
                    self.late[viewer.room_id][viewer] = None
                elif viewer in self.viewers.get(viewer.room_id, ()):
                    self.show(viewer, snapshot)
            await asyncio.sleep(0)

    def start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that is kept until it is done, without the context of the caller."""
        task = asyncio.get_running_loop().create_task(work, context=Context())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def show(self, viewer: ConnectedViewer, snapshot: Snapshot) -> None:
        """Bring one viewer to the snapshot; one who may not stay is told why and disconnected."""
        if reason := screens.reason_to_close(snapshot, viewer.player):
            self.dismiss(viewer, reason)
        elif html := fresh_html(viewer, snapshot):
            self.push(viewer, html)

    def push(self, viewer: ConnectedViewer, html: str) -> None:
        """Send to one viewer; one that cannot be sent to is dropped."""
        try:
            viewer.push(html)
        except Exception:
            self._drop_after_failure(viewer)

    def dismiss(self, viewer: ConnectedViewer, reason: CloseReason) -> None:
        """Tell one viewer why they cannot stay, disconnect and forget them."""
        self.leave(viewer)
        try:
            viewer.close(reason)
        except Exception:
            self._drop_after_failure(viewer)

    def _drop_after_failure(self, viewer: ConnectedViewer) -> None:
        log.warning("A socket could not be sent to: it is closed.", exc_info=True)
        self.drop(viewer)

    def drop(self, viewer: ConnectedViewer) -> None:
        """Forget a viewer of whose page it is not known what it has; it connects again at once."""
        self.leave(viewer)
        with suppress(Exception):
            viewer.drop()


def load_room(room_id: int) -> Snapshot:
    """The room as it is stored now; asks the database, so it runs in a thread."""
    return screens.load(lookup.room(room_id))
