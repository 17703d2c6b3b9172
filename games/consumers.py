"""Sockets: take moves and talk from a viewer, relay what changes to them."""

from contextlib import suppress
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import OperationalError
from django.http import HttpRequest, QueryDict, parse_cookie
from django.utils import translation

from games import identity, limits, screens, selectors
from games.engine.violations import RuleViolation
from games.live import Eye, hub
from games.models import Player, Room
from games.moves import BadFrame, Fields, fields_of
from games.narration import refusal_text
from games.refusals import Banned, Busy, NoGameIsRunning, NoSuchRoom, NotSeated, Refused, TooFast
from games.screens import Farewell
from games.services import talk
from games.services.deeds import deed_from
from games.services.table import Move
from games.threads import in_thread
from games.writing import writer

MARKS = ("changes", "game", "version", "message")
MOST_BAD_FRAMES = 5
UNKNOWN, BAD, BUSY = 4404, 4400, 1013
REMOVED, CLOSED, LOGGED_OUT = 4403, 4410, 4401
CODES = {
    Farewell.REMOVED: REMOVED,
    Farewell.CLOSED: CLOSED,
    Farewell.LOGGED_OUT: LOGGED_OUT,
    Farewell.BANNED: REMOVED,
}


def _address(scope: dict[str, Any]) -> str:
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin1")
    return identity.address_behind_proxy(forwarded, (scope.get("client") or ("",))[0])


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


class SocketEye(Eye):
    """A viewer's eye at the end of a socket."""

    def __init__(self, consumer: "RoomConsumer", room: Room, player: Player | None) -> None:
        headers = dict(consumer.scope["headers"])
        site = headers.get(b"origin", b"").decode("latin1")
        super().__init__(room.pk, player, language_of(headers), site)
        self.has_hints = identity.wants_hints(cookies_of(headers))
        self.device = identity.device_in(consumer.scope["session"])
        self.consumer = consumer

    async def push(self, html: str) -> None:
        await self.consumer.send(text_data=html)

    async def say_goodbye(self, why: Farewell) -> None:
        with translation.override(self.language):
            html = screens.goodbye_html(why)
        await self.consumer.send(text_data=html)
        await self.consumer.close(code=CODES[why])


class RoomConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One viewer of one room; the hub tells it what happens, so it needs no channel of its own."""

    channel_layer_alias = "none"
    eye: SocketEye | None = None
    bad_frames = 0

    async def __call__(self, *connection: Any) -> None:
        """Whatever ends a connection, a fault too: from then on nobody is here."""
        try:
            await super().__call__(*connection)
        finally:
            if self.eye is not None:
                hub.leave(self.eye)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Straight to the handler: connections stay open, so none has to be looked after here."""
        handler = getattr(self, message["type"].replace(".", "_"), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        try:
            limits.check("socket", _address(self.scope))
            room, player = await in_thread(self._enter)
        except (TooFast, OperationalError):
            await self.close()  # before it was accepted: pages knock again, later each time
            return
        except (NoSuchRoom, Banned) as refusal:
            await self.accept()
            await self.close(code=REMOVED if isinstance(refusal, Banned) else UNKNOWN)
            return
        await self.accept()
        self.eye = SocketEye(self, room, player)
        query = QueryDict(self.scope["query_string"].decode("latin1"))
        changes, game, version, message = (query.get(name, "?") for name in MARKS)
        try:
            await hub.join(self.eye, (changes, game, version, message))
        except OperationalError:
            await self.close(code=BUSY)

    def _enter(self) -> tuple[Room, Player | None]:
        player = identity.player_in(self.scope["session"])
        invite = self.scope["url_route"]["kwargs"]["invite"]
        return selectors.room_by_invite(invite, player), player

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:  # noqa: ARG002
        raise StopConsumer

    async def receive(self, text_data: str | None = None, **_: object) -> None:
        if self.eye is None:
            return
        try:
            limits.check("frame", id(self.eye))
            fields = fields_of(text_data or "")
        except (BadFrame, TooFast):
            await self._count_bad_frame()
            return
        with translation.override(self.eye.language):
            await self._answer(self.eye, fields)

    async def _count_bad_frame(self) -> None:
        self.bad_frames += 1
        if self.bad_frames >= MOST_BAD_FRAMES:
            await self.close(code=BAD)

    async def _answer(self, eye: SocketEye, fields: Fields) -> None:
        """Do what the fields ask for; a refusal is a sentence to this viewer alone."""
        try:
            if talk.is_talk(fields):
                await in_thread(_speak, eye, fields)
            else:
                await self._play(eye, fields)
        except RuleViolation as violation:
            await self._refuse(eye, self._sentence(eye, violation))
        except Refused as refusal:
            await self._refuse(eye, str(refusal))
        except OperationalError:
            await self._refuse(eye, str(Busy()))

    async def _play(self, eye: SocketEye, fields: Fields) -> None:
        limits.check("move", eye.player.pk if eye.player else "nobody")
        if eye.viewer is None or eye.viewer.seat is None:
            raise NotSeated
        game_id = eye.signature[0]
        if game_id is None:
            raise NoGameIsRunning
        deed = deed_from(fields, game_id, eye.viewer.seat, eye.device)
        if isinstance(deed, Move):
            await writer.play(deed)
        else:
            await in_thread(deed)

    async def _refuse(self, eye: SocketEye, sentence: str) -> None:
        await eye.push(screens.alert_html(sentence))
        with suppress(OperationalError):  # then the next heartbeat brings what there is
            await hub.refresh([eye])

    def _sentence(self, eye: SocketEye, violation: RuleViolation) -> str:
        return refusal_text(eye.table.edition, violation) if eye.table else str(violation)


def _speak(eye: SocketEye, fields: Fields) -> None:
    if eye.player is None:
        raise NotSeated
    limits.check("chat", eye.player.pk)
    with translation.override(eye.language):  # a thread knows nothing of its caller's
        talk.speak(eye.room_id, eye.player, fields)
