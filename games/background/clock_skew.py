"""Corrects stored times that lie too far ahead because the machine's clock was set back."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import CLOCKS, EXTENSIONS, Game, Member, Review, Room
from games.play.announcements import announce
from games.play.presence_times import PRESENT
from games.reviews import jobs

# Clocks of several machines differ a little; that is not a clock that was set back.
SLACK = timedelta(seconds=60)


def correct_times(now: datetime | None = None) -> int:
    """Make due now what a clock that was ahead has put off; how many rows."""
    now = now or timezone.now()
    late_turns = list(_long_turns(now).values_list("pk", "clock", "room_id"))
    for game_id, clock, room_id in late_turns:
        _restart_turn(game_id, room_id, now + timedelta(seconds=clock))
    waiting = _long_pauses(now).update(due_at=now)
    reviews = Review.objects.filter(due_at__gt=now + jobs.LEASE + SLACK).update(due_at=now)
    _correct_presence(now)
    return len(late_turns) + waiting + reviews + _correct_expiry(now)


def _correct_presence(now: datetime) -> None:
    """Count members seen in the future as just gone; those who are connected say so soon."""
    later = Member.objects.filter(seen_at__gt=now + SLACK)
    later.update(seen_at=now - PRESENT)


def _correct_expiry(now: datetime) -> int:
    longest = timedelta(days=max(settings.ROOM_DAYS, settings.GAME_DAYS)) + SLACK
    rooms = Room.objects.filter(closed_at=None, expires_at__gt=now + longest)
    return rooms.update(expires_at=now + timedelta(days=settings.ROOM_DAYS))


def _long_pauses(now: datetime) -> QuerySet[Game]:
    """Games that wait too long for a bot, an auto-bid or the end of a lease."""
    longest = max(settings.LEASE, *settings.BOT_PAUSE, *settings.ORDER_PAUSE)
    far = now + timedelta(seconds=longest) + SLACK
    games = Game.objects.filter(status=Game.Status.RUNNING, due_at__gt=far)
    return games.filter(Q(deadline=None) | ~Q(due_at=F("deadline")))


def _long_turns(now: datetime) -> QuerySet[Game]:
    """Games whose turn ends later than with all the extra time a player may take."""
    late = Q()
    for clock in CLOCKS:
        whole = timedelta(seconds=clock * (EXTENSIONS + 1))
        late |= Q(clock=clock, deadline__gt=now + whole + SLACK)
    return Game.objects.filter(late, status=Game.Status.RUNNING)


def _restart_turn(game_id: int, room_id: int, end: datetime) -> None:
    """Let the turn end at `end`; the due time of a waiting bot or auto-bid stays."""
    with transaction.atomic():
        Room.objects.filter(pk=room_id).update(changes=F("changes") + 1)
        game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING)
        game.filter(due_at=F("deadline")).update(due_at=end)
        game.update(deadline=end)
        announce(room_id)
