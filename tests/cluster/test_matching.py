"""Fifty people press “Find me a game” at once, at two processes on PostgreSQL and Redis."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest

from tests.support.http_browser import Browser

pytestmark = pytest.mark.cluster
ROOM = re.compile(r"/r/([^/]+)/")
WHO_SITS_WHERE = """
    SELECT games_room.invite, count(*) FROM games_member
    JOIN games_room ON games_room.id = games_member.room_id
    WHERE chair IS NOT NULL AND is_open AND closed_at IS NULL AND clock = 120
    GROUP BY games_room.invite
"""
GAMES = "SELECT count(*) FROM games_game WHERE is_open AND clock = 120 AND status = 'running'"


def name(number: int) -> str:
    return f"Q {chr(65 + number // 10)}{chr(65 + number % 10)}"


def test_50_people_at_two_processes_sit_at_full_tables(houses, database):
    with ThreadPoolExecutor(8) as pool:
        browsers = list(pool.map(lambda n: Browser(houses[n % 2]), range(50)))

    together = Barrier(50)

    def press(number: int) -> str:
        together.wait(60)
        url, page = browsers[number].post(
            "/tables/find/", name=name(number), clock="120", edition="classic"
        )
        found = ROOM.search(url)
        assert found, page
        assert name(number) in page
        return found[1]

    with ThreadPoolExecutor(50) as pool:
        rooms = list(pool.map(press, range(50)))

    with psycopg.connect(database) as connection:
        stored = dict(connection.execute(WHO_SITS_WHERE).fetchall())
        assert connection.execute(GAMES).fetchone() == (12,)
    assert Counter(rooms) == Counter(stored)
    assert sorted(stored.values()) == [2, *[4] * 12]


def test_who_looks_at_one_process_sees_what_happens_at_the_other(houses):
    looker, seeker = Browser(houses[0]), Browser(houses[1])
    with looker.socket_at("/ws/tables/") as socket:
        socket.recv(60)

        seeker.post("/tables/find/", name="Yan Ypsilon", clock="30", edition="classic")

        while "Yan Ypsilon" not in str(socket.recv(60)):
            pass
