"""What tests of several processes need: a database each, quick settings, and the services."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

HEARTBEAT = 2.0
QUICK = {"SECRET_KEY": "shared" * 10, "HEARTBEAT": str(HEARTBEAT), "LEASE": "2"}
POSTGRESQL = os.environ.get("TEST_DATABASE_URL", "")
needs_a_site = pytest.mark.skipif(
    not (POSTGRESQL and os.environ.get("TEST_REDIS_URL") and os.environ.get("NGINX")),
    reason="needs PostgreSQL, Redis and nginx: script/test tests/cluster",
)


@contextmanager
def empty_database() -> Iterator[str]:
    """The address of an empty database on the PostgreSQL that script/services has started."""
    if not POSTGRESQL:
        pytest.skip("needs PostgreSQL and Redis: script/test tests/cluster")
    name = f"house_{token_hex(6)}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlsplit(POSTGRESQL)._replace(path=f"/{name}").geturl()
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
