"""Announcements: after a commit, all processes learn what has changed, by ids and versions.

How it works
------------
Whatever changes a room or a game announces it in its transaction; `transaction.on_commit` sends it
only if the commit succeeds. An announcement holds ids and a version and never a card: each process
reads the database, or its memory of positions, for what its viewers may see.

In this process the hub is a listener and is called in the thread that committed; it hands over to
its event loop. To other processes goes a message of the channel layer (Redis), sent by the hub's
loop, or by this module where a process has no hub (a command, the clock).

Nothing depends on a message arriving. A listener that fails is logged, and what was committed stays
committed for those who wait for it. `Post.send` gives up after PATIENCE seconds and then
sends nothing for REST seconds, so that a Redis that is down holds up no move. Every hub compares
its rooms with the database at each heartbeat and finds what it was not told.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

GROUP = "tables"
PATIENCE = 0.5
REST = 3.0
log = logging.getLogger(__name__)


class NewPosition(Protocol):
    """A position that a move has led to."""

    @property
    def room_id(self) -> int: ...
    @property
    def game_id(self) -> int: ...
    @property
    def version(self) -> int: ...


@dataclass(frozen=True, slots=True)
class News:
    """A room changed, a game moved, a seat has something new to see, or a person logged out.

    With `is_listed` it is the line of the room in the list of open tables that may have changed.
    """

    room_id: int | None = None
    is_listed: bool = False
    move: Any = None
    seat: tuple[int, int] | None = None
    player_id: int | None = None

    def message(self) -> dict[str, Any]:
        """The message for other processes."""
        if self.player_id is not None:
            return {"type": "player.gone", "player": self.player_id}
        if self.seat is not None:
            game, seat = self.seat
            return {"type": "seat.changed", "room": self.room_id, "game": game, "seat": seat}
        if self.is_listed:
            return {"type": "table.changed", "room": self.room_id}
        message = {"type": "room.changed", "room": self.room_id}
        if self.move is not None:
            message |= {"game": self.move.game_id, "version": self.move.version}
        return message


listeners: list[Callable[[News], None]] = []


def announce(room_id: int) -> None:
    """After the commit, announce that the room has changed."""
    _after_commit(News(room_id=room_id))


def announce_table(room_id: int) -> None:
    """After the commit, announce that a line in the list of open tables may have changed."""
    _after_commit(News(room_id=room_id, is_listed=True))


def tell_move(move: NewPosition) -> None:
    """Announce the version at which the game is; the caller has seen the move committed."""
    _tell(News(room_id=move.room_id, move=move))


def announce_auto_bid(room_id: int, game_id: int, seat: int) -> None:
    """After the commit, announce that one seat, and no other, has something new to see."""
    _after_commit(News(room_id=room_id, seat=(game_id, seat)))


def announce_departure(player_id: int) -> None:
    """After the commit, announce that a person has logged out: their sockets close."""
    _after_commit(News(player_id=player_id))


def _after_commit(news: News) -> None:
    transaction.on_commit(partial(_tell, news))


def _tell(news: News) -> None:
    """The hub of this process sends it to the others; without a hub it is sent from here."""
    for listener in listeners:
        try:
            listener(news)
        except Exception:
            log.exception("A listener failed; what was committed stays so.")
    if settings.REDIS_URL and not listeners:
        async_to_sync(post.send)(news)


class Post:
    """Sends messages to the other processes by the channel layer, and gives up quickly.

    What the layer does not take in PATIENCE seconds is dropped, and so is what comes in the REST
    seconds after it.
    """

    def __init__(self) -> None:
        self.rests_until = 0.0
        self.sending = 0

    async def send(self, news: News) -> None:
        """Send the message, unless the layer failed a moment ago."""
        if time.monotonic() < self.rests_until:
            return
        self.sending += 1
        try:
            async with asyncio.timeout(PATIENCE):
                await get_channel_layer().group_send(GROUP, news.message())
        except Exception as error:
            self.rests_until = time.monotonic() + REST
            log.warning("The channel layer did not take a message: %r", error)
        finally:
            self.sending -= 1


post = Post()
