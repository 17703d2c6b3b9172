"""The hub, one for a process: hears what was committed and brings its viewers up to date.

What happens at the same time. Commands are committed in database threads (`process.db_threads`), in
the thread of the group commit, and in other processes. All of the hub except `hear` runs on the
event loop of its process, as these tasks:
- one for each connection (`consumer`): it joins, takes commands, and leaves when it ends;
- `_read_inbox`, a callback: it renders a move for all viewers at once, without waiting in between;
- one short task for each set of frames to send, and for each refresh from the database;
- two loops (`heartbeat`): one stores who is present, one compares pages with the database;
- with Redis, one that listens to the other processes (`other_processes`).

What is locked. Nothing. `hear` may be called by any thread: it appends to a deque, which is atomic,
and wakes the loop unless it is woken already. Who finds `is_woken` set has appended before the loop
cleared it, and the loop clears it before it reads; two threads that both find it clear wake the
loop twice, which does no harm. Viewers and what they have been sent are touched by the loop alone.
Between two awaits nothing else runs; after an await a viewer may have left, and the set of a room
may have changed, so loops go over lists made before.

In which order. A game's moves are committed in order, but threads may announce them in another. A
move is sent as changed parts only to a page that shows the version before it; any other viewer is
refreshed from the database, or has that version already. What a page has is noted when it is
rendered, so that the next rendering follows on it, and the frame is put into the viewer's outbox in
the same step: whichever task sends first sends what was rendered first.

What a fault leaves behind, and how it heals:
- The process dies after the commit and before `hear`: other processes find the new version at their
  next heartbeat. Its own pages lose their sockets, connect again and say what they show.
- Redis is away, slow, or loses a message: the same; the others are one heartbeat late.
- The database does not answer: the task ends, or the loop tries again at the next heartbeat.
- Sending to a viewer fails, or rendering a move: what the page has is not known, so the connection
  is dropped with a code on which the page connects again at once.
- Rendering a refresh fails: nothing is noted, and the next heartbeat tries again.
- Something changes while a viewer joins: `has_missed` is set, and the join ends with a refresh.
- A snapshot arrives later than a newer one: `fresh_html` leaves a page that is further alone.

Why nobody is lost. A viewer is in `viewers` from before its first snapshot is loaded until its
connection ends, whatever ends it (`consumer.__call__`). So each commit is either in that snapshot,
or heard after the viewer was added. If neither worked, `SeenState` of the page differs from the
stored one, which the next heartbeat or the next connection finds.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from contextvars import Context
from typing import Any

from django.conf import settings

from games import screens
from games.live import heartbeat, other_processes
from games.live.connections import Connections, load_room
from games.live.frames import can_follow, fresh_html, move_frames, resume, shows_earlier
from games.live.viewer import ConnectedViewer
from games.play import announcements
from games.play.announcements import News
from games.play.position import StoredPosition, earlier_position
from games.process import metrics
from games.process.db_threads import in_arrival_thread, in_thread
from games.rooms import presence
from games.screens import SeenState, Snapshot

log = logging.getLogger(__name__)


class Hub(Connections):
    """Passes on every change to the viewers connected here, and to the other processes."""

    def __init__(self) -> None:
        super().__init__()
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.inbox: deque[News] = deque()
        self.is_woken = False

    def start(self) -> None:
        """Start to listen, on the first connection; later calls on the same loop do nothing."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop = loop
        self.viewers.clear()
        self.inbox.clear()
        self.is_woken = False
        if self.hear not in announcements.listeners:
            announcements.listeners.append(self.hear)
        for look in (heartbeat.look_at_people, heartbeat.look_at_rooms):
            self._run(heartbeat.at_every_heartbeat(look, self))
        if settings.REDIS_URL:
            self._run(other_processes.listen(self._take))

    async def join(
        self, viewer: ConnectedViewer, seen: SeenState | None, outline: str = ""
    ) -> None:
        """Keep a viewer up to date from now on; `seen` and `outline` are what their page says.

        A page that shows what was stored when the viewer arrived is sent the parts which their
        arrival has changed, mostly none. One that shows an earlier state of the same room is sent
        the parts, but those that are as they were; any other gets the whole room.
        """
        self.start()
        self.viewers[viewer.room_id].add(viewer)
        before, snapshot = await in_arrival_thread(_arrive, viewer)
        if reason := screens.reason_to_close(snapshot, viewer.player):
            await self.dismiss(viewer, reason)
            return
        if seen == before.seen_state:
            fresh_html(viewer, before)
        elif seen is not None and shows_earlier(viewer, snapshot, seen, outline):
            resume(viewer, snapshot, seen, await in_arrival_thread(_shown_by, snapshot, seen))
        if html := fresh_html(viewer, snapshot):
            await self.push(viewer, html)
        if viewer.has_missed:
            await self.refresh([viewer])

    def hear(self, news: News) -> None:
        """Something was committed, in whatever thread: let the loop deal with it."""
        if self.loop is None or self.loop.is_closed():
            return
        metrics.committed(news.move)
        self.inbox.append(news)
        if not self.is_woken:
            self.is_woken = True
            self.loop.call_soon_threadsafe(self._read_inbox, context=Context())

    def _read_inbox(self) -> None:
        self.is_woken = False  # first: what is appended from now on wakes the loop again
        while self.inbox:
            self._pass_on(self.inbox.popleft())

    def _pass_on(self, news: News) -> None:
        if news.move is not None:
            self._moved(news.move)
        else:
            self._run(self._take(news.message()))
        if settings.REDIS_URL:
            self._run(announcements.post.send(news))

    def _moved(self, move: StoredPosition) -> None:
        """Send a move to the viewers who can follow it, and refresh the others."""
        here = self.in_room(move.room_id)
        ready = [viewer for viewer in here if can_follow(viewer, move)]
        late = [viewer for viewer in here if viewer.version < move.version and viewer not in ready]
        if ready:
            self._push_move(ready, move)
        if late:
            self._run(self.refresh(late))

    def _push_move(self, ready: list[ConnectedViewer], move: StoredPosition) -> None:
        try:
            for viewer, html in move_frames(ready, move):
                viewer.outbox.append(html)
        except Exception:
            log.exception("A move could not be rendered: its viewers are dropped.")
            self._run(self.drop_all(ready))
        else:
            self._run(metrics.pushing(move.game_id, self.send_all(ready)))

    async def _take(self, message: dict[str, Any]) -> None:
        """Deal with an announcement, of this process or of another one."""
        if message["type"] == "player.gone":
            await self._log_out(message["player"])
            return
        here = self.in_room(message["room"])
        if message["type"] == "seat.changed":
            at = message["game"], message["seat"]
            await self.refresh(viewer for viewer in here if viewer.is_at(*at))
            return
        game, version = message.get("game"), message.get("version", 0)
        late = [viewer for viewer in here if viewer.game_id != game or viewer.version < version]
        await self.refresh(late if game is not None else here)

    async def _log_out(self, player_id: int) -> None:
        """Disconnect a player everywhere."""
        gone = [viewer for viewer in self.everybody() if viewer.player_id == player_id]
        if gone:
            reason = await in_thread(screens.reason_to_log_out, player_id)
            for viewer in gone:
                await self.dismiss(viewer, reason)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, context=Context())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


hub = Hub()


def _shown_by(snapshot: Snapshot, seen: SeenState) -> StoredPosition | None:
    """The position that a page shows, which may be an earlier one; runs in a thread."""
    newest = snapshot.position
    if newest is None or newest.version == seen.version:
        return newest
    return earlier_position(newest.game_id, seen.version)


def _arrive(viewer: ConnectedViewer) -> tuple[Snapshot, Snapshot]:
    """Store that the viewer is present; the room before that and after it; runs in a thread."""
    before = load_room(viewer.room_id)
    if viewer.player is None:
        return before, before
    presence.arrive(viewer.room_id, viewer.player.pk)
    return before, load_room(viewer.room_id)
