"""Find rooms, their members and their games, for somebody who may see them."""

from collections.abc import Sequence

from django.db.models import OuterRef, Prefetch, Q, Subquery
from django.utils import timezone

from games.models import Game, Member, Player, Room, Seat
from games.text.cleaning import code_in
from games.text.errors import (
    Banned,
    NoSuchCode,
    NoSuchMember,
    NoSuchRoom,
    RoomIsLocked,
    RoomIsPlaying,
)
from games.text.numbers import moment_text


def room(room_id: int) -> Room:
    """The room with its host."""
    return Room.objects.select_related("host", "daily").get(pk=room_id)


def room_by_invite(invite: str, player: Player | None) -> Room:
    """The open room with this link; raises NoSuchRoom, also if it is locked for this player."""
    check_welcome(player)
    if "\0" in invite:
        raise NoSuchRoom
    open_rooms = Room.objects.filter(closed_at=None).select_related("host", "daily")
    room = open_rooms.filter(invite=invite).first()
    if room is None:
        raise NoSuchRoom
    member = room.members.filter(player=player).first() if player else None
    if member.is_removed if member else room.is_locked and not plays_in(room, player):
        raise NoSuchRoom
    return room


def is_playing(room: Room) -> bool:
    """Whether a game is running in the room."""
    return Game.objects.filter(room=room, status=Game.Status.RUNNING).exists()


def plays_in(room: Room, player: Player | None) -> bool:
    """Whether the player has a seat in the room's running game, in the room or not.

    Not if they have given it up.
    """
    seats = Seat.objects.filter(game__room=room, game__status=Game.Status.RUNNING, left_at=None)
    return player is not None and seats.filter(player=player).exists()


def check_welcome(player: Player | None) -> None:
    """Raise Banned if the player is banned; every way into a room calls this."""
    if player is not None and player.banned_until is not None and player.is_banned:
        raise Banned(until=moment_text(player.banned_until))


def room_by_code(code: str, player: Player | None = None) -> Room:
    """The open room with this code; raises NoSuchCode.

    For who is not in the room the code works before and after a game only: raises RoomIsLocked or
    RoomIsPlaying. Unlike a link, which answers alike whatever is wrong, a code is read aloud by
    somebody in the room, and whoever has typed it right is told why it does not work.
    """
    room = Room.objects.filter(code=code_in(code), closed_at=None).first()
    if room is None:
        raise NoSuchCode
    if membership(room, player) or plays_in(room, player):
        return room
    if room.is_locked:
        raise RoomIsLocked
    if is_playing(room):
        raise RoomIsPlaying
    return room


def members_of(room: Room) -> list[Member]:
    """The members: seated ones first, then watchers."""
    members = room.members.filter(is_removed=False).select_related("player")
    return sorted(members, key=lambda member: (member.chair is None, member.chair, member.pk))


def membership(room: Room, player: Player | None) -> Member | None:
    """The player's membership, or None."""
    if player is None:
        return None
    return room.members.filter(player=player, is_removed=False).first()


def member_of(room: Room, player_id: int) -> Member:
    """The member with this player; raises NoSuchMember if there is none."""
    member = room.members.filter(player=player_id, is_removed=False).first()
    if member is None:
        raise NoSuchMember
    return member


def game_of(room: Room) -> Game | None:
    """The running game, or the last finished one, with its seats and their players; or None."""
    games = room.games.exclude(status=Game.Status.BROKEN_OFF).order_by("-pk")
    seats = Seat.objects.order_by("number").select_related("player")
    return games.prefetch_related(Prefetch("seats", seats)).first()


def pulse_of(room_ids: Sequence[int]) -> list[tuple[int, tuple[int, int, int]]]:
    """For each room its counter of changes, and the id and version of its newest game."""
    newest = Game.objects.filter(room=OuterRef("pk")).exclude(status=Game.Status.BROKEN_OFF)
    newest = newest.order_by("-pk")
    rooms = Room.objects.filter(pk__in=room_ids).annotate(
        game=Subquery(newest.values("pk")[:1]), version=Subquery(newest.values("version")[:1])
    )
    rows = rooms.values_list("pk", "changes", "game", "version")
    return [(pk, (changes, game or 0, version or 0)) for pk, changes, game, version in rows]


def removed_from(room: Room) -> frozenset[int]:
    """The ids of players who were removed, or are banned now."""
    gone = room.members.filter(Q(is_removed=True) | Q(player__banned_until__gt=timezone.now()))
    return frozenset(gone.values_list("player_id", flat=True))
