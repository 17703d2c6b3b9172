"""The hub, one for a process: which sockets look at which room, and what each has seen."""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Coroutine, Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from datetime import datetime
from itertools import groupby
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import translation

from games import screens, selectors
from games.models import Player
from games.narration import Narrator
from games.presentation import NOBODY_AWAY, Parts, Table, log_html
from games.screens import Farewell, Scene, Viewer
from games.services import announcing, presence
from games.services.announcing import News
from games.services.people import invented_name
from games.services.table import Position
from games.threads import in_thread

SUBSCRIBING = 5
log = logging.getLogger(__name__)


Marks = tuple[str, str, str, str]


def marks_of(scene: Scene) -> Marks:
    """What tells one moment of a room from another: its changes, game, version and last message."""
    return (
        str(scene.room.changes),
        str(scene.game.pk if scene.game else ""),
        str(scene.position.version if scene.position else ""),
        str(scene.talk[-1].pk if scene.talk else 0),
    )


class Eye:
    """One connected viewer: who they are and what they have been sent."""

    def __init__(self, room_id: int, player: Player | None, language: str, site: str) -> None:
        self.room_id = room_id
        self.site = site
        self.player = player
        self.language = language
        with translation.override(language):
            self.invented = invented_name()
        self.has_hints = True
        self.viewer: Viewer | None = None
        self.table: Table | None = None
        self.signature: tuple[int | None, str] = (None, "never seen")
        self.version = -1
        self.message = 0
        self.changes = -1
        self.aside = NOBODY_AWAY
        self.absent: frozenset[int] = frozenset()
        self.member_id: int | None = None
        self.sent: Parts = {}

    @property
    def pulse(self) -> tuple[int, int, int]:
        """What tells whether this socket is up to date: the room's changes, game and version."""
        return self.changes, self.signature[0] or 0, max(0, self.version)

    def is_at(self, game_id: int, seat: int) -> bool:
        """Whether this is the view of the seat's own player."""
        return self.signature[0] == game_id and self.viewer is not None and self.viewer.seat == seat

    async def push(self, html: str) -> None:
        """Send HTML whose elements find their places by their ids."""
        raise NotImplementedError

    async def say_goodbye(self, why: Farewell) -> None:
        """Tell the viewer why they cannot stay, and close."""
        raise NotImplementedError


Frames = list[tuple[Eye, str]]


