"""Many visitors at once on few database connections: nobody gets an error, all wait their turn.

The server's role in PostgreSQL may have so many connections and not one more. Every visitor has an
address of their own, opens a room and looks at it again and again.
"""

import asyncio
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from script.tools.soak.reporting import Report, options
from tests.support.server import Server

LIMIT = 50
PROCESSES = 2
PATIENCE = 60
TOKEN = "t" * 32
LOCATION = re.compile(rb"location: (\S+)", re.IGNORECASE)
COOKIE = re.compile(rb"set-cookie: (sessionid=[^;]+)", re.IGNORECASE)
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


@contextmanager
def a_database(limit: int) -> Iterator[str]:
    """The address of an empty database, for somebody who may have `limit` connections to it."""
    admin, name = os.environ["TEST_DATABASE_URL"], f"visited_{token_hex(6)}"
    role = sql.Identifier(name)
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} CONNECTION LIMIT {}").format(
                role, sql.Literal(name), sql.Literal(limit)
            )
        )
        connection.execute(sql.SQL("CREATE DATABASE {0} OWNER {0}").format(role))
        place = urlsplit(admin)
        yield f"postgres://{name}:{name}@{place.hostname}:{place.port}/{name}"
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(role))
        connection.execute(sql.SQL("DROP ROLE {}").format(role))


class Visitor:
    """Somebody with an address of their own and one connection."""

    def __init__(self, number: int, port: int) -> None:
        self.number, self.port = number, port
        self.cookies = f"csrftoken={TOKEN}".encode()
        self.found: Counter[int] = Counter()
        self.slowest = 0.0

    async def stay(self, end: float) -> None:
        """Open a room and look at it until the end."""
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(f"127.2.1.{1 + self.number}", 0)
        )
        head = await self.ask(b"POST", b"/rooms/", f"name=Zoe&csrfmiddlewaretoken={TOKEN}".encode())
        path = match[1] if (match := LOCATION.search(head)) else b"/"
        if cookie := COOKIE.search(head):
            self.cookies += b"; " + cookie[1]
        while time.monotonic() < end:
            await self.ask(b"GET", path)
        self.writer.close()

    async def ask(self, method: bytes, path: bytes, body: bytes = b"") -> bytes:
        """The head of the answer."""
        begin = time.monotonic()
        self.writer.write(
            b"%s %s HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\nContent-Length: %d\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\n%s"
            % (method, path, self.cookies, len(body), body)
        )
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
            await self._body(head)
        self.found[int(head.split(b" ", 2)[1])] += 1
        self.slowest = max(self.slowest, time.monotonic() - begin)
        return head

    async def _body(self, head: bytes) -> None:
        if length := LENGTH.search(head):
            await self.reader.readexactly(int(length[1]))
            return
        while size := int(await self.reader.readline(), 16):
            await self.reader.readexactly(size + 2)
        await self.reader.readline()


def connections(database: str) -> int:
    """How many connections the servers have."""
    name = urlsplit(database).path[1:]
    question = "SELECT count(*) FROM pg_stat_activity WHERE usename = %s"
    with psycopg.connect(os.environ["TEST_DATABASE_URL"]) as connection:
        row = connection.execute(question, [name]).fetchone()
    return int(row[0]) if row else 0


async def visit(
    servers: list[Server], database: str, visitors: int, seconds: float, report: Report
) -> tuple[list[Visitor], list[int]]:
    """All of them at once; and the number of connections, again and again."""
    end = time.monotonic() + seconds
    people = [Visitor(each, servers[each % len(servers)].port) for each in range(visitors)]
    seen: list[int] = []

    async def look() -> None:
        while time.monotonic() < end:
            seen.append(await asyncio.to_thread(connections, database))
            pages = sum(person.found.total() for person in people)
            report.progress(pages=pages, connections=seen[-1])
            await asyncio.sleep(1)

    await asyncio.gather(look(), *(person.stay(end) for person in people))
    return people, seen


def main() -> None:
    chosen = options(
        __doc__,
        visitors=(200, "at once"),
        seconds=(60.0, "that they stay"),
        limit=(LIMIT, "connections that the database allows"),
    )
    report = Report("visitors", as_json=chosen.json)
    with a_database(chosen.limit) as database, tempfile.TemporaryDirectory() as home:
        shared = {"DATABASE_URL": database, "SECRET_KEY": "shared" * 10}
        places = [Path(home, str(number)) for number in range(PROCESSES)]
        servers = [
            Server(place, **shared | {"REDIS_URL": os.environ["TEST_REDIS_URL"]})
            for place in places
        ]
        servers[0].manage("migrate", "--verbosity", "0")
        with servers[0], servers[1]:
            people, seen = asyncio.run(
                visit(servers, database, chosen.visitors, chosen.seconds, report)
            )
            words = "".join(server.words() for server in servers)
    found = sum((person.found for person in people), Counter[int]())
    faults = [f"{count} × {status}" for status, count in found.items() if status >= 400]
    if "Traceback" in words:
        faults.append(words[-2_000:])
    if max(seen[len(seen) // 2 :]) > max(seen[: len(seen) // 2]) + 2:
        faults.append(f"The connections grow: {seen}")
    report.close(
        faults,
        visitors=chosen.visitors,
        pages=found.total(),
        statuses=dict(found),
        connections=f"{min(seen)} to {max(seen)} of {chosen.limit}",
        slowest_s=round(max(person.slowest for person in people), 2),
    )


if __name__ == "__main__":
    main()
