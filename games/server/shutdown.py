"""What `manage.py serve` does on SIGTERM or Ctrl-C: close sockets, finish requests, and exit.

The order of events:
1. The port is closed: connections that wait to be accepted are accepted, no new ones come.
2. `draining` begins: the scheduler takes nothing more, and /readyz answers 503.
3. Each socket gets a `service.restart` message behind the frames it has sent already, so these are
   answered first; then it closes with code 1012 and its page connects to another process.
4. Running requests are answered; bots finish, or their games are given back (`scheduler`).
5. When nothing is left, or DRAIN_SECONDS are over, the reactor stops.

What happens at the same time: all of this runs in the event loop, between requests and frames,
which go on. Nothing is locked. The time is bounded by DRAIN_SECONDS, and once more by the watchdog
thread of `draining`. A kill at any point loses no acknowledged move: that is committed before.
"""

import asyncio
import logging
import time
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.internet import reactor
from twisted.internet.tcp import Port

from games.live.hub import hub
from games.play.announcements import PATIENCE, post
from games.process.draining import draining, kill_children, on_stop_signal

LOOK = 0.02
# Sockets are closed one after another, room by room: a page that reconnects costs another process
# about 15 ms, and until its socket is closed a page is served here.
BETWEEN_SOCKETS = 0.04
SHARE_FOR_CLOSING = 0.4
MOST_WAITING = 1_000
REACTOR: Any = reactor
log = logging.getLogger(__name__)


class Shutdown:
    """Drains one of Daphne's servers, and the scheduler (`clock`) that runs beside it."""

    def __init__(self, server: Any, clock: asyncio.Task[None] | None) -> None:
        self.server = server
        self.clock = clock
        self.task: asyncio.Task[None] | None = None
        self.asked_to_close: set[Any] = set()
        self.end = 0.0

    def begin(self) -> None:
        """Accept no more connections, and start the task that drains."""
        self.end = time.monotonic() + settings.DRAIN_SECONDS
        _stop_listening()
        draining.begin()
        self.task = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while not self._is_finished() and time.monotonic() < self.end:
                await self._close_sockets()
                await asyncio.sleep(LOOK)
            await _send_announcements()
        except Exception:
            log.exception("The process ends before it has finished everything.")
        REACTOR.stop()

    async def _close_sockets(self) -> None:
        """Ask every socket that was not asked yet to close after the frames it has sent."""
        waiting = self._sockets() - self.asked_to_close
        pause = SHARE_FOR_CLOSING * settings.DRAIN_SECONDS / max(1, len(waiting))
        for protocol in sorted(waiting, key=_room):
            self.asked_to_close.add(protocol)
            protocol.application_queue.put_nowait({"type": "service.restart"})
            await asyncio.sleep(min(BETWEEN_SOCKETS, pause))

    def _sockets(self) -> set[Any]:
        return {
            protocol
            for protocol in self.server.connections
            if isinstance(protocol, WebSocketProtocol) and hasattr(protocol, "application_queue")
        }

    def _is_finished(self) -> bool:
        """Whether requests are answered, sockets closed and bots' answers played or given back."""
        waiting = (each.get("application_instance") for each in self.server.connections.values())
        is_served = all(each is None or each.done() for each in waiting)
        return is_served and (self.clock is None or self.clock.done())


def _room(protocol: Any) -> bytes:
    """The path of a socket: sockets of one room have the same."""
    return bytes(getattr(protocol, "path", b""))


def drain_on_stop_signal(server: Any, clock: asyncio.Task[None] | None) -> None:
    """Handle SIGTERM and SIGINT; only once the reactor runs, which installs handlers of its own."""
    on_stop_signal(Shutdown(server, clock).begin)
    REACTOR.addSystemEventTrigger("during", "shutdown", kill_children)


def _stop_listening() -> None:
    """Accept the connections that wait already, then close the port."""
    ports: list[Any] = [each for each in REACTOR.getReaders() if isinstance(each, Port)]
    for port in ports:
        port.numberAccepts = MOST_WAITING
        port.doRead()
        port.stopListening()


async def _send_announcements() -> None:
    """Send the last announcements, so that other processes need not wait for their heartbeat."""
    end = time.monotonic() + PATIENCE
    await asyncio.sleep(LOOK)
    while (hub.inbox or post.sending) and time.monotonic() < end:  # noqa: ASYNC110
        await asyncio.sleep(LOOK)
