"""Pages leave nothing open behind them: no database file, no thread."""

import http.client
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

VISITORS = 20
PAGES = 15
THREADS = 8


def visit(server):
    """Ask for rooms that the database does not know."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for _ in range(PAGES):
        line.request("GET", "/r/nobody-knows-this/")
        answer = line.getresponse()
        answer.read()
        assert answer.status == 404
    line.close()


def database_files(server):
    """How often the process holds a file of the database open."""
    found = 0
    for each in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found += "db.sqlite3" in str(each.readlink())
    return found


def threads(server):
    return len(list(Path(f"/proc/{server.process.pid}/task").iterdir()))


def test_three_hundred_pages_leave_only_so_many_files_and_threads(server):
    files, running = database_files(server), threads(server)

    with ThreadPoolExecutor(VISITORS) as pool:
        for each in [pool.submit(visit, server) for _ in range(VISITORS)]:
            each.result()

    assert database_files(server) <= files + 3 * THREADS
    assert threads(server) <= running + 2 * THREADS
