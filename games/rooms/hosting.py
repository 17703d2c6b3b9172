"""What only the host may do before a game: options, lock, members, bots.

All raise NotInThisRoom or HostsOnly for anybody else.
"""

from games.models import Member, Player
from games.rooms.bots import new_bot
from games.rooms.chairs import close_gaps, dismiss_bot, free_chair, highest_chair
from games.rooms.changes import changing, changing_for_all
from games.rooms.hosts import check_host
from games.rooms.lookup import is_playing, member_of, plays_in
from games.rooms.names import names_in
from games.rooms.notices import OPTIONS, notice
from games.rooms.open_rooms import check_keeps_one_seat, check_options, free_second_seats
from games.text.errors import GameIsRunning, NoSuchMember, RoomIsFull


def choose(room_id: int, host: Player, **options: object) -> None:
    """Set options of the next game, which a form has checked.

    Raises GameIsRunning, TooManyPlayers if more are seated than there are seats, and
    NeedsAClock for an open table that would have none; SeatedElsewhere if it becomes one of minutes
    and the host has a seat at another one. Others who have one give up their chair here.
    """
    with changing_for_all(room_id, host) as room:
        check_host(room, host)
        if is_playing(room):
            raise GameIsRunning
        changed = [name for name, value in options.items() if getattr(room, name) != value]
        for name, value in options.items():
            setattr(room, name, value)
        if room.is_open:
            room.any_edition = False
            check_options(room)
            if "clock" in changed:
                check_keeps_one_seat(room, host)
                free_second_seats(room)
        if highest_chair(room) >= room.seats:
            close_gaps(room)
        if changed:
            room.notice = notice(OPTIONS, changed)
            # Who was ready was ready for something else.
            room.members.exclude(player=host).update(is_ready=False)


def set_lock(room_id: int, host: Player, *, is_locked: bool) -> None:
    """Keep newcomers out of the room, or let them in again."""
    with changing(room_id) as room:
        check_host(room, host)
        room.is_locked = is_locked


def remove(room_id: int, host: Player, player_id: int) -> None:
    """Remove a member for good; raises NoSuchMember, or GameIsRunning for a seat in the game."""
    with changing(room_id) as room:
        check_host(room, host)
        member = member_of(room, player_id)
        if player_id == host.pk:
            raise NoSuchMember
        if plays_in(room, member.player):
            raise GameIsRunning
        if member.player.bot:
            dismiss_bot(member)
            return
        member.chair, member.is_removed = None, True
        member.save()


def hand_over(room_id: int, host: Player, player_id: int) -> None:
    """Make another member the host; raises NoSuchMember for a bot."""
    with changing(room_id) as room:
        check_host(room, host)
        heir = member_of(room, player_id).player
        if heir.bot:
            raise NoSuchMember
        room.host = heir


def seat_bot(room_id: int, host: Player, level: str) -> None:
    """Put a bot of this level on the first free chair; raises GameIsRunning, RoomIsFull."""
    with changing(room_id) as room:
        check_host(room, host)
        if is_playing(room):
            raise GameIsRunning
        chair = free_chair(room)
        if chair is None:
            raise RoomIsFull
        bot = new_bot(level, names_in(room))
        Member.objects.create(room=room, player=bot, chair=chair)
