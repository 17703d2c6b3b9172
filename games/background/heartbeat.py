"""The heartbeat of the scheduler: one row that says when a scheduler last ran."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from games.models import ClockBeat

# After a longer break nobody is held to have been away during it.
BREAK = timedelta(seconds=20)


def beat() -> None:
    """Store the present time; /readyz reports a fault when it is too old."""
    now = timezone.now()
    broken = Q(at__lt=now - BREAK) | Q(at__gt=now + BREAK) | Q(steady_since=None)
    ClockBeat.objects.filter(broken, pk=1).update(steady_since=now)
    ClockBeat.objects.bulk_create(
        [ClockBeat(pk=1, at=now, steady_since=now)],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["at"],
    )
