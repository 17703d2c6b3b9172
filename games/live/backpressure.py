"""Websockets with a bound on what a client has not read yet; a client above it is disconnected.

Daphne keeps everything that a client has not read, without a limit. A page that was disconnected
reconnects by itself and gets the newest state, which is all it needs. The size of received messages
is limited by Autobahn, and the number of received frames here: pings and pieces of messages, which
no consumer ever sees, cost the event loop time as well. A message that is sent is split into
frames of a bounded size.

What a move consists of goes past Autobahn and Twisted's buffers (`wire_frames`): a text that came
whole is handed to the application, and a message is written to the socket at once. Only what the
kernel does not take is left to Twisted, which then waits until the socket can be written to; so
the order of bytes is kept, and the event loop is not told to watch a socket for every message.
"""

import logging
import time
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings

from games.live.wire_frames import BINARY, TEXT, message_bytes, text_in
from games.process.suspicious_requests import clean_headers

MOST_UNREAD = 256 * 1024
FRAME = 64  # what even an empty frame takes, in memory and on the wire
# So many times LIMIT_FRAME may come of all kinds of frames: pongs and pieces beside messages.
TIMES = 4
RETURN_CODES = (1012, 1013)  # service restart, try again later: pages come back
log = logging.getLogger(__name__)


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]
    """A socket, and the producer (in Twisted's sense) of what is written to it."""

    is_full = False
    unread = 0
    is_asked = False
    frames, counted_at = 0.0, 0.0

    def onConnect(self, request: Any) -> Any:  # noqa: N802
        self.is_asked = True
        clean_headers(request.headers)
        return super().onConnect(request)

    def onClose(self, *facts: Any) -> None:  # noqa: N802
        """Tell Daphne, unless there was no handshake: then it does not know the socket."""
        if self.is_asked:
            super().onClose(*facts)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Keep what comes before the handshake is answered; Autobahn would take it for another."""
        if self.state == self.STATE_CONNECTING and self.is_asked:
            self.data += data
            self.transport.pauseProducing()
        elif not self._took_text(data):
            super().dataReceived(data)

    def _took_text(self, data: bytes) -> bool:
        """Whether `data` was one whole text between messages, which the application now has."""
        is_between = self.state == self.STATE_OPEN and not self.data
        if not is_between or self.inside_message or self.current_frame or self.muted:
            return False
        text = text_in(data, self.maxMessagePayloadSize)
        if text is None or self._is_one_too_many():
            return False
        self.last_ping = time.time()
        self.application_queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def onFrameBegin(self) -> None:  # noqa: N802
        """Count a frame of any kind; a client that sends too many is disconnected."""
        if self._is_one_too_many():
            log.info("A socket sends too many frames: it is cut off.")
            self.data = b""
            self.dropConnection(abort=True)
        else:
            super().onFrameBegin()

    def _is_one_too_many(self) -> bool:
        rate = settings.RATES["frame"]
        if rate is None or settings.LIMITS == "off":
            return False
        most, seconds = TIMES * rate[0], rate[1]
        now = time.monotonic()
        self.frames = max(0.0, self.frames - (now - self.counted_at) * most / seconds) + 1
        self.counted_at = now
        return self.frames > most

    def onOpen(self) -> None:  # noqa: N802
        self.unregisterProducer()  # the HTTP channel, which was here before the upgrade
        self.registerProducer(self, streaming=True)
        self.transport.resumeProducing()
        super().onOpen()

    def pauseProducing(self) -> None:  # noqa: N802
        """Count what is sent from now on: the client has not read for a while."""
        self.is_full = True

    def resumeProducing(self) -> None:  # noqa: N802
        """Stop counting: the client has read everything."""
        self.is_full, self.unread = False, 0

    def stopProducing(self) -> None:  # noqa: N802
        """Do nothing: the connection has ended, and `onClose` tells the application."""

    def sendMessage(  # noqa: N802
        self,
        payload: bytes,
        isBinary: bool = False,  # noqa: N803
        **_: Any,
    ) -> None:
        """Send a message in frames; drop it if the client is disconnected.

        Autobahn's own method applies the limit on received messages to it.
        """
        if self._has_room_for(payload):
            self._write(message_bytes(payload, BINARY if isBinary else TEXT))

    def send_now(self, text: str) -> None:
        """Send a text without the layers of ASGI, none of which waits for anything."""
        self.sendMessage(text.encode())

    def _write(self, data: bytes) -> None:
        """Write to the socket at once, unless something waits to be written before."""
        transport = self.transport
        is_idle = not (transport.dataBuffer or transport._tempDataBuffer)
        if is_idle and transport.connected and not transport.disconnecting:
            written = transport.writeSomeData(data)
            if written == len(data):
                return
            if isinstance(written, int):
                data = data[written:]
        transport.write(data)

    def sendPong(self, payload: bytes | None = None) -> None:  # noqa: N802
        """Answer a ping; a client that only pings and never reads is disconnected, too."""
        if self._has_room_for(payload or b""):
            super().sendPong(payload)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with the application's code; Autobahn's own method refuses RETURN_CODES.

        A client may leave at the moment in which it is sent away: then nothing is left to close.
        """
        if self.state != self.STATE_OPEN:
            return
        if code in RETURN_CODES:
            self.sendCloseFrame(code=code)
        else:
            super().serverClose(code)

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
