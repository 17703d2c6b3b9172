"""Open a room, sit, watch and leave."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import Member, Player, Room
from games.play.deadlines import go_on
from games.rooms.chairs import free_chair, take_chair_of_a_bot, take_kept_chair
from games.rooms.changes import changing, entering
from games.rooms.codes import free_code
from games.rooms.hosts import heir_among, people_of
from games.rooms.lookup import is_playing, member_of, plays_in
from games.rooms.names import check_name
from games.rooms.open_rooms import check_may_sit, close_if_empty, give_up_seat
from games.rooms.watchers import make_place
from games.text.errors import GameIsRunning, RoomIsLocked


def open_room(player: Player) -> Room:
    """A new room with `player` as host on the first chair."""
    with transaction.atomic():
        room = Room.objects.create(host=player, code=free_code())
        Member.objects.create(room=room, player=player, chair=0)
    return room


def sit(room_id: int, player: Player) -> int:
    """Give `player` the chair they have or had, or the first free one; the number of the chair.

    During a game only a player who has left it may sit. Raises RoomIsLocked, GameIsRunning,
    RoomIsFull, NameIsTaken, and at an open table what `open_rooms.check_may_sit` raises.
    """
    with entering(room_id, player) as room:
        member = _membership(room, player)
        if member.chair is not None:
            return member.chair
        if room.is_locked and not plays_in(room, player):
            raise RoomIsLocked
        if is_playing(room) and not plays_in(room, player):
            raise GameIsRunning
        if room.is_open and not plays_in(room, player):
            check_may_sit(room, player)
        chair = take_kept_chair(room, player)
        if chair is None:
            chair = free_chair(room)
        if chair is None:
            chair = take_chair_of_a_bot(room)
        if not member.pk:
            check_name(player, player.name, room)
        member.chair, member.is_ready = chair, True
        _take_place(room, member)
        return chair


def watch(room_id: int, player: Player) -> None:
    """Let `player` in as a watcher; a seated player gives up the chair, unless a game is running.

    Raises RoomIsLocked, GameIsRunning, NameIsTaken, TooManyWatchers.
    """
    with entering(room_id, player) as room:
        member = _membership(room, player)
        if member.pk and member.chair is None:
            return
        if not member.pk and room.is_locked:
            raise RoomIsLocked
        if member.chair is not None and is_playing(room):
            raise GameIsRunning
        if not member.pk:
            check_name(player, player.name, room)
            make_place(room)
        member.chair, member.is_ready = None, False
        _take_place(room, member)


def _take_place(room: Room, member: Member) -> None:
    """Store the place; a returning player gets back the time of the turn, a host is chosen."""
    if not member.pk and plays_in(room, member.player):
        go_on(room.pk, timezone.now())
    member.save()
    room.host = room.host or heir_among(room, people_of(room).filter(pk=member.pk))


def _membership(room: Room, player: Player) -> Member:
    """The player's stored place in the room, or a new one; raises RoomIsLocked if removed."""
    member = room.members.filter(player=player).first() or Member(room=room, player=player)
    if member.is_removed:
        raise RoomIsLocked
    return member


def leave(room_id: int, player: Player) -> None:
    """Take `player` out of the room; the host's role passes on; a seat in a running game stays.

    In an open game the seat is given up. An open table without people that nobody has played at
    is closed.
    """
    with changing(room_id) as room:
        member = member_of(room, player.pk)
        give_up_seat(room, player)
        member.delete()
        room.expires_at = timezone.now() + timedelta(days=_days(room))
        if room.host_id == player.pk:
            room.host = heir_among(room, people_of(room))
        close_if_empty(room)


def _days(room: Room) -> float:
    """How many days the room is kept after the last player has left."""
    return float(settings.GAME_DAYS if is_playing(room) else settings.ROOM_DAYS)
