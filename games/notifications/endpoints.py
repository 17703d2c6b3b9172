"""The address of a push service: a URL that a stranger gives us, and what we let it be.

Only HTTPS on its own port, and only servers on the public internet: otherwise anybody could let
this site send requests into the network it runs in. The connection goes to the address that
was checked. PUSH_ANYWHERE lifts both, for tests.

Names are looked up in threads of their own and remembered for FRESH seconds. After that the old
address is used if there is no new one within PATIENCE: names of strangers whose servers are slow
may hold up all the threads, and must not hold up the messages to everybody else.
"""

import asyncio
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

from games.models import ENDPOINT_LENGTH

HTTPS_PORT = 443
FRESH, PATIENCE = 300.0, 2.0
MOST_HOSTS = 1_000
_threads = ThreadPoolExecutor(8, thread_name_prefix="names")
_known: dict[tuple[str, int], tuple[float, str]] = {}  # when it was looked up, and the address


class BadEndpoint(Exception):
    """This is not the address of a push service that we send to."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A push service's address, in parts."""

    host: str
    port: int
    path: str
    is_secure: bool
    origin: str


def endpoint_in(url: str) -> Endpoint:
    """The parts of the URL; raises BadEndpoint."""
    if len(url) > ENDPOINT_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
        raise BadEndpoint
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadEndpoint from error
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise BadEndpoint
    is_secure = parts.scheme == "https"
    if not settings.PUSH_ANYWHERE and (not is_secure or port not in {None, HTTPS_PORT}):
        raise BadEndpoint
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    usual = HTTPS_PORT if is_secure else 80
    return Endpoint(
        parts.hostname, port or usual, path, is_secure, f"{parts.scheme}://{parts.netloc.lower()}"
    )


async def address_of(endpoint: Endpoint) -> str:
    """The IP address to connect to; raises BadEndpoint if it is not public, OSError if unknown."""
    key = endpoint.host, endpoint.port
    at, known = _known.get(key, (0.0, ""))
    if known and time.monotonic() - at < FRESH:
        return _checked(known)
    try:
        async with asyncio.timeout(PATIENCE if known else None):
            address = await _looked_up(endpoint)
    except OSError:  # also TimeoutError
        if not known:
            raise
        return _checked(known)
    if len(_known) >= MOST_HOSTS:
        _known.clear()
    _known[key] = time.monotonic(), address
    return address


async def _looked_up(endpoint: Endpoint) -> str:
    """The first address of the host, if all are public; raises BadEndpoint or OSError."""
    loop, kind = asyncio.get_running_loop(), socket.SOCK_STREAM
    asked = endpoint.host, endpoint.port, 0, kind
    found = await loop.run_in_executor(_threads, socket.getaddrinfo, *asked)
    addresses = [_checked(str(each[4][0]).partition("%")[0]) for each in found]
    return addresses[0]


def _checked(address: str) -> str:
    if not settings.PUSH_ANYWHERE and not is_public(address):
        raise BadEndpoint
    return address


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, also if it wraps another one."""
    parsed = ip_address(address)
    inner = getattr(parsed, "ipv4_mapped", None) or getattr(parsed, "sixtofour", None) or parsed
    is_inside = inner.is_multicast or inner.is_reserved or getattr(inner, "is_site_local", False)
    return bool(inner.is_global) and not is_inside
