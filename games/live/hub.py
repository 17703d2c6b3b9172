"""The hub, one for a process: hears what was committed and brings its viewers up to date.

What happens at the same time. Commands are committed in database threads (`process.db_threads`), in
the thread of the group commit, and in other processes. All of the hub except `hear` runs on the
event loop of its process, as these tasks:
- one for each connection (`consumer`): it joins, takes commands, and leaves when it ends;
- `_read_inbox`, a callback: it renders a move for all viewers at once and sends it, without waiting
  in between;
- one short task for each refresh from the database;
- three loops (`heartbeat`): one stores who is present, two compare pages with the database;
- the list of open tables, which has a theory of its own (`open_tables`);
- with Redis, one that listens to the other processes (`other_processes`).

What is locked. Between threads nothing. Between tasks the refresh of a room: one at a time,
and one rendering for a viewer at a time (`connections`). `hear` may be called by any thread: it
appends to a deque, which is atomic, and wakes the loop unless it is woken already. Who finds
`is_woken` set has appended before the loop cleared it, and the loop clears it before it reads; two
threads that both find it clear wake the loop twice, which does no harm. Viewers and what they have
been sent are touched by the loop alone. Between two awaits nothing else runs; after an await a
viewer may have left, and the set of a room may have changed, so loops go over lists made before.

In which order. A game's moves are committed in order, but threads may announce them in another. A
move is sent as changed parts only to a page that shows the version before it; any other viewer is
refreshed from the database, or has that version already. A move of another process is read from the
log for that, unless the game has gone on since. What a page has is noted when it is
rendered, so that the next rendering follows on it, and the frame is sent in the same step. Sending
does not wait (a client that does not read is disconnected, see `backpressure`), so what was
rendered first is sent first.

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
from contextvars import Context
from typing import Any

from django.conf import settings

from games import screens
from games.live import heartbeat, other_processes
from games.live.connections import Connections, load_room
from games.live.frames import (
    can_follow,
    fresh_html,
    move_frames,
    note_shown,
    resume,
    shows_earlier,
)
from games.live.open_tables import OpenTables
from games.live.viewer import ConnectedViewer
from games.play import announcements
from games.play.announcements import News
from games.play.position import StoredPosition, earlier_position, stored_move
from games.process import metrics
from games.process.db_threads import in_arrival_thread, in_thread
from games.rooms import presence
from games.screens import SeenState, Snapshot

log = logging.getLogger(__name__)


class Hub(Connections):
    """Passes on every change to the viewers connected here, and to the other processes."""

    def __init__(self) -> None:
        self.tables = OpenTables(self.start_task)
        super().__init__()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.inbox: deque[News] = deque()
        self.is_woken = False

    def start(self) -> None:
        """Start to listen, on the first connection; later calls on the same loop do nothing."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop = loop
        self.forget_all()
        self.tables.forget_all()
        self.inbox.clear()
        self.is_woken = False
        if self.hear not in announcements.listeners:
            announcements.listeners.append(self.hear)
        for look in (heartbeat.look_at_people, heartbeat.look_at_rooms, self._look_at_tables):
            self.start_task(heartbeat.at_every_heartbeat(look, self))
        if settings.REDIS_URL:
            self.start_task(other_processes.listen(self._take))

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
            self.dismiss(viewer, reason)
            return
        if seen == before.seen_state:
            note_shown(viewer, before)
        elif seen is not None and shows_earlier(viewer, snapshot, seen, outline):
            resume(viewer, snapshot, seen, await in_arrival_thread(_shown_by, snapshot, seen))
        is_up_to_date = snapshot is before and seen == before.seen_state
        if not is_up_to_date and (html := fresh_html(viewer, snapshot)):
            self.push(viewer, html)
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
            self.start_task(self._take(news.message()))
        if settings.REDIS_URL:
            self.start_task(announcements.post.send(news))

    def _moved(self, move: StoredPosition) -> None:
        """Send a move to the viewers who can follow it, and refresh the others."""
        here = self.in_room(move.room_id)
        ready = [viewer for viewer in here if can_follow(viewer, move)]
        late = [viewer for viewer in here if viewer.version < move.version and viewer not in ready]
        if ready:
            self._push_move(ready, move)
        if late:
            self.start_task(self.refresh(late))

    def _push_move(self, ready: list[ConnectedViewer], move: StoredPosition) -> None:
        try:
            frames = move_frames(ready, move)
        except Exception:
            log.exception("A move could not be rendered: its viewers are dropped.")
            for viewer in ready:
                self.drop(viewer)
            return
        for viewer, html in frames:
            self.push(viewer, html)
        metrics.pushed(move.game_id)

    async def _take(self, message: dict[str, Any]) -> None:
        """Deal with an announcement, of this process or of another one."""
        if message["type"] == "player.gone":
            await self._log_out(message["player"])
            return
        if message["type"] == "table.changed":
            self.tables.changed([message["room"]])
            return
        here = self.in_room(message["room"])
        if message["type"] == "seat.changed":
            at = message["game"], message["seat"]
            await self.refresh(viewer for viewer in here if viewer.is_at(*at))
            return
        game, version = message.get("game"), message.get("version", 0)
        late = [viewer for viewer in here if viewer.game_id != game or viewer.version < version]
        if game is not None and await self._has_followed(late, game, version):
            late = [viewer for viewer in late if viewer.game_id != game]
        await self.refresh(late if game is not None else here)

    async def _has_followed(self, late: list[ConnectedViewer], game_id: int, version: int) -> bool:
        """Send a move of another process, as one of our own, to pages that show the one before it.

        To load the room and to render it for everybody takes several times as long.
        """
        if not any(each.game_id == game_id and each.version == version - 1 for each in late):
            return False
        move = await in_thread(stored_move, game_id, version)
        if move is not None:
            self._moved(move)
        return move is not None

    async def _look_at_tables(self, _: Connections) -> None:
        await self.tables.look()

    async def _log_out(self, player_id: int) -> None:
        """Disconnect a player everywhere."""
        gone = [viewer for viewer in self.everybody() if viewer.player_id == player_id]
        if gone:
            reason = await in_thread(screens.reason_to_log_out, player_id)
            for viewer in gone:
                self.dismiss(viewer, reason)


hub = Hub()


def _shown_by(snapshot: Snapshot, seen: SeenState) -> StoredPosition | None:
    """The position that a page shows, which may be an earlier one; runs in a thread."""
    newest = snapshot.position
    if newest is None or newest.version == seen.version:
        return newest
    return earlier_position(newest.game_id, seen.version)


def _arrive(viewer: ConnectedViewer) -> tuple[Snapshot, Snapshot]:
    """Store that the viewer is present; the room before that and after it; runs in a thread.

    The same snapshot twice if their arrival changes nothing that is shown, as it mostly is when a
    page comes back from a process that was restarted.
    """
    before = load_room(viewer.room_id)
    if viewer.player is None or not presence.arrive(viewer.room_id, viewer.player.pk):
        return before, before
    return before, load_room(viewer.room_id)
