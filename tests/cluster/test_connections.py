"""Database connections: a fixed number, however many visitors come, and back after a restart."""

import http.client
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.support.cluster import QUICK, empty_database
from tests.support.server import Server

pytestmark = pytest.mark.cluster
VISITORS = 60
SECONDS = 4
THREADS = 4
# Threads of pages, and of everything else (see docs/configuration.md).
MOST = THREADS + 11


@pytest.fixture(scope="module")
def database():
    """One of its own: here connections are counted, and cut."""
    with empty_database() as address:
        yield address


@pytest.fixture(scope="module")
def house(tmp_path_factory, database):
    settings = QUICK | {"DATABASE_URL": database, "HTTP_THREADS": str(THREADS), "HTTP_WAIT": "60"}
    server = Server(tmp_path_factory.mktemp("visited"), **settings)
    server.manage("migrate", "--verbosity", "0")
    with server:
        yield server


def connections(database):
    """How many others are connected to the database."""
    question = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with psycopg.connect(database) as connection:
        return connection.execute(question).fetchone()[0]


def visit(server, until, most):
    """Ask for a room that the database does not know, again and again; count the answers."""
    found = Counter()
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    while time.monotonic() < until and found.total() < most:
        line.request("GET", "/r/nobody-knows-this/")
        answer = line.getresponse()
        answer.read()
        found[answer.status] += 1
    line.close()
    return found


def test_three_hundred_pages_of_one_visitor_leave_no_connection_behind(house, database):
    visit(house, time.monotonic() + 60, 20)
    before = connections(database)

    assert visit(house, time.monotonic() + 60, 300) == {404: 300}

    assert connections(database) <= before + 1


def test_many_visitors_at_once_wait_for_one_another(house, database):
    until = time.monotonic() + SECONDS
    with ThreadPoolExecutor(VISITORS) as pool:
        visits = [pool.submit(visit, house, until, 1_000) for _ in range(VISITORS)]
        seen = []
        while time.monotonic() < until:
            seen.append(connections(database))
            time.sleep(0.2)
        found = sum((each.result() for each in visits), Counter())

    assert set(found) == {404}
    assert max(seen) <= MOST


def test_pages_come_back_by_themselves_when_connections_are_cut(house, database):
    visit(house, time.monotonic() + 60, 20)
    question = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(question)

    assert visit(house, time.monotonic() + 60, 20) == {404: 20}
