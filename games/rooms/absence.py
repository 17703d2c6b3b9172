"""What the host decides about an absent player, and a new host where the host is absent."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import CORRESPONDENCE, Game, Member, Player, Room
from games.play.presence_times import HOST_LEFT, PRESENT, was_steady
from games.play.stand_ins import set_stand_ins
from games.rooms import presence
from games.rooms.changes import changing
from games.rooms.hosts import check_host, heir_among, people_of
from games.text.errors import NobodyIsAway, NoGameIsRunning, PlayedToTheEnd


def let_a_bot_sit_in(room_id: int, host: Player, number: int) -> None:
    """Let a stand-in play for the absent player of this seat until they return."""
    _decide(room_id, host, number, waits=False)


def wait_for(room_id: int, host: Player, number: int) -> None:
    """Let no stand-in play for the absent player of this seat; one that does is removed."""
    _decide(room_id, host, number, waits=True)


def _decide(room_id: int, host: Player, number: int, *, waits: bool) -> None:
    with changing(room_id) as room:
        check_host(room, host)
        game = room.games.filter(status=Game.Status.RUNNING).first()
        if game is None:
            raise NoGameIsRunning
        if game.is_open:
            raise PlayedToTheEnd
        seats = game.seats.filter(number=number).select_related("player", "game")
        if not any(presence.is_absent(seat) for seat in seats):
            raise NobodyIsAway
        # The game before its seats, as where a game ends.
        set_stand_ins(game.pk, {number: "" if waits else room.level})
        seats.update(is_awaited=waits)


def relieve_hosts(now: datetime | None = None) -> int:
    """Give rooms whose host is absent too long to a present member; how many."""
    now = now or timezone.now()
    return sum(_relieve(room.pk, now) for room in _waiting(now))


def _waiting(now: datetime) -> QuerySet[Room]:
    """Rooms with an absent host and a present member, without games by correspondence."""
    people = Member.objects.filter(room=OuterRef("pk"), player__bot="", is_removed=False)
    host = people.filter(player=OuterRef("host"))
    if was_steady(now - HOST_LEFT, now):
        host = host.filter(seen_at__gte=now - HOST_LEFT)
    here = people.filter(seen_at__gte=now - PRESENT)
    letters = Game.objects.filter(status=Game.Status.RUNNING, clock__gte=CORRESPONDENCE)
    waiting = Room.objects.filter(~Exists(host), Exists(here), closed_at=None)
    return waiting.exclude(games__in=letters)


@transaction.atomic
def _relieve(room_id: int, now: datetime) -> bool:
    """Check again under the lock and change the host; whether that was done."""
    Room.objects.select_for_update().filter(pk=room_id).first()
    room = _waiting(now).filter(pk=room_id).first()
    if room is None:
        return False
    heir = heir_among(room, people_of(room).filter(seen_at__gte=now - PRESENT))
    if heir is None:
        return False
    with changing(room_id) as changed:
        changed.host = heir
    return True
