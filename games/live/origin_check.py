"""Refuses websockets that were opened by pages of other sites."""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings


class SameOrigin:
    """Passes on sockets whose Origin is a scheme, host and port of this site; denies others."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        if headers.get(b"origin", "") in _own_origins(headers):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


def _own_origins(headers: dict[bytes, str]) -> list[str]:
    if settings.SITE_ORIGINS:
        return list(settings.SITE_ORIGINS)
    scheme = "https" if settings.HTTPS else "http"
    return [f"{scheme}://{headers.get(b'host', '')}"]