class Hub:
    """Hands the bytes of a change to every socket connected here."""

    def __init__(self) -> None:
        self.eyes: dict[int, set[Eye]] = defaultdict(set)
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.inbox: deque[News] = deque()

    def start(self) -> None:
        """Listen to this process's changes, and to the layer where there are other processes."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop = loop
        self.eyes.clear()
        self.inbox.clear()
        if self.hear not in announcing.listeners:
            announcing.listeners.append(self.hear)
        self._run(self._look_round())
        if settings.REDIS_URL:
            self._run(self._listen())

    async def join(self, eye: Eye, marks: Marks) -> None:
        """Show a new socket its room from now on; a page that has it all gets nothing now."""
        self.start()
        self.eyes[eye.room_id].add(eye)
        scene = await in_thread(_welcome, eye)
        if why := screens.farewell(scene, eye.player):
            await self.dismiss(eye, why)
            return
        html = fresh_html(eye, scene)
        if marks != marks_of(scene):
            await self.push(eye, html)

    def leave(self, eye: Eye) -> None:
        """Forget a socket."""
        here = self.eyes.get(eye.room_id, set())
        here.discard(eye)
        if not here:
            self.eyes.pop(eye.room_id, None)

    def hear(self, news: News) -> None:
        """Something was committed, in whatever thread: let the loop deal with it."""
        if self.loop is None or self.loop.is_closed():
            return
        self.inbox.append(news)
        if len(self.inbox) == 1:  # else it is awake already
            self.loop.call_soon_threadsafe(self._read_inbox, context=Context())

    def _read_inbox(self) -> None:
        while self.inbox:
            self._pass_on(self.inbox.popleft())

    def _pass_on(self, news: News) -> None:
        if news.move is not None:
            self._moved(news.move)
        else:
            self._run(self._take(news.message()))
        if settings.REDIS_URL:
            self._run(announcing.post.send(news))

    def _moved(self, move: Position) -> None:
        """A move: what everybody sees is made once, and only what changed is sent."""
        here = self.eyes.get(move.room_id, set())
        ready = [eye for eye in here if _is_next(eye, move)]
        if ready:
            self._run(self._push_all(move_frames(ready, move)))
        if len(ready) < len(here):
            self._run(self.refresh(eye for eye in here if eye.version < move.version))

    async def refresh(self, eyes: Iterable[Eye]) -> None:
        """Bring sockets of one room up to date from the database, with as little as it takes."""
        waiting = list(eyes)
        if not waiting:
            return
        scene = await in_thread(_load, waiting[0].room_id)
        for eye in waiting:
            if why := screens.farewell(scene, eye.player):
                await self.dismiss(eye, why)
            elif html := fresh_html(eye, scene):
                await self.push(eye, html)

    async def push(self, eye: Eye, html: str) -> None:
        """Send to one socket; one that is gone must not keep the news from the others."""
        try:
            await eye.push(html)
        except Exception:
            log.info("A socket was gone before it could be told.", exc_info=True)
            self.leave(eye)

    async def dismiss(self, eye: Eye, why: Farewell) -> None:
        """Say goodbye to one socket and forget it."""
        self.leave(eye)
        try:
            await eye.say_goodbye(why)
        except Exception:
            log.info("A socket was gone before it could be told.", exc_info=True)

    async def _push_all(self, frames: Frames) -> None:
        for eye, html in frames:
            await self.push(eye, html)

    async def _take(self, message: dict[str, Any]) -> None:
        """What was announced, here or in another process."""
        if message["type"] == "player.gone":
            gone = [eye for eye in self._everybody() if _id(eye.player) == message["player"]]
            if gone:
                why = await in_thread(screens.parting, message["player"])
                for eye in gone:
                    await self.dismiss(eye, why)
            return
        here = self.eyes.get(message["room"], set())
        if message["type"] == "seat.changed":
            await self.refresh(eye for eye in here if eye.is_at(message["game"], message["seat"]))
            return
        game, version = message.get("game"), message.get("version", 0)
        late = [eye for eye in here if eye.signature[0] != game or eye.version < version]
        await self.refresh(late if game is not None else here)

    async def _listen(self) -> None:
        """Hear what other processes have done; the layer may go away and come back."""
        while True:
            layer = get_channel_layer()
            try:
                async with asyncio.timeout(SUBSCRIBING):
                    channel = await layer.new_channel()
                    await layer.group_add(announcing.GROUP, channel)
                while True:
                    await self._take(await layer.receive(channel))
            except Exception as error:
                log.warning("The channel layer is away; trying again: %r", error)
                await _start_afresh(layer)
                await asyncio.sleep(1)

    async def _look_round(self) -> None:
        """Every few seconds say who is here, and compare what sockets show with what is stored."""
        while True:
            await asyncio.sleep(settings.HEARTBEAT)
            try:
                await self.look_round()
            except Exception:
                log.warning("The database did not answer; trying again.", exc_info=True)

    async def look_round(self) -> None:
        """Messages may be lost, and nobody tells when somebody is gone."""
        everybody = self._everybody()
        members = [eye.member_id for eye in everybody if eye.member_id]
        people = {_id(eye.player) for eye in everybody}
        departed = await in_thread(selectors.departures, people)
        for eye in everybody:
            if _has_departed(eye, departed):
                await self.dismiss(eye, Farewell.LOGGED_OUT)
        for room_id, state, absent in await in_thread(_pulses, members, list(self.eyes)):
            here = self.eyes.get(room_id, set())
            await self.refresh(eye for eye in here if eye.pulse != state or eye.absent != absent)

    def _everybody(self) -> list[Eye]:
        return [eye for here in self.eyes.values() for eye in here]

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


hub = Hub()


def _welcome(eye: Eye) -> Scene:
    if eye.player is not None:
        presence.arrive(eye.room_id, eye.player.pk)
    return _load(eye.room_id)


def _pulses(
    members: list[int], rooms: list[int]
) -> list[tuple[int, tuple[int, int, int], frozenset[int]]]:
    """The sockets' owners are here; for each room what it stands at and who is away."""
    presence.seen(members)
    presence.take_back(members)
    absent = presence.absent_in(rooms)
    return [(room_id, state, absent[room_id]) for room_id, state in selectors.pulse_of(rooms)]


