"""Telling everybody that something changed: ids and versions, never a card."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

GROUP = "rooms"
log = logging.getLogger(__name__)


class Move(Protocol):
    """A position somebody's move has led to."""

    @property
    def room_id(self) -> int: ...
    @property
    def game_id(self) -> int: ...
    @property
    def version(self) -> int: ...


Listener = Callable[[int, Any], None]
listeners: list[Listener] = []


def announce(room_id: int) -> None:
    """After the commit, tell this process and the others that the room has changed."""
    transaction.on_commit(partial(_tell, room_id, None))


def announce_move(move: Move) -> None:
    """After the commit, tell this process and the others where the game stands."""
    transaction.on_commit(partial(_tell, move.room_id, move))


def _tell(room_id: int, move: Move | None) -> None:
    for listener in listeners:
        listener(room_id, move)
    if settings.REDIS_URL:
        message = {"type": "room.changed", "room": room_id}
        if move:
            message |= {"game": move.game_id, "version": move.version}
        _tell_other_processes(message)


def _tell_other_processes(message: dict[str, Any]) -> None:
    """A lost message costs a second and no move: sockets compare versions by themselves."""
    try:
        async_to_sync(get_channel_layer().group_send)(GROUP, message)
    except Exception:
        log.warning("The channel layer did not take a message.", exc_info=True)
