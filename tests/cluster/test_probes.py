"""Readiness with Redis and PostgreSQL: what is away is named, and nothing waits for it for ever."""

import time
import urllib.error
import urllib.request

import pytest

pytestmark = pytest.mark.cluster
PATIENCE = 120


def ask(house, path):
    try:
        with urllib.request.urlopen(f"{house.url}{path}", timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def until(house, *wanted):
    end = time.monotonic() + PATIENCE
    while (found := ask(house, "/readyz")) != wanted:
        assert time.monotonic() < end, found
        time.sleep(0.2)


def test_redis_that_hangs_or_is_gone_is_named(houses, redis):
    house = houses[0]
    until(house, 200, "ready\n")

    for trouble in (redis.hang, redis.kill):
        trouble()
        until(house, 503, "redis: it does not answer\n")
        assert ask(house, "/healthz") == (200, "alive\n")

    redis.start()
    until(house, 200, "ready\n")
