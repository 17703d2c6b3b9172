"""Every page of a site with very many stored games: queries and milliseconds.

Works on DATABASE_URL, or a SQLite of its own; fills the database first where it is empty.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[3]
MOST_QUERIES, MOST_CPU_MS = 10, 15
if "DATABASE_URL" not in os.environ and "DATA_DIR" not in os.environ:
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="high-society-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
os.environ["LIMITS"] = "off"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import override_settings  # noqa: E402

from games.management.commands.serve import spare_the_collector  # noqa: E402
from games.models import Game, RatedSeat, Seat  # noqa: E402
from script.tools.load.measured_pages import Page, all_pages, veteran  # noqa: E402

PLAIN = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


def cpu_seconds() -> float:
    """What this process and the one that serves it in a PostgreSQL of this machine have spent."""
    pid = backend()
    if pid is None:
        return time.process_time()
    nanoseconds = int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
    return time.process_time() + nanoseconds / 1e9


@cache
def backend() -> int | None:
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def measure(page: Page, times: int) -> dict[str, object]:
    page.get()
    seen: list[str] = []

    def count(execute, sql, *rest):
        seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        response = page.get()
    spent = []
    for _ in range(times):
        begin, cpu = time.perf_counter(), cpu_seconds()
        page.get()
        spent.append((1000 * (time.perf_counter() - begin), 1000 * (cpu_seconds() - cpu)))
    return {
        "page": page.name,
        "status": response.status_code,
        "bytes": len(response.content),
        "queries": len(seen),
        "ms": round(median(wall for wall, _ in spent), 1),
        "cpu_ms": round(median(cpu for _, cpu in spent), 1),
        "least_cpu_ms": round(min(cpu for _, cpu in spent), 1),
    }


def prepare(games: int, accounts: int, ratings: int) -> None:
    call_command("migrate", verbosity=0)
    if not Game.objects.exists():
        fill("many_games", "--games", games)
    if not RatedSeat.objects.exists():
        fill("many_ratings", "--accounts", accounts, "--ratings", ratings)


def fill(tool: str, *arguments: object) -> None:
    command = [sys.executable, f"script/tools/load/{tool}.py", *map(str, arguments)]
    print(" ".join(command[1:]), "…", file=sys.stderr)
    subprocess.run(
        command, cwd=ROOT, check=True, stdout=sys.stderr, env=os.environ | {"PYTHONPATH": "."}
    )


def told(row: dict[str, object]) -> str:
    limits = (("queries", MOST_QUERIES), ("cpu_ms", MOST_CPU_MS))
    over = [name for name, most in limits if row[name] > most]
    numbers = f"{row['queries']:>8}{row['ms']:>10}{row['cpu_ms']:>10}{row['bytes']:>10,}"
    return (
        f"{row['page']:34}{row['status']:>6}{numbers}  {'over: ' + ', '.join(over) if over else ''}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="to be stored, if none is")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--accounts", type=int, default=100_000, help="with ratings, if none are")
    parser.add_argument("--ratings", type=int, default=1_000_000)
    parser.add_argument("--only", default="", help="pages with this in their names")
    parser.add_argument("--json", action="store_true", help="one object a line")
    options = parser.parse_args()
    prepare(options.games, options.accounts, options.ratings)
    with override_settings(STORAGES=PLAIN):
        wanted = [page for page in all_pages() if options.only in page.name]
        spare_the_collector()
        rows = [measure(page, options.times) for page in wanted]
    if options.json:
        print("\n".join(json.dumps(row) for row in rows))
        return
    own = Seat.objects.filter(player=veteran()).count()
    print(f"{connection.vendor}: {Game.objects.count():,} games, {own:,} of one player")
    print(f"{'':34}{'status':>6}{'queries':>8}{'ms':>10}{'cpu ms':>10}{'bytes':>10}")
    print("\n".join(told(row) for row in rows))


if __name__ == "__main__":
    main()
