"""Start a game in a room."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.engine.dealing import SEED_BYTES, commitment
from games.engine.editions import EDITIONS
from games.engine.seats import SEATS
from games.models import CORRESPONDENCE, Game, Member, NotificationKind, Player, Room, Seat
from games.play.automation import Automation
from games.play.outbox import tell
from games.play.position import folded
from games.play.presence_times import notify_time
from games.play.rows import store_automation
from games.rooms.chairs import seated_in
from games.rooms.changes import changing
from games.rooms.hosting import choose, seat_bot
from games.rooms.hosts import check_host
from games.rooms.lookup import is_playing
from games.rooms.open_rooms import check_blocks
from games.rooms.seating import open_room
from games.text.errors import GameIsRunning, TooFewPlayers, TooManyGames

LATELY = timedelta(hours=1)


def start(room_id: int, host: Player) -> Game:
    """Deal a new game to everybody who has a chair, in the order of the chairs.

    Raises NotInThisRoom, HostsOnly, GameIsRunning, TooManyGames, TooFewPlayers.
    """
    with changing(room_id) as room:
        check_host(room, host)
        check_table(room, host)
        return deal(room)


def check_table(room: Room, host: Player) -> None:
    """Raise GameIsRunning, TooManyGames or TooFewPlayers if no game can be dealt now.

    At an open table also what `open_rooms.check_blocks` raises.
    """
    if is_playing(room):
        raise GameIsRunning
    check_games_of(host)
    if len(seated_in(room)) not in SEATS:
        raise TooFewPlayers
    if room.is_open:
        check_blocks(room)


def deal(room: Room) -> Game:
    """Deal a game in a room that is locked and checked; what was proposed or told before is over.

    The caller saves the room.
    """
    room.rematch_due_at, room.is_rematch_late, room.notice = None, False, ""
    room.bots_due_at, room.any_edition = None, False
    members, game = seated_in(room), _new_game(room)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, player=member.player, name=member.player.name)
        for number, member in enumerate(members)
    )
    begin(game, members)
    tell(NotificationKind.START, [member.player_id for member in members], game)
    return game


def _new_game(room: Room) -> Game:
    """A new game with the room's options, and the shuffle commitment to a new seed."""
    seed, salt = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES)
    return Game.objects.create(
        room=room,
        edition=room.edition,
        advanced=room.advanced,
        show_spent=room.show_spent,
        seed=seed.hex(),
        salt=salt.hex(),
        commitment=commitment(seed, salt),
        clock=room.clock,
        weekends_off=room.weekends_off,
        is_open=room.is_open,
        is_rated=room.is_rated,
        notify_at=notify_time(timezone.now()),
    )


def check_games_of(player: Player) -> None:
    """Raise TooManyGames if the player plays or hosts as many running games as allowed.

    A game whose room they have left, or have not been in for an hour, waits for them and does not
    count: nobody could find it again to end it. Games by correspondence
    count as long as they are in the room.
    """
    mine = Q(room__host=player) | Q(seats__player=player)
    places = Member.objects.filter(room=OuterRef("room"), player=player, is_removed=False)
    lately = places.filter(seen_at__gte=timezone.now() - LATELY)
    goes_on = Exists(lately) | Q(Exists(places), clock__gte=CORRESPONDENCE)
    games = Game.objects.filter(mine, goes_on, status=Game.Status.RUNNING)
    running = games.distinct().count()
    if running >= settings.MOST_GAMES:
        raise TooManyGames(count=running)


def begin(game: Game, members: Sequence[Member]) -> None:
    """Store which seats bots play for, and start the clock."""
    bots = {n: member.player.bot for n, member in enumerate(members) if member.player.bot}
    if bots or game.clock:
        automation = Automation(bots=bots, clock=game.clock, weekends_off=game.weekends_off)
        store_automation(folded(game), automation, timezone.now())


def play_now(player: Player, edition: str, level: str) -> Room:
    """A new room of the player with three bots and a game dealt at once."""
    room = open_room(player)
    choose(room.pk, player, edition=edition, level=level, show_spent=EDITIONS[edition].shows_spent)
    for _ in range(3):
        seat_bot(room.pk, player, level)
    start(room.pk, player)
    return room
