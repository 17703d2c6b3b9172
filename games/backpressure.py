"""Sockets that somebody reads: whoever does not is cut off before the process grows.

Daphne keeps whatever a client has not read yet, without end. A page that was cut off comes back by
itself and gets the newest state, which is all it needs.
"""

import logging
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

MOST_UNREAD = 256 * 1024
FRAME = 64  # what even an empty frame takes, in memory and on the wire
log = logging.getLogger(__name__)


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]
    """A socket, and the producer (in Twisted's sense) of what is written to it."""

    is_full = False
    unread = 0

    def onOpen(self) -> None:  # noqa: N802
        self.unregisterProducer()  # the HTTP channel, which was here before the upgrade
        self.registerProducer(self, streaming=True)
        super().onOpen()

    def pauseProducing(self) -> None:  # noqa: N802
        """The client has not read for a while: from now on what it is sent is counted."""
        self.is_full = True

    def resumeProducing(self) -> None:  # noqa: N802
        """The client has read everything."""
        self.is_full, self.unread = False, 0

    def stopProducing(self) -> None:  # noqa: N802
        """The connection is gone; `onClose` tells the application."""

    def sendMessage(self, payload: bytes, *args: Any, **options: Any) -> None:  # noqa: N802
        """Send a message; one to a client that is gone or was given up is dropped."""
        if self._has_room_for(payload):
            super().sendMessage(payload, *args, **options)

    def sendPong(self, payload: bytes | None = None) -> None:  # noqa: N802
        """Answer a ping: a client that only pings and never reads is cut off, too."""
        if self._has_room_for(payload or b""):
            super().sendPong(payload)

    def _has_room_for(self, payload: bytes) -> bool:
        if self.state != self.STATE_OPEN:
            return False
        if not self.is_full:
            return True
        self.unread += FRAME + len(payload)
        if self.unread <= MOST_UNREAD:
            return True
        log.info("A socket does not read what it is sent: it is cut off.")
        self.dropConnection(abort=True)
        return False
