"""Whether a process is ready: asked often, looked at seldom."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from games.background import heartbeat
from games.models import ClockBeat
from games.process.db_threads import in_thread
from games.process.draining import draining
from games.server import health

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seen_clock():
    heartbeat.beat()


@pytest.mark.usefixtures("seen_clock")
async def test_a_process_with_a_clock_is_ready():
    assert await health.Readiness().ask() == []


@pytest.mark.usefixtures("seen_clock")
async def test_a_flood_of_questions_is_one_look(monkeypatch):
    looks = []
    readiness = health.Readiness()
    look = readiness._check_database
    monkeypatch.setattr(readiness, "_check_database", lambda: looks.append(1) or look())

    await asyncio.gather(*(readiness.ask() for _ in range(200)))
    await asyncio.gather(*(readiness.ask() for _ in range(200)))

    assert len(looks) == 1


@pytest.mark.parametrize("seconds", [-3_600, 3_600])
async def test_a_clock_that_was_not_seen_lately_is_named(seconds):
    at = timezone.now() + timedelta(seconds=seconds)
    await in_thread(lambda: ClockBeat.objects.create(pk=1, at=at))

    assert await health.Readiness().ask() == ["clock: not seen for 30 s"]


def test_many_beats_are_one_row():
    heartbeat.beat()
    heartbeat.beat()

    assert ClockBeat.objects.count() == 1


async def test_a_process_that_is_being_stopped_is_not_ready(monkeypatch):
    monkeypatch.setattr(draining, "has_begun", True)

    assert await health.Readiness().ask() == ["draining: this process is being stopped"]
