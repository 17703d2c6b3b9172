"""Corrects stored times that lie too far ahead because the machine's clock was set back."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import (
    CLOCKS,
    EXTENSIONS,
    Delivery,
    Game,
    Letter,
    LetterKind,
    Member,
    Review,
    Room,
)
from games.notifications.deciding import REMINDER
from games.notifications.letter_queue import PAUSE
from games.notifications.sending import LONGEST_PAUSE
from games.play.announcements import announce
from games.play.presence_times import PRESENT
from games.reviews import jobs
from games.rooms import open_rooms, rematch

# Clocks of several machines differ a little; that is not a clock that was set back.
SLACK = timedelta(seconds=60)


def correct_times(now: datetime | None = None) -> int:
    """Make due now what a clock that was ahead has put off; how many games, reviews and rooms."""
    now = now or timezone.now()
    late_turns = list(_long_turns(now).values_list("pk", "clock", "room_id"))
    for game_id, clock, room_id in late_turns:
        _restart_turn(game_id, room_id, now + timedelta(seconds=clock))
    waiting = _long_pauses(now).update(due_at=now)
    reviews = Review.objects.filter(due_at__gt=now + jobs.LEASE + SLACK).update(due_at=now)
    _correct_presence(now)
    _correct_looks(now)
    _correct_messages(now)
    _correct_letters(now)
    rooms = _correct_expiry(now) + _correct_rematches(now) + _correct_offers(now)
    return len(late_turns) + waiting + reviews + rooms


def _correct_presence(now: datetime) -> None:
    """Count members seen in the future as just gone; those who are connected say so soon."""
    later = Member.objects.filter(seen_at__gt=now + SLACK)
    later.update(seen_at=now - PRESENT)


def _correct_expiry(now: datetime) -> int:
    longest = timedelta(days=max(settings.ROOM_DAYS, settings.GAME_DAYS)) + SLACK
    rooms = Room.objects.filter(closed_at=None, expires_at__gt=now + longest)
    return rooms.update(expires_at=now + timedelta(days=settings.ROOM_DAYS))


def _correct_rematches(now: datetime) -> int:
    proposed = Room.objects.filter(rematch_due_at__gt=now + rematch.PATIENCE + SLACK)
    return proposed.update(rematch_due_at=now)


def _correct_looks(now: datetime) -> None:
    """Look now whom a game has to be told to, unless what is waited for is the reminder."""
    far = now + timedelta(seconds=settings.NOTIFY_AFTER + settings.LOT_MOMENT) + SLACK
    is_reminder = Q(deadline__isnull=False, notify_at=F("deadline") - REMINDER)
    Game.objects.filter(~is_reminder, notify_at__gt=far).update(notify_at=now)


def _correct_messages(now: datetime) -> None:
    longest = max(LONGEST_PAUSE, settings.NOTIFY_AFTER, _refill_of("push"))
    later = Delivery.objects.filter(due_at__gt=now + timedelta(seconds=longest) + SLACK)
    later.update(due_at=now)


def _refill_of(kind: str) -> float:
    rate = settings.RATES[kind]
    return rate[1] / rate[0] if rate else 0


def _correct_letters(now: datetime) -> None:
    """Letters that wait too long; also those sent in the future, after which an hour passes."""
    Letter.objects.filter(sent_at__gt=now + SLACK).update(sent_at=now)
    is_digest = Q(kind=LetterKind.DIGEST)
    late = ~is_digest & Q(due_at__gt=now + max(PAUSE, timedelta(seconds=LONGEST_PAUSE)) + SLACK)
    late |= is_digest & Q(due_at__gt=now + timedelta(days=1, hours=1) + SLACK)
    Letter.objects.filter(late).update(due_at=now)


def _correct_offers(now: datetime) -> int:
    waiting = Room.objects.filter(bots_due_at__gt=now + open_rooms.PATIENCE + SLACK)
    return waiting.update(bots_due_at=now)


def _long_pauses(now: datetime) -> QuerySet[Game]:
    """Games that wait too long for a bot, an auto-bid or the end of a lease."""
    longest = max(settings.LEASE, *settings.BOT_PAUSE, *settings.ORDER_PAUSE)
    far = now + timedelta(seconds=longest + settings.LOT_MOMENT) + SLACK
    games = Game.objects.filter(status=Game.Status.RUNNING, due_at__gt=far)
    return games.filter(Q(deadline=None) | ~Q(due_at=F("deadline")))


def _long_turns(now: datetime) -> QuerySet[Game]:
    """Games whose turn ends later than with all the extra time a player may take."""
    late = Q()
    for clock in CLOCKS:
        whole = timedelta(seconds=clock * (EXTENSIONS + 1) + settings.LOT_MOMENT)
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
