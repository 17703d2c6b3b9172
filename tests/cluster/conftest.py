"""Two real server processes on one PostgreSQL, with a Redis of the test's own between them."""

from collections.abc import Iterator

import pytest

from tests.support.cluster import QUICK, empty_database
from tests.support.server import Server
from tests.support.services import Redis

Houses = tuple[Server, Server]


@pytest.fixture(scope="session")
def running_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    redis = Redis(tmp_path_factory.mktemp("redis"))
    redis.start()
    yield redis
    redis.kill()


@pytest.fixture
def redis(running_redis: Redis) -> Iterator[Redis]:
    """One that a test may kill: for the next one it is there again."""
    yield running_redis
    running_redis.revive()


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The database of the houses that tests share."""
    with empty_database() as url:
        yield url


@pytest.fixture
def own_database() -> Iterator[str]:
    """One for a test alone."""
    with empty_database() as url:
        yield url


@pytest.fixture(scope="session")
def running_houses(
    tmp_path_factory: pytest.TempPathFactory, database: str, running_redis: Redis
) -> Iterator[Houses]:
    shared = QUICK | {"DATABASE_URL": database, "REDIS_URL": running_redis.url}
    homes = [tmp_path_factory.mktemp(name) for name in ("one", "other")]
    one, other = (Server(home, **shared) for home in homes)
    one.manage("migrate", "--verbosity", "0")
    other.launch()
    with one, other:
        yield one, other


@pytest.fixture
def houses(running_houses: Houses, redis: Redis) -> Iterator[Houses]:  # noqa: ARG001
    """Two processes of one site; a test may kill them, and fails when one of them broke."""
    said = [house.log.stat().st_size for house in running_houses]
    yield running_houses
    for house, before in zip(running_houses, said, strict=True):
        if not house.is_running():
            house.start()
        assert "Traceback" not in house.words(before), house.words(before)
