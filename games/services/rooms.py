"""Rooms: open, sit, watch, leave, lock, remove, hand over, choose, start, break off."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.company import Company
from games.engine.dealing import SEED_BYTES, commitment
from games.engine.editions import EDITIONS
from games.engine.state import SEATS
from games.models import Game, Member, Player, Room, Seat
from games.refusals import (
    GameIsRunning,
    HostsOnly,
    NoGameIsRunning,
    NoSuchMember,
    NoSuchRoom,
    NotInThisRoom,
    RoomIsFull,
    RoomIsLocked,
    TooFewPlayers,
    TooManyPlayers,
)
from games.services import people
from games.services.announcing import announce
from games.services.table import arrange, folded


def open_room(player: Player) -> Room:
    """A new room with `player` as host on the first chair."""
    with transaction.atomic():
        room = Room.objects.create(host=player)
        Member.objects.create(room=room, player=player, chair=0)
    return room


@contextmanager
def changing(room_id: int) -> Iterator[Room]:
    """The room, locked against other writers; whatever changes is announced after the commit."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id, closed_at=None).first()
        if room is None:
            raise NoSuchRoom
        yield room
        room.changes += 1
        room.save()
        announce(room.pk)


def sit(room_id: int, player: Player) -> int:
    """Give `player` the first free chair, or the one they have; the number of the chair.

    While a game is running only who has left it comes back to it.
    """
    with changing(room_id) as room:
        member = _membership(room, player)
        if member.chair is not None:
            return member.chair
        if room.is_locked:
            raise RoomIsLocked
        if is_playing(room) and not _plays(room, player.pk):
            raise GameIsRunning
        chair = _free_chair(room)
        if chair is None:
            chair = _chair_of_a_bot(room)
        member.chair = chair
        member.save()
        room.host = room.host or player
        return chair


def watch(room_id: int, player: Player) -> None:
    """Let `player` in without a chair; who has one stands up, unless a game is running."""
    with changing(room_id) as room:
        member = _membership(room, player)
        if member.pk and member.chair is None:
            return
        if not member.pk and room.is_locked:
            raise RoomIsLocked
        if member.chair is not None and is_playing(room):
            raise GameIsRunning
        member.chair = None
        member.save()
        room.host = room.host or player


def leave(room_id: int, player: Player) -> None:
    """Take `player` out of the room; the host's role passes on; a seat in a running game stays."""
    with changing(room_id) as room:
        member = _member(room, player.pk)
        member.delete()
        room.expires_at = timezone.now() + timedelta(days=_days(room))
        if room.host_id == player.pk:
            room.host = _heir(room)


def _days(room: Room) -> float:
    """How long this room is kept after the last of its people has gone."""
    return float(settings.GAME_DAYS if is_playing(room) else settings.ROOM_DAYS)


def choose(room_id: int, host: Player, **options: object) -> None:
    """Set edition, ★ cards, memory, clock and seats (checked by the form) for the next game."""
    with changing(room_id) as room:
        check_host(room, host)
        if is_playing(room):
            raise GameIsRunning
        for name, value in options.items():
            setattr(room, name, value)
        if _highest_chair(room) >= room.seats:
            _close_ranks(room)


def set_lock(room_id: int, host: Player, *, is_locked: bool) -> None:
    """Keep new people out, or let them in again."""
    with changing(room_id) as room:
        check_host(room, host)
        room.is_locked = is_locked


def remove(room_id: int, host: Player, player_id: int) -> None:
    """Send somebody away for good; not from the table while a game is running."""
    with changing(room_id) as room:
        check_host(room, host)
        member = _member(room, player_id)
        if player_id == host.pk:
            raise NoSuchMember
        if _plays(room, player_id):
            raise GameIsRunning
        if member.player.bot:
            _dismiss(member)
            return
        member.chair, member.is_removed = None, True
        member.save()


def hand_over(room_id: int, host: Player, player_id: int) -> None:
    """Make another member the host."""
    with changing(room_id) as room:
        check_host(room, host)
        heir = _member(room, player_id).player
        if heir.bot:
            raise NoSuchMember
        room.host = heir


def start(room_id: int, host: Player) -> Game:
    """Deal a new game to everybody who has a chair, in the order of the chairs."""
    with changing(room_id) as room:
        check_host(room, host)
        if is_playing(room):
            raise GameIsRunning
        members = list(_seated(room))
        if len(members) not in SEATS:
            raise TooFewPlayers
        seed, salt = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES)
        game = Game.objects.create(
            room=room,
            edition=room.edition,
            advanced=room.advanced,
            show_spent=room.show_spent,
            seed=seed.hex(),
            salt=salt.hex(),
            commitment=commitment(seed, salt),
            clock=room.clock,
        )
        Seat.objects.bulk_create(
            Seat(game=game, number=number, player=member.player, name=member.player.name)
            for number, member in enumerate(members)
        )
        begin(game, members)
        return game


