"""One change of a room: the room is locked, its counter goes up, and everybody is told.

Lock order: a player's name, then the room, then its game, then seats.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q

from games.models import Player, Room
from games.play.announcements import announce, announce_table
from games.rooms.names import lock_name
from games.text.errors import NoSuchRoom


@contextmanager
def changing(room_id: int) -> Iterator[Room]:
    """The open room, locked until the block ends; then it is saved and announced after the commit.

    Raises NoSuchRoom if the room is closed or does not exist.
    """
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id, closed_at=None).first()
        if room is None:
            raise NoSuchRoom
        was_open = room.is_open
        yield room
        room.changes += 1
        room.save()
        announce(room.pk)
        if was_open or room.is_open:
            announce_table(room.pk)


@contextmanager
def changing_for_all(room_id: int, host: Player) -> Iterator[Room]:
    """The same for a change that decides about everybody's chair.

    The names of the host and of everybody on a chair are locked before the room, in the order of
    their ids, so that none of them sits down elsewhere meanwhile.
    """
    with transaction.atomic():
        seated = Q(bot="", memberships__room=room_id, memberships__chair__isnull=False)
        people = Player.objects.filter(seated | Q(pk=host.pk)).distinct().order_by("pk")
        for player in people:
            lock_name(player)
        with changing(room_id) as room:
            yield room


@contextmanager
def entering(room_id: int, player: Player) -> Iterator[Room]:
    """The same for a player who comes in; their name is locked as well, before the room."""
    with transaction.atomic():
        lock_name(player)
        with changing(room_id) as room:
            yield room
