"""What a rated game adds to the transaction of its last move, and what counting it costs later.

Ends stored games again, in turn rated and not, among as many ratings as are stored. Works on
DATABASE_URL or DATA_DIR; fills the database first where it is empty.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, median

ROOT = Path(__file__).resolve().parents[3]
MOST_MS = 2.0
if "DATABASE_URL" not in os.environ and "DATA_DIR" not in os.environ:
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="high-society-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import Game, RatedSeat  # noqa: E402
from games.play.finishing import finish  # noqa: E402
from games.play.position import position_of  # noqa: E402
from games.ratings.counting import count_waiting  # noqa: E402
from games.ratings.entering import enter  # noqa: E402

Times = list[tuple[float, float]]


def prepare(accounts: int, ratings: int) -> None:
    call_command("migrate", verbosity=0)
    if not Game.objects.exists():
        fill("many_games", "--games", 500)
    if not RatedSeat.objects.exists() and ratings:
        fill("many_ratings", "--accounts", accounts, "--ratings", ratings)


def fill(tool: str, *arguments: object) -> None:
    command = [sys.executable, f"script/tools/load/{tool}.py", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": "."}
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr, env=environment)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """The milliseconds that the work takes, and those of this thread's processor time."""
    wall, cpu = time.perf_counter(), time.thread_time()
    work()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.thread_time() - cpu)


def end(game: Game) -> None:
    with transaction.atomic():
        finish(game.pk, position_of(game.pk, game.version).state, timezone.now())


def ended(game: Game, *, is_rated: bool) -> tuple[float, float]:
    Game.objects.filter(pk=game.pk).update(is_rated=is_rated)
    spent = timed(lambda: end(game))
    RatedSeat.objects.filter(game=game).delete()
    return spent


def entered(game: Game) -> tuple[float, float]:
    """What is written for the rating alone, in a transaction that has written before."""
    with transaction.atomic():
        Game.objects.filter(pk=game.pk).update(is_rated=True)
        spent = timed(lambda: enter(game.pk, timezone.now()))
        transaction.set_rollback(True)
    return spent


def statements(game: Game, *, is_rated: bool) -> int:
    Game.objects.filter(pk=game.pk).update(is_rated=is_rated)
    with CaptureQueriesContext(connection) as asked:
        end(game)
    RatedSeat.objects.filter(game=game).delete()
    return len(asked)


def counted(game: Game) -> tuple[float, float]:
    """The cost of counting the game, when it is the newest."""
    Game.objects.filter(pk=game.pk).update(is_rated=True)
    end(game)
    return timed(count_waiting)


def told(name: str, spent: Times) -> str:
    wall, cpu = median(each for each, _ in spent), median(each for _, each in spent)
    mean = fmean(each for _, each in spent)
    return f"{name:28}{wall:>10.2f}{cpu:>10.2f}{mean:>10.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="ends that are timed")
    parser.add_argument("--accounts", type=int, default=100_000, help="with ratings, if none are")
    parser.add_argument("--ratings", type=int, default=1_000_000)
    options = parser.parse_args()
    prepare(options.accounts, options.ratings)
    games = list(Game.objects.filter(status=Game.Status.FINISHED).order_by("pk")[: options.games])
    mine = Game.objects.filter(pk__in=[game.pk for game in games])
    mine.update(is_open=True)
    for game in games:
        ended(game, is_rated=True)
    plain, rated = [], []
    for number, game in enumerate(games):
        for is_rated in (True, False) if number % 2 else (False, True):
            (rated if is_rated else plain).append(ended(game, is_rated=is_rated))
    entries = [entered(game) for game in games]
    counts = [counted(game) for game in games[:50]]
    added = median(cpu for _, cpu in entries)
    asked = [statements(games[0], is_rated=is_rated) for is_rated in (False, True)]
    mine.update(is_open=False, is_rated=False)
    RatedSeat.objects.filter(game__in=games).delete()
    print(f"{connection.vendor}: {len(games)} ends among {RatedSeat.objects.count():,} ratings")
    print(f"{'':28}{'ms':>10}{'cpu ms':>10}{'mean cpu':>10}")
    print(told("end of a game", plain))
    print(told("end of a rated game", rated))
    print(told("its rows alone", entries))
    print(told("counting it, later", counts))
    print(f"{asked[1]} statements, {asked[0]} if it is not rated; ", end="")
    print("over" if added > MOST_MS else "within", f"{MOST_MS:.0f} ms")


if __name__ == "__main__":
    main()
