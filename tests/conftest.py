"""What holds for every test: an empty house, plain files, and nobody left in the cellar."""

import asyncio
from concurrent.futures import wait
from random import Random
from threading import Barrier
from types import SimpleNamespace

import hypothesis
import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.test import TransactionTestCase, override_settings

from games.accounts import limits
from games.live.hub import hub as the_hub
from games.play import announcements
from games.process import db_threads

# A failing assertion of a helper shows its values, like those of tests; said before it is imported.
pytest.register_assert_rewrite("tests.support")

from tests.support import memory  # noqa: E402
from tests.support.emptying import empty_databases  # noqa: E402

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# How long an example takes depends on what else the machine does.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")
# WhiteNoise warns of a missing directory as soon as the ASGI application is imported.
settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests that commit: which database they run on matters most to them."""
    for item in items:
        database = item.get_closest_marker("django_db")
        if database and database.kwargs.get("transaction"):
            item.add_marker("commits")


@pytest.fixture(scope="session", autouse=True)
def plain_files_and_quick_passwords():
    """No manifest of static files is collected for tests, and passwords cost nothing."""
    with override_settings(STORAGES=STORAGES, PASSWORD_HASHERS=HASHERS):
        yield


@pytest.fixture(scope="session", autouse=True)
def a_layer_of_its_own(worker_id):
    """Workers share one Redis and count their rooms alike: they must not hear each other."""
    if not settings.REDIS_URL:
        yield
        return
    default = settings.CHANNEL_LAYERS["default"]
    config = default["CONFIG"] | {"prefix": f"test-{worker_id}"}
    with override_settings(CHANNEL_LAYERS={"default": default | {"CONFIG": config}}):
        yield


@pytest.fixture(scope="session", autouse=True)
def requests_are_counted_here():
    """Workers share one Redis and have the same addresses; and its time does not stand still."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "shared", None)
        yield


@pytest.fixture(scope="session", autouse=True)
def emptied_at_little_cost():
    """What tests have committed is deleted after each of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_databases)
        yield


@pytest.fixture(autouse=True)
def an_empty_house():
    """Nothing that a process remembers outlives a test."""
    memory.forget()
    yield
    memory.forget()


@pytest.fixture(autouse=True)
def closed_connections(request):
    """A database to which somebody is still connected cannot be dropped."""
    yield
    if "transactional_db" in request.fixturenames or request.node.get_closest_marker("django_db"):
        close_connections_of_the_pool()


def close_connections_of_the_pool():
    for pool in (db_threads._pool, db_threads._arrivals):
        if pool._threads:
            close_connections_of(pool)


def close_connections_of(pool):
    everybody = Barrier(pool._max_workers)

    def close():
        everybody.wait(60)
        connections.close_all()

    done, _ = wait([pool.submit(close) for _ in range(everybody.parties)], 60)
    for each in done:
        each.result()


@pytest.fixture
def clock(monkeypatch):
    """Time stands still for the rate limits, until it is moved on by `clock.now += 1`."""
    stopped = SimpleNamespace(now=1_000.0)
    stopped.monotonic = lambda: stopped.now
    monkeypatch.setattr(limits, "time", stopped)
    return stopped


@pytest.fixture
def rng():
    """The same chance in every run."""
    return Random(20_25)


@pytest.fixture
async def hub():
    """The hub of this process, new for this test's loop."""
    forget_hub()
    yield the_hub
    tasks = set(the_hub.tasks)
    while tasks:  # a library may swallow a cancellation that finds it connecting
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=1)
    forget_hub()


@pytest.fixture
async def streams():
    """A stream asks the database in a thread of its own, whose connection is closed in the end."""
    yield
    await sync_to_async(connections.close_all)()


def forget_hub():
    the_hub.viewers.clear()
    the_hub.tasks.clear()
    the_hub.loop = None
    announcements.listeners[:] = [each for each in announcements.listeners if each != the_hub.hear]
