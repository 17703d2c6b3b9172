"""Gives every request and socket an id, counts it, and logs one line for it."""

import logging
import time
from typing import Any

from games.process import logs, metrics

log = logging.getLogger(__name__)


class Observed:
    """ASGI middleware that counts and logs requests and sockets."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        logs.current_id.set(logs.new_id())
        match scope["type"]:
            case "http":
                await self._request(scope, receive, send)
            case "websocket":
                await self._socket(scope, receive, send)
            case _:
                await self.application(scope, receive, send)

    async def _request(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        begin, status = time.perf_counter(), 0

        async def note(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.application(scope, receive, note)
        except Exception:
            status = status or 500
            raise
        finally:
            _count(scope, status, time.perf_counter() - begin)

    async def _socket(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        begin = time.perf_counter()
        log.info("socket opened")
        with metrics.SOCKETS.track_inprogress():
            try:
                await self.application(scope, receive, send)
            finally:
                seconds = round(time.perf_counter() - begin, 1)
                log.info("socket closed", extra={"facts": {"seconds": seconds}})


def _count(scope: dict[str, Any], status: int, seconds: float) -> None:
    route, method = logs.route_of(scope["path"]), metrics.known_method(scope["method"])
    metrics.answered(route, method, status, seconds)
    facts = {"method": method, "route": route, "status": status, "ms": round(1_000 * seconds)}
    log.info("request", extra={"facts": facts})