def _load(room_id: int) -> Scene:
    return screens.load(selectors.room(room_id))


async def _start_afresh(layer: Any) -> None:
    """Else messages would pile up for channels that nobody listens to any more."""
    with suppress(Exception):
        async with asyncio.timeout(SUBSCRIBING):
            await layer.flush()


def _is_next(eye: Eye, move: Position) -> bool:
    """Whether the socket has the position before, and the table goes on as it was."""
    goes_on = eye.signature[0] == move.game_id and not move.state.is_over
    return goes_on and eye.version == move.version - 1


def move_frames(eyes: Iterable[Eye], move: Position) -> Frames:
    """What each socket gets after a move; what all share is made once for a language."""
    frames: Frames = []
    by_language = sorted(eyes, key=_language)
    for language, group in groupby(by_language, key=_language):
        with translation.override(language):
            frames += _frames_in_one_language(list(group), move)
    return frames


def _language(eye: Eye) -> str:
    return eye.language


def _frames_in_one_language(eyes: list[Eye], move: Position) -> Frames:
    table = eyes[0].table
    if table is None:
        return []
    narrator = Narrator(table.edition, table.names)
    lines = log_html([narrator.tell(event) for event in move.events])
    shared = screens.public_parts(table, move, eyes[0].aside)
    frames: Frames = []
    for eye in eyes:
        if eye.viewer is None:
            continue
        own = screens.own_parts(table, move, eye.viewer)
        eye.version = move.version
        frames.append((eye, changes(eye, shared | own) + lines))
    return frames


def changes(eye: Eye, parts: Parts) -> str:
    """The parts that differ from what the socket has, which it has from now on."""
    changed = {name: html for name, html in parts.items() if eye.sent.get(name) != html}
    eye.sent |= changed
    return "".join(changed.values())


def fresh_html(eye: Eye, scene: Scene) -> str:
    """The whole room where it is another one than before, else the parts that differ."""
    viewer = screens.viewer_of(scene, eye.player, eye.site, eye.invented, has_hints=eye.has_hints)
    is_same_room = (eye.signature, eye.viewer) == (scene.signature, viewer)
    version = scene.position.version if scene.position else -1
    if is_same_room and version < eye.version:
        return ""
    with translation.override(eye.language):
        parts = screens.room_parts(scene, viewer)
        differing = changes(eye, parts)
        if is_same_room:
            html = differing + _missed(eye, scene)
        else:
            html = screens.room_html(scene, viewer, parts)
    eye.viewer, eye.signature, eye.table = viewer, scene.signature, scene.table
    eye.version = version
    eye.changes = scene.room.changes
    eye.aside = scene.aside
    eye.absent = frozenset(
        member.player_id
        for member in scene.members
        if not member.player.bot and presence.absent_since({0: member.seen_at})
    )
    eye.member_id = next((m.pk for m in scene.members if m.player_id == _id(eye.player)), None)
    eye.message = scene.talk[-1].pk if scene.talk else 0
    return html


def _has_departed(eye: Eye, departed: Mapping[int, datetime | None]) -> bool:
    """Whether this person has logged out since the socket was opened."""
    moment = departed.get(_id(eye.player))
    return eye.player is not None and moment not in {None, eye.player.logged_out_at}


def _id(player: Player | None) -> int:
    return player.pk if player else 0


def _missed(eye: Eye, scene: Scene) -> str:
    """New talk, and the whole log where lines of it were missed."""
    said = screens.audible(scene, eye.player, after=eye.message)
    html = screens.message_html(said) if said else ""
    if scene.table and scene.position and scene.position.version > eye.version:
        html += screens.whole_log_html(scene.table, scene.position)
    return html
