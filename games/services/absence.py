"""What the host decides about somebody who is away, and who decides when the host is."""

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from games.models import Game, Member, Player, Room
from games.refusals import NobodyIsAway, NoGameIsRunning
from games.services import presence
from games.services.clock import CORRESPONDENCE, people_here
from games.services.rooms import changing, check_host

A_HOST_MAY_BE_AWAY = timedelta(minutes=5)


def let_a_bot_sit_in(room_id: int, host: Player, number: int) -> None:
    """A bot plays for the absent player of this seat from now on, until they are back."""
    _decide(room_id, host, number, waits=False)


def wait_for(room_id: int, host: Player, number: int) -> None:
    """No bot sits in for the absent player of this seat, and one that does gets up."""
    _decide(room_id, host, number, waits=True)


def _decide(room_id: int, host: Player, number: int, *, waits: bool) -> None:
    with changing(room_id) as room:
        check_host(room, host)
        game = room.games.filter(status=Game.Status.RUNNING).first()
        if game is None:
            raise NoGameIsRunning
        seats = game.seats.filter(number=number).select_related("player", "game")
        if not any(presence.is_away(seat) for seat in seats):
            raise NobodyIsAway
        # The game before its seats, as where a game ends.
        presence.let_sit_in(game.pk, {number: "" if waits else room.level})
        seats.update(is_awaited=waits)


def relieve_hosts(now: datetime | None = None) -> int:
    """Make somebody who is here the host of each room whose own is away too long; how many."""
    now = now or timezone.now()
    host = Member.objects.filter(
        room=OuterRef("pk"), player=OuterRef("host"), seen_at__gte=now - A_HOST_MAY_BE_AWAY
    )
    here = people_here(OuterRef("pk"), now)
    waiting = Room.objects.filter(~Exists(host), Exists(here), closed_at=None)
    letters = Game.objects.filter(status=Game.Status.RUNNING, clock=CORRESPONDENCE)
    rooms = list(waiting.exclude(games__in=letters).values_list("pk", flat=True))
    for room_id in rooms:
        with changing(room_id) as room:
            nearest = (F("chair").asc(nulls_last=True), "joined_at")
            heir = people_here(room_id, now).order_by(*nearest).first()
            room.host = heir.player if heir else room.host
    return len(rooms)
