"""What holds for every test: an empty house, plain files, and nobody left in the cellar."""

import asyncio
from concurrent.futures import wait
from random import Random
from threading import Barrier
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseOperations
from django.test import override_settings
from xdist.scheduler import LoadScopeScheduling

from games import limits, live, threads
from games.services import announcing
from games.services.table import forget_positions

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
SHARE_A_FOLDER = {"tests/cluster", "tests/process"}
SHARE_A_FILE = {"tests/e2e", "tests/games/test_findings.py"}
HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# WhiteNoise warns of a missing directory as soon as the ASGI application is imported.
settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)


class Sharing(LoadScopeScheduling):
    """Tests that share something dear run in one worker, which makes it once.

    The mark `xdist_group` says the same, but xdist 3.8 writes it where pytest 9.2 does not look.
    """

    def _split_scope(self, nodeid):
        path = nodeid.partition("::")[0]
        folder = path.rpartition("/")[0]
        if folder in SHARE_A_FOLDER:
            return folder
        return path if {folder, path} & SHARE_A_FILE else nodeid


def pytest_xdist_make_scheduler(config, log):
    return Sharing(config, log)


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
def triggers_rest_while_a_test_is_cleared_away():
    """The log is append-only, but between tests it is emptied; SQLite has no TRUNCATE for that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", flush_without_triggers)
        yield


def flush_without_triggers(self, *args, _flush=DatabaseOperations.sql_flush, **kwargs):
    with self.connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
    drops = [f"DROP TRIGGER {name};" for name, _ in triggers]
    return [*drops, *_flush(self, *args, **kwargs), *(sql for _, sql in triggers)]


@pytest.fixture(autouse=True)
def an_empty_house():
    """Nothing that a process remembers outlives a test."""
    forget()
    yield
    forget()


def forget():
    limits.forget()
    forget_positions()


@pytest.fixture(autouse=True)
def closed_connections(request):
    """A database to which somebody is still connected cannot be dropped."""
    yield
    if "transactional_db" in request.fixturenames or request.node.get_closest_marker("django_db"):
        close_connections_of_the_pool()


def close_connections_of_the_pool():
    if not threads._pool._threads:
        return
    everybody = Barrier(threads._pool._max_workers)

    def close():
        everybody.wait(10)
        connections.close_all()

    done, _ = wait([threads._pool.submit(close) for _ in range(everybody.parties)], 10)
    for each in done:
        each.result()


@pytest.fixture
def clock(monkeypatch):
    """Time stands still for those who count deeds, until it is moved on by `clock.now += 1`."""
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
    yield live.hub
    tasks = set(live.hub.tasks)
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
    live.hub.eyes.clear()
    live.hub.tasks.clear()
    live.hub.loop = None
    announcing.listeners[:] = [each for each in announcing.listeners if each != live.hub.hear]
