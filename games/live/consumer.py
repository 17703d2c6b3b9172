"""The consumer of a room's websocket: takes moves and messages, refuses in a sentence.

What changes in the room comes to the viewer from the hub, not through the consumer.
"""

from contextlib import suppress
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import OperationalError
from django.utils import translation

from games import screens
from games.accounts import limits, session
from games.accounts.addresses import address_in
from games.engine.violations import RuleViolation
from games.live.hub import hub
from games.live.socket_viewer import BAD, BUSY, REMOVED, RESTART, UNKNOWN, SocketViewer
from games.models import Player, Room
from games.play.batching import writer
from games.play.commands import BadFrame, Fields, command_from, fields_of
from games.play.moves import Move
from games.process import metrics
from games.process.db_threads import in_arrival_thread, in_thread
from games.process.suspicious_requests import fields_in
from games.rooms import chat, lookup
from games.text.errors import Banned, Busy, NoGameIsRunning, NoSuchRoom, NotSeated, Refused, TooFast
from games.text.events import refusal_text

MOST_BAD_FRAMES = 5


class RoomConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One viewer of one room; it hears of changes from the hub and has no channel of its own."""

    channel_layer_alias = "none"
    viewer: SocketViewer | None = None
    bad_frames = 0

    async def __call__(self, *connection: Any) -> None:
        """Run the connection; whatever ends it, a fault too, the hub forgets the viewer."""
        try:
            await super().__call__(*connection)
        finally:
            if self.viewer is not None:
                hub.leave(self.viewer)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler, without what Channels does for database connections before it."""
        handler = getattr(self, message["type"].replace(".", "_"), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        try:
            await limits.check_async("socket", address_in(self.scope))
            room, player = await in_arrival_thread(self._enter)
        except (TooFast, OperationalError):
            await self.close()  # before it was accepted: pages knock again, later each time
            return
        except (NoSuchRoom, Banned) as refusal:
            await self.accept()
            await self.close(code=REMOVED if isinstance(refusal, Banned) else UNKNOWN)
            return
        await self.accept()
        self.viewer = SocketViewer(self, room, player)
        page = fields_in(self.scope["query_string"])
        try:
            await hub.join(self.viewer, screens.seen_state_in(page), screens.outline_in(page))
        except OperationalError:
            await self.close(code=BUSY)

    def _enter(self) -> tuple[Room, Player | None]:
        player = session.player_in(self.scope["session"])
        invite = self.scope["url_route"]["kwargs"]["invite"]
        return lookup.room_by_invite(invite, player), player

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:  # noqa: ARG002
        raise StopConsumer

    async def service_restart(self, message: dict[str, Any]) -> None:  # noqa: ARG002
        """This process ends: on this code the page opens a socket to another one at once."""
        await self.close(code=RESTART)

    async def receive(self, text_data: str | None = None, **_: object) -> None:
        if self.viewer is None:
            return
        try:
            limits.check("frame", id(self.viewer))
            fields = fields_of(text_data or "")
        except (BadFrame, TooFast):
            await self._count_bad_frame()
            return
        with translation.override(self.viewer.language):
            await self._answer(self.viewer, fields)

    async def _count_bad_frame(self) -> None:
        self.bad_frames += 1
        if self.bad_frames >= MOST_BAD_FRAMES:
            await self.close(code=BAD)

    async def _answer(self, viewer: SocketViewer, fields: Fields) -> None:
        """Do what the fields ask for; a refusal is a sentence to this viewer alone."""
        try:
            if chat.is_talk(fields):
                await in_thread(_speak, viewer, fields)
            else:
                await self._play(viewer, fields)
        except RuleViolation as violation:
            metrics.refused(violation.code)
            await self._refuse(viewer, self._sentence(viewer, violation))
        except Refused as refusal:
            metrics.refused(refusal.code)
            await self._refuse(viewer, str(refusal))
        except OperationalError:
            metrics.refused(Busy.code)
            await self._refuse(viewer, str(Busy()))

    async def _play(self, viewer: SocketViewer, fields: Fields) -> None:
        limits.check("move", viewer.player.pk if viewer.player else "nobody")
        if viewer.role is None or viewer.role.seat is None:
            raise NotSeated
        if viewer.game_id is None:
            raise NoGameIsRunning
        command = command_from(fields, viewer.game_id, viewer.role.seat, viewer.device)
        if isinstance(command, Move):
            await writer.play(command)
        else:
            await in_thread(command)

    async def _refuse(self, viewer: SocketViewer, sentence: str) -> None:
        await viewer.push(screens.alert_html(sentence))
        with suppress(OperationalError):  # then the next heartbeat brings what there is
            await hub.refresh([viewer])

    def _sentence(self, viewer: SocketViewer, violation: RuleViolation) -> str:
        return refusal_text(viewer.table.edition, violation) if viewer.table else str(violation)


def _speak(viewer: SocketViewer, fields: Fields) -> None:
    if viewer.player is None:
        raise NotSeated
    limits.check("chat", viewer.player.pk)
    with translation.override(viewer.language):  # a thread knows nothing of its caller's
        chat.speak(viewer.room_id, viewer.player, fields)
