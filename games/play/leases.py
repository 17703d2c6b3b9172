"""Leases of games that a process has taken: kept while it computes, given back when it ends.

On a machine that has much else to do an answer may take longer than a lease. Were the game due
again meanwhile, the process would take it away from itself: the answer would be refused, the next
one would begin from the start, and the bot might never move. So a process keeps what it has taken
for as long as it computes, though no longer than LONGEST, in case the answer never comes.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import Game
from games.models.locking import skip_locked
from games.play.clock import Question

LONGEST = timedelta(minutes=2)


def keep(questions: Sequence[Question], now: datetime | None = None) -> None:
    """Extend the leases of questions that are still being answered, where half of one is over.

    Games in which somebody moves at this moment are left for the next time: nobody waits here for
    one row with another one locked.
    """
    now, lease = now or timezone.now(), timedelta(seconds=settings.LEASE)
    old = [each for each in questions if lease / 2 <= now - each.taken_at < LONGEST]
    if not old:
        return
    held = Game.objects.filter(
        pk__in=[each.game_id for each in old],
        lease__in=[each.lease for each in old],
        due_at__lt=now + lease / 2,
    )
    if not held.exists():
        return
    with transaction.atomic():
        free = [game.pk for game in skip_locked(held)]
        Game.objects.filter(pk__in=free).update(due_at=now + lease)


def give_back(questions: Sequence[Question]) -> None:
    """Make games that were taken and not answered due again now; this process is about to end."""
    for question in questions:
        held = Game.objects.filter(pk=question.game_id, version=question.version)
        held.filter(lease=question.lease).update(due_at=timezone.now(), lease="")
