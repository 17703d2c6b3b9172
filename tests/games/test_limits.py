"""Buckets of requests: of this process, of all processes, and the rates an operator may set."""

import sys
from concurrent.futures import ThreadPoolExecutor

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured

from games.accounts import limits
from games.text.errors import TooFast
from highsociety_site.limits import DEFAULTS, rates_from


def rates(monkeypatch, **variables):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return rates_from(environ.Env())


def test_a_host_sets_each_number(monkeypatch):
    found = rates(monkeypatch, LIMIT_ROOM="3/7.5", LIMIT_CHAT=" Off ")

    assert found["room"] == (3, 7.5)
    assert found["chat"] is None
    assert found["join"] == (20, 60)
    assert set(found) == set(DEFAULTS)


@pytest.mark.parametrize("words", ["", "10", "ten/60", "10/", "0/60", "10/0", "-1/60", "1/nan"])
def test_a_bad_number_is_named(monkeypatch, words):
    with pytest.raises(ImproperlyConfigured, match=r"LIMIT_ROOM.*10/60"):
        rates(monkeypatch, LIMIT_ROOM=words)


@pytest.mark.usefixtures("clock")
def test_the_numbers_of_the_host_hold(settings):
    settings.RATES = settings.RATES | {"chat": (2, 10), "room": None}
    limits.check("chat", 1)
    limits.check("chat", 1)
    with pytest.raises(TooFast):
        limits.check("chat", 1)

    for _ in range(100):
        limits.check("room", 1)


@pytest.mark.usefixtures("clock")
def test_no_limit_holds_where_they_are_off(settings):
    settings.LIMITS = "off"

    for _ in range(1_000):
        limits.check("room", 1)


@pytest.mark.usefixtures("clock")
def test_many_strangers_do_not_empty_the_bucket_of_one_who_goes_on(monkeypatch):
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    for _ in range(5):
        limits.check("chat", "one")

    for stranger in range(100):
        limits.check("chat", stranger)
        with pytest.raises(TooFast):
            limits.check("chat", "one")

    assert len(limits._buckets["chat"]) == 10


@pytest.mark.usefixtures("clock")
def test_pages_of_many_strangers_empty_no_bucket_of_another_kind(monkeypatch):
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    for _ in range(10):
        limits.check("code", "one")

    for stranger in range(100):
        limits.check("page", stranger)

    with pytest.raises(TooFast):
        limits.check("code", "one")


def test_a_bucket_that_is_empty_again_is_forgotten(clock, settings):
    settings.RATES = settings.RATES | {"frame": (2, 10)}
    for socket in range(1_000):
        limits.check("frame", socket)
        clock.now += 1

    assert len(limits._buckets["frame"]) <= 12

    limits.check("frame", 999)
    with pytest.raises(TooFast):
        limits.check("frame", 999)


@pytest.fixture
def quick_switches():
    """Threads take turns so often that they meet in the middle of a count."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("quick_switches")
def test_threads_that_count_at_the_same_time_lose_no_count(settings):
    settings.RATES = settings.RATES | {"page": (1_000, 86_400)}

    def ask(_):
        try:
            limits.check("page", "one")
        except TooFast:
            return 0
        return 1

    with ThreadPoolExecutor(8) as pool:
        passed = sum(pool.map(ask, range(5_000)))

    assert passed == 1_000
