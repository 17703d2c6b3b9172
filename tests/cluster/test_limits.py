"""Requests are counted for all processes together, and without Redis for each alone."""

import asyncio
import time

import pytest

from games.accounts import limits, shared_limits
from games.accounts.shared_limits import SharedBuckets
from games.text.errors import TooFast

pytestmark = pytest.mark.cluster
LONG = 3.0


@pytest.fixture
def processes(redis, monkeypatch):
    """Two processes of one site: `processes(0)` makes this process the first of them."""
    buckets = [SharedBuckets(redis.url) for _ in range(2)]

    def become(number):
        monkeypatch.setattr(limits, "shared", buckets[number])
        limits._buckets.clear()

    become.buckets = buckets
    return become


def test_two_processes_count_together(processes):
    for number in range(10):
        processes(number % 2)
        limits.check("code", "one")

    for number in range(2):
        processes(number)
        with pytest.raises(TooFast) as no:
            limits.check("code", "one")
        assert 0 < no.value.facts["seconds"] <= 6
        limits.check("code", "other")


async def test_the_event_loop_counts_with_them(processes):
    processes(0)
    for _ in range(10):
        await limits.check_async("code", "one")

    processes(1)
    with pytest.raises(TooFast):
        await limits.check_async("code", "one")


def test_a_flood_that_was_refused_does_not_reach_redis(processes):
    processes(0)
    for _ in range(10):
        limits.check("code", "one")
    processes(1)
    with pytest.raises(TooFast):
        limits.check("code", "one")

    monitored = processes.buckets[1].client
    before = monitored.info("stats")["total_commands_processed"]
    for _ in range(100):
        with pytest.raises(TooFast):
            limits.check("code", "one")
    assert monitored.info("stats")["total_commands_processed"] - before < 10


def test_a_bucket_in_redis_is_refilled_and_then_forgotten(processes, settings):
    settings.RATES = settings.RATES | {"code": (2, 0.4)}
    processes(0)
    limits.check("code", "one")
    limits.check("code", "one")
    time.sleep(0.5)
    processes(1)

    assert processes.buckets[0].client.keys("limit:*") == []
    limits.check("code", "one")


@pytest.mark.parametrize("fault", ["kill", "hang"])
def test_without_an_answer_each_process_counts_alone(processes, redis, fault, monkeypatch):
    processes(0)
    limits.check("code", "one")
    getattr(redis, fault)()
    bucket, asked = processes.buckets[0], []
    script = bucket.script
    monkeypatch.setattr(bucket, "script", lambda **words: asked.append(1) or script(**words))
    monkeypatch.setattr(shared_limits, "REST", 60.0)

    for _ in range(9):
        limits.check("code", "one")
    assert len(asked) == 1  # the others did not wait for Redis
    with pytest.raises(TooFast):
        limits.check("code", "one")
    limits.check("code", "other")


async def test_the_event_loop_does_not_wait_for_a_redis_that_hangs(redis, monkeypatch):
    monkeypatch.setattr(shared_limits, "PATIENCE", LONG)
    monkeypatch.setattr(shared_limits, "REST", 60.0)
    monkeypatch.setattr(limits, "shared", SharedBuckets(redis.url))
    limits.check("code", "one")
    redis.hang()

    longest = 0.0
    asked = asyncio.gather(*(limits.check_async("join", number) for number in range(50)))
    while not asked.done():
        before = time.monotonic()
        await asyncio.sleep(0.01)
        longest = max(longest, time.monotonic() - before)
    await asked

    assert longest < LONG / 2


def test_redis_is_asked_again_after_a_rest(processes, redis, monkeypatch):
    processes(0)
    redis.kill()
    limits.check("code", "one")
    assert processes.buckets[0].is_resting
    redis.revive()

    monkeypatch.setattr(processes.buckets[0], "rests_until", 0.0)
    limits.check("code", "one")
    assert processes.buckets[0].client.keys("limit:*") == [b"limit:code:one"]
