"""Rooms that are open to anyone: what the host decides, who may sit down, who has left a game.

All of it is part of a change of the room (`changes.changing`). A block locks both its players
before it is stored (`games.open_tables.blocks`), and who sits down has locked their name: so either
the block is seen here, or whoever blocks sees the other at the table.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import CORRESPONDENCE, Game, Member, Player, Room, Seat
from games.play.stand_ins import give_up
from games.rooms.blocking import are_apart, is_apart
from games.rooms.chairs import seated_in
from games.rooms.changes import changing, changing_for_all
from games.rooms.hosts import check_host
from games.rooms.lookup import check_welcome, is_playing
from games.rooms.notices import CLOSED, OPENED, notice
from games.text.errors import (
    CannotPlayTogether,
    CannotSitHere,
    GameIsRunning,
    GuestsAreSeated,
    MutedAtOpenTables,
    NeedsAClock,
    RatedIsForAccounts,
    SeatedElsewhere,
    TooManyLeaves,
)
from games.text.numbers import moment_text

# What a table is given when it is opened without.
USUAL_CLOCK, USUAL_GRACE = 60, 120
# For so long people are waited for before bots are offered.
PATIENCE = timedelta(seconds=30)


def open_to_all(room_id: int, host: Player, *, is_rated: bool) -> None:
    """List the room and let anybody sit down, for rated games or not; it is unlocked.

    Raises GameIsRunning, GuestsAreSeated, CannotPlayTogether, SeatedElsewhere and what
    `check_may_join` raises. Programs lose their tokens, and who has a seat at another table of
    minutes loses the chair at this one.
    """
    with changing_for_all(room_id, host) as room:
        check_host(room, host)
        if is_playing(room):
            raise GameIsRunning
        check_may_join(host, is_rated=is_rated)
        make_open(room, is_rated=is_rated)
        _check_elsewhere(room, host)
        free_second_seats(room)
        check_blocks(room)
        room.notice = notice(OPENED, ["rated"] if is_rated else [])
        room.members.exclude(player=host).update(is_ready=False)
        room.members.exclude(token="").update(token="")


def make_open(room: Room, *, is_rated: bool) -> None:
    """Set what an open room has; the caller saves it."""
    room.is_open, room.is_rated, room.is_locked = True, is_rated, False
    room.clock, room.grace = room.clock or USUAL_CLOCK, room.grace or USUAL_GRACE
    room.bots_due_at = timezone.now() + PATIENCE


def make_private(room_id: int, host: Player) -> None:
    """Take the room off the list, and lock it: strangers may have kept its link.

    Raises GameIsRunning.
    """
    with changing(room_id) as room:
        check_host(room, host)
        if is_playing(room):
            raise GameIsRunning
        if room.is_open:
            room.is_open = room.is_rated = room.any_edition = False
            room.bots_due_at, room.is_locked, room.notice = None, True, notice(CLOSED)


def check_options(room: Room) -> None:
    """Raise NeedsAClock if an open room has no clock, or waits for ever for absent players."""
    if not (room.clock and room.grace):
        raise NeedsAClock


def check_may_join(player: Player, *, is_rated: bool) -> None:
    """Raise Banned, MutedAtOpenTables, TooManyLeaves or RatedIsForAccounts."""
    player.refresh_from_db(fields=["banned_until", "silent_until", "user"])
    check_welcome(player)
    now = timezone.now()
    if player.silent_until is not None and player.silent_until > now:
        raise MutedAtOpenTables(until=moment_text(player.silent_until))
    check_account(player, is_rated=is_rated)
    if until := _rests_until(player, now):
        raise TooManyLeaves(count=settings.MOST_LEAVES, until=moment_text(until))


def check_account(player: Player | None, *, is_rated: bool) -> None:
    """Raise RatedIsForAccounts for somebody without an account, where games are rated."""
    if is_rated and (player is None or player.user_id is None):
        raise RatedIsForAccounts


def is_fresh(room: Room) -> bool:
    """Whether nothing was played in the room yet but what was broken off."""
    return not room.games.exclude(status=Game.Status.BROKEN_OFF).exists()


def _rests_until(player: Player, now: datetime) -> datetime | None:
    """Until when somebody who left too many open games joins no more; None if they may."""
    days = timedelta(hours=settings.LEAVES_HOURS)
    left = Seat.objects.filter(player=player, left_at__gt=now - days, game__voided_at=None)
    times = left.order_by("-left_at").values_list("left_at", flat=True)
    last = next(iter(times[settings.MOST_LEAVES - 1 : settings.MOST_LEAVES]), None)
    return last + days if last else None


def check_may_sit(room: Room, player: Player) -> None:
    """Raise CannotSitHere, SeatedElsewhere or what `check_may_join` raises, for an open table."""
    check_may_join(player, is_rated=room.is_rated)
    _check_elsewhere(room, player)
    if is_apart(player.pk, [member.player_id for member in seated_in(room)]):
        raise CannotSitHere


def places_of(player: Player) -> QuerySet[Member]:
    """The player's chairs at open tables where they play a game of minutes or wait for one.

    That is for a first game, or for the rematch that they are ready for. Newest first. The lock of
    the player's name keeps others from being taken meanwhile.
    """
    played = Game.objects.filter(room=OuterRef("room")).exclude(status=Game.Status.BROKEN_OFF)
    running = played.filter(status=Game.Status.RUNNING, clock__lt=CORRESPONDENCE)
    mine = running.filter(seats__player=player, seats__left_at=None)
    chairs = Member.objects.filter(player=player, chair__isnull=False, room__is_open=True)
    again = Q(is_ready=True, room__rematch_due_at__isnull=False)
    places = chairs.filter(Exists(mine) | ~Exists(played) | again, room__closed_at=None)
    return places.select_related("room").order_by("-pk")


def _check_elsewhere(room: Room, player: Player) -> None:
    """Raise SeatedElsewhere at a table of minutes for somebody who has a seat at another one.

    Else one person could keep a chair at every table, and be dealt in at several at once.
    """
    others = places_of(player).filter(room__clock__lt=CORRESPONDENCE).exclude(room=room)
    if room.clock < CORRESPONDENCE and others.exists():
        raise SeatedElsewhere


def check_keeps_one_seat(room: Room, player: Player) -> None:
    """Raise SeatedElsewhere if a chair here at an open table would be the player's second one."""
    if room.is_open and room.members.filter(player=player, chair__isnull=False).exists():
        _check_elsewhere(room, player)


