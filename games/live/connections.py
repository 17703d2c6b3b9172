"""The connected viewers of this process: sends to them, and forgets those who are gone."""

import logging
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress

from games import screens
from games.live.frames import fresh_html
from games.live.viewer import ConnectedViewer
from games.process.db_threads import in_thread
from games.rooms import lookup
from games.screens import CloseReason, Snapshot

log = logging.getLogger(__name__)


class Connections:
    """The viewers of each room. Used by the event loop alone, so nothing here is locked."""

    def __init__(self) -> None:
        self.viewers: dict[int, set[ConnectedViewer]] = defaultdict(set)

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
        already, and a whole room would replace what somebody has begun to type.
        """
        ready: list[ConnectedViewer] = []
        for viewer in viewers:
            if viewer.role is None:
                viewer.has_missed = True
            else:
                ready.append(viewer)
        if ready:
            snapshot = await in_thread(load_room, ready[0].room_id)
            for viewer in ready:
                await self.show(viewer, snapshot)

    async def show(self, viewer: ConnectedViewer, snapshot: Snapshot) -> None:
        """Bring one viewer to the snapshot; one who may not stay is told why and disconnected."""
        if reason := screens.reason_to_close(snapshot, viewer.player):
            await self.dismiss(viewer, reason)
        elif html := fresh_html(viewer, snapshot):
            await self.push(viewer, html)

    async def push(self, viewer: ConnectedViewer, html: str) -> None:
        """Send to one viewer, after what was rendered for them before."""
        viewer.outbox.append(html)
        await self.send(viewer)

    async def send(self, viewer: ConnectedViewer) -> None:
        """Send what was rendered for a viewer; one that cannot be sent to is dropped."""
        try:
            while viewer.outbox:
                await viewer.push(viewer.outbox.popleft())
        except Exception:
            log.warning("A socket could not be sent to: it is closed.", exc_info=True)
            await self.drop(viewer)

    async def send_all(self, viewers: Iterable[ConnectedViewer]) -> None:
        """Send to each viewer what was rendered for them; a fault of one stops no other."""
        for viewer in viewers:
            await self.send(viewer)

    async def dismiss(self, viewer: ConnectedViewer, reason: CloseReason) -> None:
        """Tell one viewer why they cannot stay, disconnect and forget them."""
        self.leave(viewer)
        try:
            await viewer.close(reason)
        except Exception:
            log.warning("A socket could not be sent to: it is closed.", exc_info=True)
            await self.drop(viewer)

    async def drop(self, viewer: ConnectedViewer) -> None:
        """Forget a viewer of whose page it is not known what it has; it connects again at once."""
        self.leave(viewer)
        viewer.outbox.clear()
        with suppress(Exception):
            await viewer.drop()

    async def drop_all(self, viewers: Iterable[ConnectedViewer]) -> None:
        for viewer in viewers:
            await self.drop(viewer)


def load_room(room_id: int) -> Snapshot:
    """The room as it is stored now; asks the database, so it runs in a thread."""
    return screens.load(lookup.room(room_id))
