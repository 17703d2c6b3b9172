"""Sit down at a table; an open table that is full deals its first game by itself."""

from contextlib import suppress

from django.db import transaction

from games.models import Player, Room
from games.rooms import lookup, seating
from games.rooms.chairs import free_chair
from games.rooms.changes import changing
from games.rooms.open_rooms import is_fresh
from games.rooms.starting import check_table, deal
from games.text.errors import CannotPlayTogether, GuestsAreSeated, TooManyGames


@transaction.atomic
def sit(room_id: int, player: Player) -> int:
    """Take a chair as `rooms.seating.sit` does; who takes the last one at an open table deals."""
    chair = seating.sit(room_id, player)
    room = lookup.room(room_id)  # which is locked
    if room.is_open and is_complete(room):
        _deal(room_id)
    return chair


def is_complete(room: Room) -> bool:
    """Whether every chair is taken and nothing was played in this room yet."""
    return free_chair(room) is None and is_fresh(room)


def _deal(room_id: int) -> None:
    """Deal, unless a rule is against it: then the host is told why when they start."""
    with changing(room_id) as room:
        if room.host is None:
            return
        with suppress(TooManyGames, CannotPlayTogether, GuestsAreSeated):
            check_table(room, room.host)
            deal(room)