def begin(game: Game, members: Sequence[Member]) -> None:
    """Tell the house which seats are bots' and let the clock run."""
    bots = {n: member.player.bot for n, member in enumerate(members) if member.player.bot}
    if bots or game.clock:
        company = Company(bots=bots, clock=game.clock)
        arrange(folded(game), company, timezone.now())


def seat_bot(room_id: int, host: Player, level: str) -> None:
    """Put a bot of this level on the first free chair."""
    with changing(room_id) as room:
        check_host(room, host)
        if is_playing(room):
            raise GameIsRunning
        chair = _free_chair(room)
        if chair is None:
            raise RoomIsFull
        bot = people.new_bot(level, {member.player.name for member in _seated(room)})
        Member.objects.create(room=room, player=bot, chair=chair)


def play_now(player: Player, edition: str, level: str) -> Room:
    """A room of their own against three bots, dealt at once."""
    room = open_room(player)
    choose(room.pk, player, edition=edition, level=level, show_spent=EDITIONS[edition].shows_spent)
    for _ in range(3):
        seat_bot(room.pk, player, level)
    start(room.pk, player)
    return room


def break_off(room_id: int, host: Player) -> None:
    """End the running game without a result, for when somebody will not come back."""
    with changing(room_id) as room:
        check_host(room, host)
        if not end_without_result(room, timezone.now()):
            raise NoGameIsRunning


def end_without_result(room: Room, now: datetime) -> bool:
    """Break off the room's game, if one is running."""
    running = Game.objects.filter(room=room, status=Game.Status.RUNNING)
    end = {"status": Game.Status.BROKEN_OFF, "finished_at": now, "orders": ""}
    return bool(running.update(**end))


def is_playing(room: Room) -> bool:
    """Whether a game is running here."""
    return Game.objects.filter(room=room, status=Game.Status.RUNNING).exists()


def _plays(room: Room, player_id: int) -> bool:
    """Whether the person has a seat in the running game, on a chair or not."""
    seats = Seat.objects.filter(game__room=room, game__status=Game.Status.RUNNING)
    return seats.filter(player=player_id).exists()


def _seated(room: Room) -> list[Member]:
    members = room.members.filter(chair__isnull=False).order_by("chair")
    return list(members.select_related("player"))


def _membership(room: Room, player: Player) -> Member:
    """The player's place in the room, new or old; who was removed is kept out."""
    member = room.members.filter(player=player).first() or Member(room=room, player=player)
    if member.is_removed:
        raise RoomIsLocked
    return member


def _member(room: Room, player_id: int) -> Member:
    member = room.members.filter(player=player_id, is_removed=False).first()
    if member is None:
        raise NoSuchMember
    return member


def check_host(room: Room, player: Player) -> None:
    """NotInThisRoom or HostsOnly for anybody but the host."""
    if not room.members.filter(player=player, is_removed=False).exists():
        raise NotInThisRoom
    if room.host_id != player.pk:
        raise HostsOnly


def _heir(room: Room) -> Player | None:
    """Who is next in line: the lowest chair, else who has watched longest."""
    if seated := [member for member in _seated(room) if not member.player.bot]:
        return seated[0].player
    people = room.members.filter(is_removed=False, player__bot="")
    watching = people.order_by("joined_at").first()
    return watching.player if watching else None


def _free_chair(room: Room) -> int | None:
    taken = {member.chair for member in _seated(room)}
    return next((chair for chair in range(room.seats) if chair not in taken), None)


def _chair_of_a_bot(room: Room) -> int:
    """A bot gets up for a person; RoomIsFull where there is none."""
    bots = [member for member in _seated(room) if member.player.bot]
    if not bots:
        raise RoomIsFull
    chair = bots[-1].chair
    _dismiss(bots[-1])
    return chair or 0


def _dismiss(member: Member) -> None:
    """A bot goes; the games it has played go on telling who it was."""
    member.delete()
    if not member.player.seats.exists():
        member.player.delete()


def _highest_chair(room: Room) -> int:
    return room.members.aggregate(highest=Max("chair"))["highest"] or 0


def _close_ranks(room: Room) -> None:
    """Move everybody to the lowest chairs, or refuse when there are too few of them."""
    members = _seated(room)
    if len(members) > room.seats:
        raise TooManyPlayers
    for chair, member in enumerate(members):
        member.chair = chair
        member.save()
