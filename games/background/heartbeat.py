"""The heartbeat of the scheduler: one row that says when a scheduler last ran."""

from django.db.models import Q
from django.utils import timezone

from games.models import ClockBeat
from games.play.presence_times import BREAK


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
