"""Find rooms, their members and their games, for somebody who may see them."""

from collections.abc import Sequence

from django.db.models import OuterRef, Prefetch, Q, Subquery
from django.utils import timezone

from games.models import Game, Member, Player, Room, Seat
from games.text.cleaning import code_in
from games.text.errors import Banned, NoSuchMember, NoSuchRoom
from games.text.numbers import moment_text


def room(room_id: int) -> Room:
    """The room with its host."""
    return Room.objects.select_related("host").get(pk=room_id)


def room_by_invite(invite: str, player: Player | None) -> Room:
    """The open room with this link; raises NoSuchRoom, also if it is locked for this player."""
    check_welcome(player)
    if "\0" in invite:
        raise NoSuchRoom
    room = Room.objects.filter(invite=invite, closed_at=None).select_related("host").first()
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
    """Whether the player has a seat in the room's running game, in the room or not."""
    seats = Seat.objects.filter(game__room=room, game__status=Game.Status.RUNNING)
    return player is not None and seats.filter(player=player).exists()


def check_welcome(player: Player | None) -> None:
    """Raise Banned if the player is banned; every way into a room calls this."""
    if player is not None and player.banned_until is not None and player.is_banned:
        raise Banned(until=moment_text(player.banned_until))


def room_by_code(code: str) -> Room:
    """The room with this code; raises NoSuchRoom, also if it is locked or a game is running."""
    room = Room.objects.filter(code=code_in(code), is_locked=False, closed_at=None).first()
    if room is None or room.games.filter(status=Game.Status.RUNNING).exists():
        raise NoSuchRoom
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
    """The running game, or the last finished one, or None."""
    games = room.games.exclude(status=Game.Status.BROKEN_OFF).order_by("-pk")
    return games.prefetch_related(Prefetch("seats", Seat.objects.order_by("number"))).first()


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
