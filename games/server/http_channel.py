"""One HTTP connection: limits on the size and the duration of its requests.

Twisted alone keeps a body of any length, and waits as long as a byte comes now and then. Here a
request that is too large is refused as soon as its headers have arrived, one that is not complete
after REQUEST_SECONDS is cut off, and only so many large bodies are kept in memory at a time.
Everything runs in the event loop's thread; nothing is locked. Names in camel case are Twisted's.
"""

from collections.abc import Sequence
from typing import Any

from daphne.http_protocol import HTTPFactory
from django.conf import settings
from twisted.internet.error import ConnectionAborted
from twisted.internet.interfaces import IAddress
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel

from games.process.suspicious_requests import plain_cookies
from games.server.connection_counts import Tally
from games.server.connection_limits import key_of
from games.server.http_request import PageRequest, too_large
from games.server.plain_responses import response_to
from games.text.errors import Busy, Refused

# Bodies above this size are kept at once only so often: in all, and for one address.
LARGE = 65_536
MOST_LARGE, MOST_LARGE_OF_ONE = 16, 4
# So many seconds what a refused client still sends is thrown away: if the connection were closed at
# once, most clients would not get to read the response.
LINGER = 2.0
MOST_DIGITS = 100  # with the blanks around them
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
REASONS = {413: b"Content Too Large", 503: b"Service Unavailable"}


class PageFactory(HTTPFactory):  # type: ignore[misc]
    """Daphne's factory with our channels; `readers` are those that wait for a request, in order."""

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.readers: dict[PageChannel, None] = {}
        self.large = Tally()

    def buildProtocol(self, addr: IAddress | None) -> "PageChannel":  # noqa: N802, ARG002
        """A channel for a new connection; HTTP/2 is not offered."""
        channel = PageChannel()
        channel.factory = self
        channel.callLater = self.reactor.callLater
        return channel

    def close_oldest_reader(self) -> bool:
        """Close the connection that has waited longest for a request; whether there was one."""
        oldest = next(iter(self.readers), None)
        if oldest is None:
            return False
        # `abortConnection` would do this in the next turn of the loop. Until then Twisted accepts a
        # hundred others, for which there would be no files.
        oldest.transport.transport.connectionLost(Failure(ConnectionAborted()))
        return True

    def has_room_for_large(self, key: str) -> bool:
        """Whether one more large body may be kept in memory."""
        is_full = self.large.is_full_for(key, MOST_LARGE_OF_ONE)
        return self.large.total < MOST_LARGE and not is_full


class PageChannel(HTTPChannel):  # type: ignore[misc]
    """A connection that speaks HTTP; each request must be complete within REQUEST_SECONDS."""

    requestFactory = PageRequest  # noqa: N815
    is_refused = False
    has_begun = False
    holds_large = False
    deadline: Any = None
    held: Sequence[bytes] = ()
    _dataBuffer: list[bytes]  # noqa: N815

    def connectionMade(self) -> None:  # noqa: N802
        """Wait for the first request."""
        super().connectionMade()
        self.start_reading()

    def start_reading(self) -> None:
        """Wait REQUEST_SECONDS for a whole request from now on."""
        self.stop_reading()
        self.factory.readers[self] = None
        self.deadline = self.callLater(settings.REQUEST_SECONDS, self.give_up)

    def stop_reading(self) -> None:
        """Stop waiting: a whole request is here, or none will come."""
        self.factory.readers.pop(self, None)
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()

    def give_up(self) -> None:
        """Close a connection whose request took too long, or did not come."""
        self.stop_reading()
        self.is_refused = True
        if self.has_begun:
            self.transport.write(TOO_SLOW)
        self.timeoutConnection()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read data; the time of a request starts with its first byte."""
        if self.is_refused:
            return
        if not self.has_begun and not self._handlingRequest:
            self.has_begun = True
            self.start_reading()
        super().dataReceived(data)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read a part of a body; if the request was refused, throw it away."""
        if not self.is_refused:
            super().rawDataReceived(data)

    def headerReceived(self, line: bytes) -> bool:  # noqa: N802
        """Read a header; refuse a length of very many digits, which Python does not parse."""
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length" and len(value) > MOST_DIGITS:
            self._respondToBadRequestAndDisconnect()
            return False
        return bool(super().headerReceived(line))

    def allHeadersReceived(self) -> None:  # noqa: N802
        """Decide by the length of the body whether it is read."""
        self._clean_cookies()
        if self.length is not None and self.length > settings.MAX_BODY:
            self.refuse(too_large())
        elif (self.length is None or self.length > LARGE) and not self._take_large():
            self.refuse(Busy())
        else:
            super().allHeadersReceived()

    def _clean_cookies(self) -> None:
        """Remove cookies that are not ours before anything parses them."""
        headers = self.requests[-1].requestHeaders
        if lines := headers.getRawHeaders(b"cookie"):
            headers.setRawHeaders(b"cookie", [plain_cookies(line) for line in lines])

    def _take_large(self) -> bool:
        key = key_of(self.transport.getPeer())
        if not self.factory.has_room_for_large(key):
            return False
        self.factory.large.add(key)
        self.holds_large = True
        return True

    def drop_large(self) -> None:
        """Count the large body of the last request, if it had one, as gone."""
        if self.holds_large:
            self.factory.large.drop(key_of(self.transport.getPeer()))
            self.holds_large = False

    def allContentReceived(self) -> None:  # noqa: N802
        """Serve the request."""
        if self.is_refused:
            return
        self.stop_reading()
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        """Wait for the next request, a part of which may be here already.

        Twisted would serve it although the client has not read the last response yet; here it is
        held back until the client has (`resumeProducing`).
        """
        self.drop_large()
        self.has_begun = bool(self._dataBuffer)
        self.start_reading()
        if self._waitingForTransport:
            self.held, self._dataBuffer = self._dataBuffer, []
        super().requestDone(request)

    def resumeProducing(self) -> None:  # noqa: N802
        """The client has read the responses: read what it has sent meanwhile."""
        super().resumeProducing()
        held, self.held = self.held, ()
        if held:
            self.callLater(0, self.dataReceived, b"".join(held))

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Remove the connection from what waits and from what is counted."""
        self.is_refused = True
        self.stop_reading()
        self.drop_large()
        super().connectionLost(reason)

    def refuse(self, refusal: Refused) -> None:
        """Send a refusal without reading any further; the connection is closed after LINGER."""
        if self.is_refused:
            return
        self.is_refused = True
        self.stop_reading()
        self.setTimeout(None)
        self.transport.write(self._response_to(refusal))
        self._abortingCall = self.callLater(LINGER, self.forceAbortClient)

    def _response_to(self, refusal: Refused) -> bytes:
        raw = self.requests[-1].requestHeaders.getAllRawHeaders()
        given = [(name.lower(), values[-1]) for name, values in raw]
        headers, body = response_to(given, refusal)
        headers.append((b"Connection", b"close"))
        status = b"HTTP/1.1 %d %s\r\n" % (refusal.status, REASONS[refusal.status])
        return status + b"".join(b"%s: %s\r\n" % pair for pair in headers) + b"\r\n" + body
