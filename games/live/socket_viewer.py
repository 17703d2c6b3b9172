"""A connected viewer at the end of a websocket: language, cookies, and the codes of a close."""

from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest, parse_cookie
from django.utils import translation

from games import screens
from games.accounts import session
from games.live.viewer import ConnectedViewer
from games.models import Player, Room
from games.screens import CloseReason

# Codes from 4400 to 4499 close for good; on BUSY and RESTART the page connects again.
UNKNOWN, BAD, BUSY, RESTART = 4404, 4400, 1013, 1012
REMOVED, CLOSED, LOGGED_OUT = 4403, 4410, 4401
CODES = {
    CloseReason.REMOVED: REMOVED,
    CloseReason.CLOSED: CLOSED,
    CloseReason.LOGGED_OUT: LOGGED_OUT,
    CloseReason.BANNED: REMOVED,
    CloseReason.LOCKED: REMOVED,
}


def cookies_of(headers: dict[bytes, bytes]) -> dict[str, str]:
    """The cookies of the page that opened the socket."""
    return parse_cookie(headers.get(b"cookie", b"").decode("latin1"))


def language_of(headers: dict[bytes, bytes]) -> str:
    """The language of the page that opened the socket, as Django chose it for the page."""
    wanted = headers.get(b"accept-language", b"").decode("latin1")
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = wanted
    request.COOKIES = cookies_of(headers)
    return translation.get_language_from_request(request)


class SocketViewer(ConnectedViewer):
    """The viewer behind a consumer."""

    def __init__(self, consumer: AsyncWebsocketConsumer, room: Room, player: Player | None) -> None:
        headers = dict(consumer.scope["headers"])
        site = headers.get(b"origin", b"").decode("latin1")
        super().__init__(room.pk, player, language_of(headers), site)
        self.has_hints = session.wants_hints(cookies_of(headers))
        self.device = session.device_in(consumer.scope["session"])
        self.consumer = consumer

    async def push(self, html: str) -> None:
        await self.consumer.send(text_data=html)

    async def close(self, reason: CloseReason) -> None:
        with translation.override(self.language):
            html = screens.closed_room_html(reason)
        await self.consumer.send(text_data=html)
        await self.consumer.close(code=CODES[reason])

    async def drop(self) -> None:
        await self.consumer.close(code=BUSY)
