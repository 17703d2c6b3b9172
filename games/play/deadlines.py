"""Puts off the end of a turn: more time for whose turn it is, and breaks in which nobody was there.

Both lock the room, then the game, and end the lease of a process that was about to act for the seat
(see `clock`): no bot plays for somebody who has more time or is back.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from games.models import CORRESPONDENCE, Game, Member, Room
from games.play.announcements import announce
from games.play.automation import automation_of, due_after, later_by, moment_after
from games.play.position import position_of
from games.play.presence_times import PRESENT, notify_time
from games.play.rows import locked
from games.text.errors import NoGameIsRunning, NoTimeLeft, TableMovedOn


def extend(game_id: int, seat: int) -> None:
    """Give the seat whose turn it is the time of a turn once more.

    Raises NoGameIsRunning, TableMovedOn, NoTimeLeft.
    """
    with transaction.atomic():
        Room.objects.filter(games=game_id).update(changes=F("changes") + 1)
        game = locked(game_id)
        if game.deadline is None:
            raise NoGameIsRunning
        if seat not in position_of(game.pk, game.version).state.seats_to_act:
            raise TableMovedOn
        left = game.seats.filter(number=seat, extensions__gt=0)
        if not left.update(extensions=F("extensions") - 1):
            raise NoTimeLeft
        _put_off(game, timedelta(seconds=game.clock))


def go_on(room_id: int, now: datetime) -> None:
    """Put off the end of the turn by as long as no player was there; one has just come back."""
    with transaction.atomic():
        Room.objects.filter(pk=room_id).update(changes=F("changes") + 1)
        games = Game.objects.select_for_update().filter(room=room_id, status=Game.Status.RUNNING)
        games = games.exclude(deadline=None).exclude(clock__gte=CORRESPONDENCE)
        game = games.exclude(is_open=True).first()  # whose clock runs whoever is there
        if game is None or game.deadline is None:
            return
        players = Member.objects.filter(room=room_id, player__seats__game=game, player__bot="")
        last = players.filter(seen_at__lte=now + PRESENT).aggregate(last=Max("seen_at"))["last"]
        if last is None:
            _put_off(game, now + timedelta(seconds=game.clock) - game.deadline)
        elif last < now - PRESENT:
            _put_off(game, now - last)


def _put_off(game: Game, time: timedelta) -> None:
    """Let the turn end later by `time`."""
    if game.deadline is None:
        return
    position, automation = position_of(game.pk, game.version), automation_of(game)
    begins = timezone.now() + moment_after(position.events)
    game.deadline = later_by(game.deadline, time, game.weekends_off)
    game.due_at, game.lease = due_after(position.state, automation, game.deadline, begins), ""
    game.notify_at = notify_time(timezone.now())
    game.save(update_fields=["deadline", "due_at", "lease", "notify_at"])
    announce(game.room_id)
