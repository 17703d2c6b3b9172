"""The limit on watchers of a room, which bounds the size of what everybody is sent."""

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from games.models import Game, Room, Seat
from games.play.presence_times import WATCHER_LEFT
from games.text.errors import TooManyWatchers

MOST_WATCHERS = 30


def make_place(room: Room) -> None:
    """Remove the watcher who has been away longest; TooManyWatchers if all of them are present."""
    seats = Seat.objects.filter(game__room=room, game__status=Game.Status.RUNNING)
    watching = room.members.filter(chair=None, is_removed=False)
    watching = watching.filter(~Exists(seats.filter(player=OuterRef("player"))))  # who plays stays
    if watching.count() < MOST_WATCHERS:
        return
    away = watching.filter(Q(seen_at=None) | Q(seen_at__lt=timezone.now() - WATCHER_LEFT))
    longest = away.exclude(player=room.host_id).order_by(F("seen_at").asc(nulls_first=True)).first()
    if longest is None:
        raise TooManyWatchers
    longest.delete()
