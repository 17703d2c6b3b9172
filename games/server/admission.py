"""Limits per address on the rate of requests and on the number of open sockets.

They are checked before a thread is taken or the database is queried, so that a flood costs little.
Everything here runs in the event loop's thread; nothing is locked.
"""

import asyncio
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from games.accounts import limits
from games.accounts.addresses import address_in
from games.server.connection_counts import Tally
from games.server.plain_responses import refuse
from games.text.errors import TooFast

# A refusal is delayed: a client that floods has few connections, and waits on each of them.
HOLD = 1.0


class Admission:
    """ASGI middleware that refuses requests and sockets above the limits."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.sockets = Tally()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if scope["type"] == "http":
            return await self._page(scope, receive, send)
        if scope["type"] == "websocket":
            return await self._socket(scope, receive, send)
        return await self.application(scope, receive, send)

    async def _page(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        try:
            await limits.check_async(_kind_of(scope["path"]), address_in(scope))
        except TooFast as refusal:
            await asyncio.sleep(HOLD)
            return await refuse(scope, send, refusal, int(str(refusal.facts["seconds"])))
        return await self.application(scope, receive, send)

    async def _socket(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        address = address_in(scope)
        if not await self._may_open_socket(address):
            await asyncio.sleep(HOLD)
            return await WebsocketDenier()(scope, receive, send)
        self.sockets.add(address)
        try:
            return await self.application(scope, receive, send)
        finally:
            self.sockets.drop(address)

    async def _may_open_socket(self, address: str) -> bool:
        """Count a handshake like a page, whatever comes of it; whether it is let in."""
        if settings.LIMITS == "off":
            return True
        try:
            await limits.check_async("page", address)
        except TooFast:
            return False
        return not self.sockets.is_full_for(address, settings.MAX_SOCKETS_PER_ADDRESS)


def _kind_of(path: str) -> str:
    return "static" if path.startswith(f"/{settings.STATIC_URL.strip('/')}/") else "page"
