"""The times after which somebody is absent: the further the consequence, the longer the time."""

from datetime import timedelta

from django.conf import settings

from games.models import GRACES
from games.play.presence_times import HOST_LEFT, PRESENT, SHOWN_ABSENT, WATCHER_LEFT


def test_what_is_harder_to_undo_waits_longer():
    heartbeat = timedelta(seconds=settings.HEARTBEAT)
    shortest_grace = timedelta(seconds=min(filter(None, GRACES)))

    times = [2 * heartbeat, SHOWN_ABSENT, PRESENT, shortest_grace, WATCHER_LEFT, HOST_LEFT]

    assert times == sorted(set(times))
    assert timedelta(seconds=max(GRACES)) <= HOST_LEFT
