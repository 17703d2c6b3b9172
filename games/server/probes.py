"""/healthz, /readyz and /metrics, answered before Django: no session, no limit, any Host.

Monitoring sends them to an IP address, and often, so none may depend on the Host or cost much.
"""

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from games.live.hub import hub
from games.models import Game, Review
from games.play import clock
from games.process import metrics
from games.process.db_threads import in_thread
from games.server.health import PATIENCE, Readiness

PLAIN = "text/plain; charset=utf-8"
FORWARDED = frozenset({b"x-forwarded-for", b"x-real-ip", b"forwarded", b"x-forwarded-proto"})
KEPT = 5.0
Scope = dict[str, Any]
Answer = tuple[int, str, bytes]


class Probes:
    """ASGI middleware that answers the probes; everything else goes to the application."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.readiness = Readiness()
        self.gauges_at = -KEPT
        self.probes: dict[str, Callable[[Scope], Awaitable[Answer]]] = {
            "/healthz": self._alive,
            "/readyz": self._ready,
        }
        if settings.METRICS != "off":
            self.probes["/metrics"] = self._metrics
            metrics.BUILD.info({"version": settings.VERSION, "database": connection.vendor})
            metrics.ROOMS.set_function(lambda: len(hub.viewers))

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        probe = self.probes.get(scope["path"]) if scope["type"] == "http" else None
        if probe is None:
            return await self.application(scope, receive, send)
        is_read = scope["method"] in {"GET", "HEAD"}
        status, kind, body = await probe(scope) if is_read else (405, PLAIN, b"Only GET.\n")
        return await _send(send, status, kind, b"" if scope["method"] == "HEAD" else body)

    async def _alive(self, _scope: Scope) -> Answer:
        return 200, PLAIN, b"alive\n"

    async def _ready(self, _scope: Scope) -> Answer:
        faults = await self.readiness.ask()
        lines = "".join(f"{fault}\n" for fault in faults) or "ready\n"
        return 503 if faults else 200, PLAIN, lines.encode()

    async def _metrics(self, scope: Scope) -> Answer:
        if not _may_read(scope):
            return 401, PLAIN, b"Not for you.\n"
        if time.monotonic() - self.gauges_at >= KEPT:
            self.gauges_at = time.monotonic()
            await _set_gauges()
        return 200, CONTENT_TYPE_LATEST, await asyncio.to_thread(generate_latest)


async def _set_gauges() -> None:
    """Set the gauges that need the database; they are NaN while it does not answer."""
    try:
        async with asyncio.timeout(PATIENCE):
            values = await in_thread(_counted)
    except Exception:
        values = (float("nan"),) * 4
    gauges = (metrics.RUNNING, metrics.DUE, metrics.DUE_AGE, metrics.REVIEWS)
    for gauge, value in zip(gauges, values, strict=True):
        gauge.set(value)


def _counted() -> tuple[float, ...]:
    now = timezone.now()
    due, since = clock.waiting(now)
    running = Game.objects.filter(status=Game.Status.RUNNING).count()
    reviews = Review.objects.filter(due_at__isnull=False).count()
    return running, due, (now - since).total_seconds() if since else 0, reviews


def _may_read(scope: Scope) -> bool:
    """With METRICS=token whether the token was sent; else whether the client is this machine."""
    headers = dict(scope["headers"])
    if settings.METRICS == "token":
        wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
        return hmac.compare_digest(headers.get(b"authorization", b""), wanted)
    return not FORWARDED & headers.keys() and _is_loopback(scope)


def _is_loopback(scope: Scope) -> bool:
    try:
        return ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False


async def _send(send: Any, status: int, kind: str, body: bytes) -> None:
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status == 405:
        headers.append((b"allow", b"GET, HEAD"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
