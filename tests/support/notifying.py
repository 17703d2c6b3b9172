"""Lets the time pass in which absent people are told, and sends what is due."""

from datetime import timedelta

from asgiref.sync import async_to_sync
from django.db.models import F
from django.utils import timezone

from games.models import Delivery, Game, Member
from games.notifications import deciding, sending

LONG_AGO = timedelta(hours=2)


def everybody_leaves(here, *stay):
    """Nobody has a page of the room open but those on these chairs."""
    Member.objects.filter(room=here.room).update(seen_at=timezone.now() - LONG_AGO)
    for chair in stay:
        seen = Member.objects.filter(room=here.room, player=here.people[chair])
        seen.update(seen_at=timezone.now() + timedelta(minutes=1))


def time_passes(seconds=21):
    """What is due in so many seconds is due now."""
    sooner = timedelta(seconds=seconds)
    Game.objects.exclude(notify_at=None).update(notify_at=F("notify_at") - sooner)
    Delivery.objects.exclude(due_at=None).update(due_at=F("due_at") - sooner)


def send_all(most=100):
    """Decide and send until nothing is due; how many rows were taken."""
    total = 0
    for _ in range(most):
        deciding.decide_due()
        taken = async_to_sync(sending.send_due)()
        total += taken
        if not taken:
            return total
    raise AssertionError("there is always something due")
