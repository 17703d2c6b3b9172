"""The consumer of a room's websocket: takes moves and messages, refuses in a sentence.

What changes in the room comes to the viewer from the hub, not through the consumer.
"""

from contextlib import suppress

from django.db import OperationalError
from django.utils import translation

from games import screens
from games.accounts import limits, session
from games.accounts.addresses import address_in
from games.engine.violations import RuleViolation
from games.live.hub import hub
from games.live.plain_consumer import PlainConsumer
from games.live.socket_viewer import BAD, BUSY, REMOVED, UNKNOWN, SocketViewer
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


class RoomConsumer(PlainConsumer):
    """One viewer of one room; it hears of changes from the hub and has no channel of its own."""

    viewer: SocketViewer | None = None
    bad_frames = 0

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

    def forget(self) -> None:
        if self.viewer is not None:
            hub.leave(self.viewer)

    async def receive(self, text_data: str | None = None, **_: object) -> None:
        if self.viewer is None:
            return
        try:
            limits.check("frame", id(self.viewer))
            fields = fields_of(text_data or "")
        except (BadFrame, TooFast):
            await self._count_bad_frame()
            return
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
            await self._refuse(viewer, violation)
        except TooFast as refusal:
            # Without a refresh: it would cost more than what was refused.
            self._tell_refusal(viewer, refusal)
        except Refused as refusal:
            await self._refuse(viewer, refusal)
        except OperationalError:
            await self._refuse(viewer, Busy())

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

    async def _refuse(self, viewer: SocketViewer, refusal: RuleViolation | Refused) -> None:
        self._tell_refusal(viewer, refusal)
        with suppress(OperationalError):  # then the next heartbeat brings what there is
            await hub.refresh([viewer])

    def _tell_refusal(self, viewer: SocketViewer, refusal: RuleViolation | Refused) -> None:
        metrics.refused(refusal.code)
        with translation.override(viewer.language):
            hub.push(viewer, screens.alert_html(_sentence(viewer, refusal)))


def _sentence(viewer: SocketViewer, refusal: RuleViolation | Refused) -> str:
    if isinstance(refusal, RuleViolation) and viewer.table:
        return refusal_text(viewer.table.edition, refusal)
    return str(refusal)


def _speak(viewer: SocketViewer, fields: Fields) -> None:
    if viewer.player is None:
        raise NotSeated
    limits.check("chat", viewer.player.pk)
    with translation.override(viewer.language):  # a thread knows nothing of its caller's
        chat.speak(viewer.room_id, viewer.player, fields)
