"""One request to a push service (RFC 8030): bounded in time and size, and it follows no redirect.

The answer's headers are read up to MOST_BYTES, its body is not. SECONDS are for everything
together, so that a server which sends a byte now and then holds nobody up.
"""

import asyncio
import ssl
from dataclasses import dataclass
from functools import lru_cache

from games.notifications import vapid
from games.notifications.endpoints import Endpoint, address_of

SECONDS = 5.0
MOST_BYTES = 8_192
LONGEST_WAIT = 3_600


@dataclass(frozen=True, slots=True)
class Message:
    """An encrypted body, and how long and how urgently the push service keeps it."""

    endpoint: Endpoint
    body: bytes
    ttl: int
    urgency: str
    topic: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of the answer, and after how many seconds to try again, if it says so."""

    status: int
    retry_after: int | None = None


async def post(message: Message) -> Answer:
    """Send the message; raises OSError, TimeoutError, BadEndpoint, or ValueError for rubbish."""
    async with asyncio.timeout(SECONDS):
        address = await address_of(message.endpoint)
        reader, writer = await _connect(message.endpoint, address)
        try:
            writer.write(_request(message))
            await writer.drain()
            return _answer(await reader.readuntil(b"\r\n\r\n"))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise ValueError("not an answer") from error
        finally:
            writer.transport.abort()


async def _connect(
    endpoint: Endpoint, address: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the address that was checked, with the certificate of the named host."""
    secure = {"ssl": _tls(), "server_hostname": endpoint.host} if endpoint.is_secure else {}
    return await asyncio.open_connection(address, endpoint.port, limit=MOST_BYTES, **secure)  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(message: Message) -> bytes:
    endpoint = message.endpoint
    headers = {
        "Host": endpoint.origin.partition("://")[2],
        "Authorization": vapid.authorization(endpoint.origin),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Content-Length": str(len(message.body)),
        "TTL": str(message.ttl),
        "Urgency": message.urgency,
        "Topic": message.topic,
        "Connection": "close",
    }
    lines = [f"POST {endpoint.path} HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers)]
    return "\r\n".join((*lines, "", "")).encode("ascii") + message.body


def _answer(head: bytes) -> Answer:
    """Raises ValueError for what is no answer of HTTP."""
    first, *lines = head.decode("latin1").split("\r\n")
    version, _, rest = first.partition(" ")
    if not version.startswith("HTTP/1."):
        raise ValueError("not an answer")
    return Answer(int(rest[:3]), _retry_after(lines))


def _retry_after(lines: list[str]) -> int | None:
    """The seconds in `Retry-After`, bounded; None if there are none or it is a date."""
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip().lower() == "retry-after" and value.strip().isdecimal():
            return min(int(value.strip()[:6]), LONGEST_WAIT)
    return None
