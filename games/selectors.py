"""Every read that pages, sockets and commands need."""

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils import timezone

from games.engine.cards import BY_ID
from games.engine.dealing import deal
from games.engine.editions import EDITIONS
from games.engine.record import BadRecord, Record
from games.engine.state import Deal
from games.engine.violations import RuleViolation
from games.engine.wire import action_from
from games.models import Game, Member, Message, Mute, Player, Room, Seat
from games.narration import moment_text
from games.refusals import Banned, NoSuchGame, NoSuchRoom, UnreadableGame

CHUNK = 200
# What replaying may stumble over where somebody has changed what is stored.
UNSOUND = (BadRecord, RuleViolation, ValueError, LookupError, TypeError, AttributeError)


def room(room_id: int) -> Room:
    """The room with its host."""
    return Room.objects.select_related("host").get(pk=room_id)


def room_by_invite(invite: str, player: Player | None) -> Room:
    """The room behind a link; locked, it is there for its members only, closed for nobody."""
    check_welcome(player)
    if "\0" in invite:
        raise NoSuchRoom
    room = Room.objects.filter(invite=invite, closed_at=None).select_related("host").first()
    if room is None:
        raise NoSuchRoom
    member = room.members.filter(player=player).first() if player else None
    if member.is_removed if member else room.is_locked:
        raise NoSuchRoom
    return room


def check_welcome(player: Player | None) -> None:
    """Banned for who is kept out: every way into a room comes past here."""
    if player is not None and player.banned_until is not None and player.is_banned:
        raise Banned(until=moment_text(player.banned_until))


def room_by_code(code: str) -> Room:
    """The room behind a spoken code: while people gather, not once it is locked or plays."""
    spoken = "".join(symbol for symbol in code.upper() if symbol.isalnum())
    room = Room.objects.filter(code=spoken, is_locked=False, closed_at=None).first()
    if room is None or room.games.filter(status=Game.Status.RUNNING).exists():
        raise NoSuchRoom
    return room


def members_of(room: Room) -> list[Member]:
    """Who is here: chairs first, then who watches."""
    members = room.members.filter(is_removed=False).select_related("player")
    return sorted(members, key=lambda member: (member.chair is None, member.chair, member.pk))


def membership(room: Room, player: Player | None) -> Member | None:
    """The player's place in the room, if any."""
    if player is None:
        return None
    return room.members.filter(player=player, is_removed=False).first()


def game_of(room: Room) -> Game | None:
    """The game on the table: the running one, or the last that was finished."""
    games = room.games.exclude(status=Game.Status.BROKEN_OFF).order_by("-pk")
    return games.prefetch_related(Prefetch("seats", Seat.objects.order_by("number"))).first()


def seat_of(game: Game, player: Player | None) -> int | None:
    """The number of the player's seat in the game."""
    if player is None:
        return None
    return next((seat.number for seat in game.seats.all() if seat.player_id == player.pk), None)


def pulse_of(room_ids: Sequence[int]) -> list[tuple[int, tuple[int, int, int]]]:
    """For each room its changes, and the id and version of the game on the table."""
    newest = Game.objects.filter(room=OuterRef("pk")).exclude(status=Game.Status.BROKEN_OFF)
    newest = newest.order_by("-pk")
    rooms = Room.objects.filter(pk__in=room_ids).annotate(
        game=Subquery(newest.values("pk")[:1]), version=Subquery(newest.values("version")[:1])
    )
    rows = rooms.values_list("pk", "changes", "game", "version")
    return [(pk, (changes, game or 0, version or 0)) for pk, changes, game, version in rows]


def departures(player_ids: Iterable[int]) -> dict[int, datetime | None]:
    """Of these people, who has logged out, and when they last did."""
    players = Player.objects.filter(pk__in=player_ids, logged_out_at__isnull=False)
    return dict(players.values_list("pk", "logged_out_at"))


def removed_from(room: Room) -> frozenset[int]:
    """Who was sent away for good, or is banned for now."""
    gone = room.members.filter(Q(is_removed=True) | Q(player__banned_until__gt=timezone.now()))
    return frozenset(gone.values_list("player_id", flat=True))


def talk_of(room: Room, newest: int = 50) -> list[Message]:
    """What was said last, oldest first."""
    return list(reversed(room.messages.order_by("-pk")[:newest]))


def mutes_in(room: Room) -> frozenset[tuple[int, int]]:
    """Who in this room has muted whom."""
    mutes = Mute.objects.filter(player__memberships__room=room)
    return frozenset(mutes.values_list("player_id", "muted_id"))


def deal_of(game: Game, seats: int) -> Deal:
    """The deal that follows from the game's stored seed, or the one that was laid."""
    edition = EDITIONS[game.edition]
    if game.laid:
        laid = json.loads(game.laid)
        deck = tuple(BY_ID[id] for id in laid["deck"])
        return Deal(edition, seats, laid["first_seat"], deck, game.show_spent)
    advanced = tuple(BY_ID[id] for id in game.advanced)
    return deal(edition, seats, bytes.fromhex(game.seed), advanced, game.show_spent)


def record_of(game: Game) -> Record:
    """The stored game as a record, replayed from its log; UnreadableGame where that fails."""
    try:
        return _record_of(game)
    except UNSOUND as error:
        raise UnreadableGame(reason=error) from error


def readable(games: Iterable[Game]) -> Iterator[tuple[Game, Record]]:
    """Each of these games with its record, without those that cannot be read."""
    for game in games:
        with suppress(UnreadableGame):
            yield game, record_of(game)


def _record_of(game: Game) -> Record:
    seats = list(game.seats.all())
    actions = tuple(action_from(json.loads(line.payload)) for line in game.log.all())
    names = tuple(seat.name for seat in seats)
    seed = None if game.laid else bytes.fromhex(game.seed)
    return Record(deal_of(game, len(seats)), names, actions, seed)


def chunks_of(games: QuerySet[Game], size: int = CHUNK) -> Iterator[list[int]]:
    """The numbers of these games in the order in which they began, so many at a time."""
    numbers = array("q", games.order_by("pk").values_list("pk", flat=True).iterator())
    for first in range(0, len(numbers), size):
        yield list(numbers[first : first + size])


def with_logs(numbers: Sequence[int]) -> QuerySet[Game]:
    """These games, with their seats and logs."""
    games = Game.objects.filter(pk__in=numbers).order_by("pk")
    return games.prefetch_related("seats", "log")


def has_part(game: Game, player: Player | None) -> bool:
    """Whether somebody sat in the game or brought it in."""
    if player is None:
        return False
    is_owner = game.origin == Game.Origin.IMPORTED and game.room.host_id == player.pk
    return is_owner or seat_of(game, player) is not None


def game_behind(key: str, player: Player | None) -> Game:
    """A game that is over: behind its link for anybody, else by its code for who has a part in it.

    A part in it has who sat there and who brought it in.
    """
    over = Game.objects.exclude(status=Game.Status.RUNNING)
    over = over.select_related("room").prefetch_related("seats")
    mine = Q(code=key) & (Q(seats__player=player) | Q(room__host=player, origin="imported"))
    allowed = Q(share=key) if player is None else Q(share=key) | mine
    game = None if not key or "\0" in key else over.filter(allowed).distinct().first()
    if game is None:
        raise NoSuchGame
    return game
