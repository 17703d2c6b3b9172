"""Telling everybody that something changed: ids and versions, never a card."""

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


class Move(Protocol):
    """A position somebody's move has led to."""

    @property
    def room_id(self) -> int: ...
    @property
    def game_id(self) -> int: ...
    @property
    def version(self) -> int: ...


@dataclass(frozen=True, slots=True)
class News:
    """A room has changed, a game has moved, a seat has something new to see, a person is gone."""

    room_id: int | None = None
    move: Any = None
    seat: tuple[int, int] | None = None
    player_id: int | None = None

    def message(self) -> dict[str, Any]:
        """What other processes are told."""
        if self.player_id is not None:
            return {"type": "player.gone", "player": self.player_id}
        if self.seat is not None:
            game, seat = self.seat
            return {"type": "seat.changed", "room": self.room_id, "game": game, "seat": seat}
        message = {"type": "room.changed", "room": self.room_id}
        if self.move is not None:
            message |= {"game": self.move.game_id, "version": self.move.version}
        return message


listeners: list[Callable[[News], None]] = []


def announce(room_id: int) -> None:
    """After the commit, tell that the room has changed."""
    _after_commit(News(room_id=room_id))


def announce_move(move: Move) -> None:
    """After the commit, tell where the game stands."""
    _after_commit(News(room_id=move.room_id, move=move))


def announce_order(room_id: int, game_id: int, seat: int) -> None:
    """After the commit, tell that one seat has something new to see, and nobody else."""
    _after_commit(News(room_id=room_id, seat=(game_id, seat)))


def announce_departure(player_id: int) -> None:
    """After the commit, tell that a person has logged out: their sockets close."""
    _after_commit(News(player_id=player_id))


def _after_commit(news: News) -> None:
    transaction.on_commit(partial(_tell, news))


def _tell(news: News) -> None:
    """The hub of this process passes it on to the others; without a hub it is done here."""
    for listener in listeners:
        listener(news)
    if settings.REDIS_URL and not listeners:
        async_to_sync(post.send)(news)


class Post:
    """The way to the other processes, which nobody has to wait for.

    What the channel layer does not take in time is dropped, and so is what comes in the moments
    after: the others look at the database every few seconds, and find it there.
    """

    def __init__(self) -> None:
        self.rests_until = 0.0

    async def send(self, news: News) -> None:
        """Tell the other processes, unless the layer was away a moment ago."""
        if time.monotonic() < self.rests_until:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await get_channel_layer().group_send(GROUP, news.message())
        except Exception as error:
            self.rests_until = time.monotonic() + REST
            log.warning("The channel layer did not take a message: %r", error)

    def wake(self) -> None:
        """Try again at once."""
        self.rests_until = 0.0


post = Post()
