"""Lists with very many stored games: queries and milliseconds of every page that shows some.

Works on DATABASE_URL, or a SQLite of its own; fills the database first where it is empty.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean, median

ROOT = Path(__file__).resolve().parents[3]
MOST_QUERIES, MOST_MS = 10, 150
MOST_LEADER_QUERIES, MOST_LEADER_MS = 8, 100
if "DATABASE_URL" not in os.environ and "DATA_DIR" not in os.environ:
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="high-society-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
os.environ["LIMITS"] = "off"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import Count  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.urls import reverse  # noqa: E402

from games.engine.edition_groups import GROUPS  # noqa: E402
from games.models import Game, Player, RatedSeat, Seat, User  # noqa: E402
from games.ratings.leaders import PERIODS  # noqa: E402
from script.tools.load.many_games import session_of  # noqa: E402

PLAIN = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
FILTERS = {
    "won": "result=won",
    "one edition, 4 players": "edition=classic&players=4",
    "people only, 12 months": "bots=without&days=365",
    "one character": "opponent=octavia",
    "last page": "page=1000",
}
ADMIN_LISTS = ("game", "room", "player", "message", "report", "moderationaction", "hiddenaccess")
ADMIN_FILTERS = {
    "running": "game/?status__exact=running",
    "one edition": "game/?edition=classic",
    "one month": "game/?started_at__year=2026&started_at__month=5",
    "facets": "game/?_facets=True",
    "nobody of that name": "game/?q=Zaphod",
}


@dataclass(frozen=True)
class Page:
    """One address, and who looks at it."""

    name: str
    path: str
    client: Client


def veteran() -> Player:
    """Who has played most."""
    people = Seat.objects.filter(player__bot="").values("player")
    most = people.annotate(games=Count("pk")).order_by("-games").first()
    return Player.objects.get(pk=most["player"])


def own_pages() -> Iterator[Page]:
    player = veteran()
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session_of(player)
    yield Page("my games", reverse("my-games"), client)
    for name, query in FILTERS.items():
        yield Page(f"my games, {name}", f"{reverse('my-games')}?{query}", client)
    yield Page("statistics", reverse("statistics"), client)
    yield Page("opponents", reverse("opponents"), client)
    game = Game.objects.filter(seats__player=player).order_by("-pk").first()
    yield Page("one record", reverse("record", args=[game.code]), client)


def admin_pages() -> Iterator[Page]:
    """The lists of the admin, one game, and the numbers."""
    root = User.objects.filter(username="bench").first()
    root = root or User.objects.create_superuser("bench", password="bench")
    client = Client()
    client.force_login(root)
    for model in ADMIN_LISTS:
        path = reverse(f"admin:games_{model}_changelist")
        yield Page(f"admin, {model}s", path, client)
        yield Page(f"admin, {model}s, search", f"{path}?q=Guest+77", client)
        yield Page(f"admin, {model}s, page 50", f"{path}?p=50", client)
    for name, query in ADMIN_FILTERS.items():
        yield Page(f"admin, games, {name}", f"/admin/games/{query}", client)
    game = Game.objects.order_by("-pk").first()
    yield Page("admin, one game", reverse("admin:games_game_change", args=[game.pk]), client)
    yield Page("admin, statistics", reverse("admin:statistics"), client)


def rating_pages() -> Iterator[Page]:
    """Leaderboards of every group and period, and their deepest page."""
    client, leaders = Client(), reverse("leaders")
    for group in GROUPS:
        for period in PERIODS:
            query = f"?group={group}&period={period}"
            yield Page(f"leaders, {group}, {period}", f"{leaders}{query}", client)
    yield Page("leaders, last page", f"{leaders}?period=all&page=1000000", client)


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
    page.client.get(page.path)
    seen: list[str] = []

    def count(execute, sql, *rest):
        seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        response = page.client.get(page.path)
    spent = []
    for _ in range(times):
        begin, cpu = time.perf_counter(), cpu_seconds()
        page.client.get(page.path)
        spent.append((1000 * (time.perf_counter() - begin), 1000 * (cpu_seconds() - cpu)))
    return {
        "page": page.name,
        "status": response.status_code,
        "bytes": len(response.content),
        "queries": len(seen),
        "ms": round(median(wall for wall, _ in spent), 1),
        "cpu_ms": round(fmean(cpu for _, cpu in spent), 1),
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
    is_quick = str(row["page"]).startswith("leaders")
    most_queries = MOST_LEADER_QUERIES if is_quick else MOST_QUERIES
    most_ms = MOST_LEADER_MS if is_quick else MOST_MS
    limits = (("queries", most_queries), ("ms", most_ms))
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
        pages = (*own_pages(), *admin_pages(), *rating_pages())
        wanted = [page for page in pages if options.only in page.name]
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
