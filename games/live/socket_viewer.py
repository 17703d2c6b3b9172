"""A connected viewer at the end of a websocket: language, cookies, and the codes of a close."""

import re
from collections.abc import Awaitable, Coroutine
from typing import Any, cast

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.middleware.csrf import get_token
from django.utils import translation

from games import screens
from games.accounts import session
from games.live.viewer import ConnectedViewer
from games.models import Player, Room
from games.screens import CloseReason

# Codes from 4400 to 4499 close for good; on BUSY and RESTART the page connects again.
UNKNOWN, BAD, BUSY, RESTART = 4404, 4400, 1013, 1012
REMOVED, CLOSED, LOGGED_OUT = 4403, 4410, 4401
# What our server adds to the scope of a socket (`server.daphne_server`): a function of a text.
SEND_NOW = "highsociety.send_now"
CSRF_SECRET = re.compile(r"[a-zA-Z0-9]{32}")
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


def csrf_token_in(cookies: dict[str, str]) -> str:
    """A token for forms of the page that opened the socket; empty without its CSRF cookie.

    It is made once for a connection: a part whose token changed would be sent again.
    """
    secret = cookies.get(settings.CSRF_COOKIE_NAME, "")
    if not CSRF_SECRET.fullmatch(secret):
        return ""
    request = HttpRequest()
    request.META["CSRF_COOKIE"] = secret
    return get_token(request)


class Sending:
    """Sends to the page behind a consumer, without waiting."""

    def __init__(self, consumer: AsyncWebsocketConsumer) -> None:
        self.consumer = consumer
        self.send_now = consumer.scope.get("extensions", {}).get(SEND_NOW)

    def push(self, html: str) -> None:
        """Send HTML whose elements replace those with the same ids."""
        if self.send_now is not None:
            self.send_now(html)
        else:
            _at_once(self.consumer.send(text_data=html))

    def drop(self) -> None:
        """Close in such a way that the page connects again at once."""
        _at_once(self.consumer.close(code=BUSY))


class TablesViewer(Sending):
    """Somebody who looks at the list of open tables, whoever it is."""

    def __init__(self, consumer: AsyncWebsocketConsumer) -> None:
        super().__init__(consumer)
        self.language = language_of(dict(consumer.scope["headers"]))


class SocketViewer(Sending, ConnectedViewer):
    """The viewer of a room behind a consumer."""

    def __init__(self, consumer: AsyncWebsocketConsumer, room: Room, player: Player | None) -> None:
        headers = dict(consumer.scope["headers"])
        site = headers.get(b"origin", b"").decode("latin1")
        Sending.__init__(self, consumer)
        ConnectedViewer.__init__(self, room.pk, player, language_of(headers), site)
        self.csrf_token = csrf_token_in(cookies_of(headers))
        self.device = session.device_in(consumer.scope["session"])

    def close(self, reason: CloseReason) -> None:
        with translation.override(self.language):
            html = screens.closed_room_html(reason)
        self.push(html)
        _at_once(self.consumer.close(code=CODES[reason]))


def _at_once(sending: Awaitable[None]) -> None:
    """Run an ASGI server's `send` to its end here: Daphne's waits for nothing.

    Raises RuntimeError for a server whose `send` waits.
    """
    work = cast("Coroutine[Any, None, None]", sending)
    try:
        work.send(None)
    except StopIteration:
        return
    work.close()
    raise RuntimeError("This ASGI server waits while it sends.")
