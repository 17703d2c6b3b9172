"""How long a table waits for its bots, alone and beside many rooms that one person has bots play.

Runs on a database of its own:
`DATA_DIR=$(mktemp -d) python script/tools/load/fair_bots.py --rooms 60`.
"""

import argparse
import asyncio
import os
import sys
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

import django

sys.path.insert(0, str(Path(__file__).parents[3]))
os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
os.environ.setdefault("MOST_GAMES", "1000")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.accounts import people  # noqa: E402
from games.background.scheduler import run_scheduler  # noqa: E402
from games.engine.cards import ADVANCED  # noqa: E402
from games.models import Game, LoggedAction, Member, Player  # noqa: E402
from games.rooms import hosting, presence, seating, starting  # noqa: E402


def a_table(player: Player, level: str) -> int:
    """A game of four bots with ★ cards, one of them in the player's place."""
    room = seating.open_room(player)
    stars = [card.id for card in ADVANCED]
    hosting.choose(room.pk, player, edition="allplay-2025", advanced=stars)
    for _ in range(3):
        hosting.seat_bot(room.pk, player, level)
    game = starting.start(room.pk, player)
    presence.set_stand_ins(game.pk, {0: level})
    return game.pk


async def everybody_stays() -> None:
    while True:
        await Member.objects.aupdate(seen_at=timezone.now())
        await asyncio.sleep(2)


async def tick(seconds: float) -> None:
    tasks = [asyncio.create_task(each) for each in (run_scheduler(), everybody_stays())]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def waits(games: list[int], since: datetime) -> list[float]:
    """The seconds between one move and the next at these tables."""
    found: list[float] = []
    for game in games:
        lines = LoggedAction.objects.filter(game=game, at__gte=since).values_list("at", flat=True)
        moments = list(lines)
        found += [(b - a).total_seconds() for a, b in pairwise(moments)]
    return found


def measure(name: str, level: str, seconds: float, others: int) -> None:
    """Print what one table waits while as many others of somebody else are played."""
    hog = people.new_guest("Hog")
    for _ in range(others):
        a_table(hog, level)
    mine = [a_table(people.new_guest("Ann"), level)]
    since = timezone.now()
    asyncio.run(tick(seconds))
    found = waits(mine, since)
    late = quantiles(found, n=20)[-1] if len(found) > 1 else float("nan")
    print(
        f"{name}: {len(found)} answers, median {median(found):.2f} s, p95 {late:.2f} s,"
        f" longest {max(found):.2f} s; {LoggedAction.objects.filter(at__gte=since).count()} in all"
    )
    Game.objects.update(status=Game.Status.BROKEN_OFF)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=60)
    parser.add_argument("--level", default="master")
    parser.add_argument("--seconds", type=float, default=40)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    measure("quiet", options.level, options.seconds, 0)
    measure(f"beside {options.rooms}", options.level, options.seconds, options.rooms)


if __name__ == "__main__":
    main()
