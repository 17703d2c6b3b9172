"""The address of a client: the peer of the connection, or what a trusted proxy says it is.

Any client can send X-Forwarded-For and X-Forwarded-Proto. They count only if the peer is in
TRUSTED_PROXIES; otherwise they are removed before Django or a socket sees them.
"""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register
from django.core.exceptions import ImproperlyConfigured

Network = IPv4Network | IPv6Network
Headers = list[tuple[bytes, bytes]]

FORWARDED_FOR, FORWARDED_PROTO = b"x-forwarded-for", b"x-forwarded-proto"
# For a peer without an address, such as one at the other end of a Unix socket.
NO_ADDRESS = "0.0.0.0"  # noqa: S104
UNIX = "unix"
IPV6_BITS = 64  # what one customer is given; single addresses in it cost nothing


@lru_cache
def networks_of(names: tuple[str, ...]) -> tuple[Network, ...]:
    """The addresses and networks in `names`, except “unix”; ImproperlyConfigured if one is bad."""
    try:
        return tuple(ip_network(name, strict=False) for name in names if name != UNIX)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"TRUSTED_PROXIES takes addresses, networks and “unix”, separated by commas: {error}."
        ) from error


def is_trusted(address: str) -> bool:
    """Whether the address is in TRUSTED_PROXIES; “” stands for the peer of a Unix socket."""
    if not address:
        return UNIX in settings.TRUSTED_PROXIES
    parsed = _parsed(address)
    return parsed is not None and any(
        parsed in network for network in networks_of(tuple(settings.TRUSTED_PROXIES))
    )


def _parsed(address: str) -> Any:
    """The parsed address, an IPv4-mapped IPv6 address as IPv4; None if it is not an address."""
    try:
        parsed = ip_address(address.strip().strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def client_behind(peer: str, forwarded: Sequence[str]) -> str:
    """The client of a request that arrived from `peer`; `forwarded` is X-Forwarded-For, in order.

    That is the right-most address which is not a trusted proxy: only what these have appended
    can be trusted.
    """
    client = peer
    for address in reversed(forwarded):
        if not is_trusted(client) or _parsed(address) is None:
            break
        client = address.strip()
    return client


def limited_address(address: str) -> str:
    """The address under which a client is counted: of an IPv6 address the first 64 bits."""
    parsed = _parsed(address)
    if parsed is None:
        return NO_ADDRESS
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_BITS), strict=False).network_address)
    return str(parsed)


def address_in(scope: dict[str, Any]) -> str:
    """The address under which the client of an ASGI connection is counted."""
    return limited_address((scope.get("client") or ("",))[0])


class TrustedProxies:
    """ASGI middleware that puts the client's own address into the scope."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if scope["type"] in {"http", "websocket"}:
            scope = seen_through(scope)
        return await self.application(scope, receive, send)


def seen_through(scope: dict[str, Any]) -> dict[str, Any]:
    """The scope with the client's own address, and without headers that cannot be trusted."""
    peer, port = scope.get("client") or ("", 0)
    headers: Headers = list(scope["headers"])
    kept = [pair for pair in headers if pair[0] not in {FORWARDED_FOR, FORWARDED_PROTO}]
    if is_trusted(peer):
        kept += [pair for pair in headers if pair[0] == FORWARDED_PROTO][-1:]
        client = client_behind(peer, _listed(headers))
        peer, port = client, port if client == peer else 0
    # Daphne takes the root path from a header, which any client can send.
    return scope | {"headers": kept, "client": [peer or NO_ADDRESS, port], "root_path": ""}


def _listed(headers: Headers) -> list[str]:
    lines = [value.decode("latin1") for name, value in headers if name == FORWARDED_FOR]
    return [address for line in lines for address in line.split(",") if address.strip()]


@register("security", deploy=False)
def check_proxies(**_: Any) -> list[CheckMessage]:
    """A warning if HTTPS is set and no proxy is trusted: every page would redirect."""
    networks_of(tuple(settings.TRUSTED_PROXIES))
    if not settings.HTTPS or settings.TRUSTED_PROXIES:
        return []
    return [
        Warning(
            "HTTPS=1, but TRUSTED_PROXIES is empty: no proxy is believed that a page was asked for"
            " by HTTPS, so every page answers with a redirect.",
            hint="Name the proxy: TRUSTED_PROXIES=127.0.0.1,::1 where it runs on this machine.",
            id="games.W001",
        )
    ]