def free_second_seats(room: Room) -> None:
    """Make watchers of those who wait here for a first game, and have a seat at another table.

    That is when a table becomes an open one of minutes: its host must not give others a second seat
    either. Who plays or waits elsewhere keeps that place, as others count on them there.
    """
    if room.clock >= CORRESPONDENCE or not is_fresh(room):
        return
    for member in seated_in(room):
        others = places_of(member.player).filter(room__clock__lt=CORRESPONDENCE)
        if not member.player.bot and others.exclude(room=room).exists():
            member.chair, member.is_ready = None, False
            member.save()


def check_blocks(room: Room) -> None:
    """Raise CannotPlayTogether or GuestsAreSeated if no open game can be dealt to who sits here."""
    people = [member.player for member in seated_in(room) if not member.player.bot]
    if room.is_rated and any(player.user_id is None for player in people):
        raise GuestsAreSeated
    if are_apart([player.pk for player in people]):
        raise CannotPlayTogether


def give_up_seat(room: Room, player: Player) -> None:
    """Let a bot have the player's seat in the room's running open game for good; if they have one.

    The room is locked.
    """
    seat = Seat.objects.filter(player=player, game__room=room, left_at=None)
    seat = seat.filter(game__status=Game.Status.RUNNING, game__is_open=True)
    for game_id, number in seat.values_list("game", "number"):
        give_up(game_id, [number], room.level)
        room.refresh_from_db(fields=["changes"])


def close_if_empty(room: Room) -> None:
    """Close an open room without people on chairs in which nothing was ever played."""
    if not room.is_open or room.games.exists():
        return
    if all(member.player.bot for member in seated_in(room)):
        room.closed_at = timezone.now()
