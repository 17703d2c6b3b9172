"""Who is away for too long from an open table: in a game they have left it, before one their chair.

Games over days are not looked at here: there the end of a turn decides (`play.clock`), and a chair
is kept as long as the room is.

What may happen at the same time: every process looks every few seconds; people come back, leave and
sit down. What is found is looked at again under the lock of the room, so a seat is given up once
and somebody who has come back meanwhile keeps it. Somebody who comes back after that is a stranger
to the table, and may watch.

A break of the site is not an absence. While no process ran, or the database did not answer, nobody
could be stored as present: so only the time since `ClockBeat.steady_since` counts.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.models import CORRESPONDENCE, ClockBeat, Game, Member, Room, Seat
from games.play.presence_times import WATCHER_LEFT
from games.play.stand_ins import give_up
from games.rooms.changes import changing
from games.rooms.hosts import heir_among, people_of
from games.rooms.open_rooms import close_if_empty
from games.text.errors import NoSuchRoom

MOST_AT_ONCE = 100
# Whoever waits at a table and was not seen for so long has left it.
CHAIR_LEFT = WATCHER_LEFT


def give_up_places(now: datetime | None = None) -> int:
    """Take seats and chairs of open tables from those who are away for too long; how many rooms."""
    now = now or timezone.now()
    since = ClockBeat.objects.values_list("steady_since", flat=True).first()
    if since is None:
        return 0
    rooms = {
        *_late_seats(now, since).values_list("game__room", flat=True)[:MOST_AT_ONCE],
        *_late_chairs(now, since).values_list("room", flat=True)[:MOST_AT_ONCE],
    }
    for room_id in sorted(rooms):
        _look_at(room_id, now, since)
    return len(rooms)


def _look_at(room_id: int, now: datetime, since: datetime) -> None:
    try:
        with changing(room_id) as room:
            for seat in _late_seats(now, since).filter(game__room=room):
                give_up(seat.game_id, [seat.number], room.level)
                room.members.filter(player=seat.player_id).delete()
            late = _late_chairs(now, since).filter(room=room)
            room.members.filter(pk__in=list(late.values_list("pk", flat=True))).delete()
            room.refresh_from_db(fields=["changes"])
            if not people_of(room).filter(player=room.host_id).exists():
                room.host = heir_among(room, people_of(room))
            close_if_empty(room)
    except NoSuchRoom:
        return


def _late_seats(now: datetime, since: datetime) -> QuerySet[Seat]:
    """Seats of running open games whose players are away for longer than their room's grace."""
    mine = Member.objects.filter(room=OuterRef("game__room"), player=OuterRef("player"))
    seats = Seat.objects.filter(
        Q(player__bot="") | Q(player=None),
        game__status=Game.Status.RUNNING,
        game__is_open=True,
        game__clock__lt=CORRESPONDENCE,
        left_at=None,
    ).annotate(seen_at=Subquery(mine.values("seen_at")[:1]))
    graces = Room.objects.filter(is_open=True, closed_at=None).values_list("grace", flat=True)
    late = Q(pk=None)
    for grace in graces.distinct():
        then = now - timedelta(seconds=grace)
        if since <= then:
            late |= Q(game__room__grace=grace) & (Q(seen_at__lt=then) | Q(seen_at=None))
    return seats.filter(late)


def _late_chairs(now: datetime, since: datetime) -> QuerySet[Member]:
    """People on chairs of open tables without a running game who are away for too long."""
    then = now - CHAIR_LEFT
    if since > then:
        return Member.objects.none()
    running = Game.objects.filter(room=OuterRef("room"), status=Game.Status.RUNNING)
    waiting = Member.objects.filter(
        ~Exists(running),
        room__is_open=True,
        room__closed_at=None,
        room__clock__lt=CORRESPONDENCE,
        chair__isnull=False,
        player__bot="",
        is_removed=False,
    )
    return waiting.filter(Q(seen_at__lt=then) | Q(seen_at=None)).order_by(F("pk"))
