"""Many ratings in a database, quickly: accounts, and rated seats of games that nobody has played.

A process of its own on DATABASE_URL or DATA_DIR; only what leaderboards and curves read is stored.
"""

import argparse
import json
import os
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "highsociety_site.settings")
django.setup()

from django.db import connection, models  # noqa: E402

from games.models import FEWEST_RATED_GAMES, Player, RatedSeat, User  # noqa: E402
from games.ratings.fold import Rating  # noqa: E402

CHUNK = 5_000
GROUPS = ("base", "base", "base", "stars")
YEARS = 2
# No seat has a number this high: these rows stand beside those of real games.
FIRST_SEAT = 10**12


def accounts(number: int) -> list[int]:
    """So many accounts; the ids of their players."""
    first = User.objects.count()
    names = [f"rated{first + each}" for each in range(number)]
    users = [User(username=name, username_key=name, password="!") for name in names]
    _store(User, users)
    stored = User.objects.filter(username__startswith="rated").order_by("-pk")[:number]
    _store(Player, (Player(user=user, name=user.username[:20]) for user in stored))
    return list(Player.objects.order_by("-pk").values_list("pk", flat=True)[:number])


def _store(kind: type[models.Model], rows: Iterable[models.Model]) -> None:
    left = iter(rows)
    while chunk := list(islice(left, CHUNK)):
        kind._default_manager.bulk_create(chunk)


def rows_of(player: int, games: int, rng: Random, seats: Iterator[int]) -> Iterator[RatedSeat]:
    """A career of so many games in one group, until some day of the last years."""
    group, mu, sigma = rng.choice(GROUPS), rng.gauss(25, 6), 8.3
    end = datetime.now(UTC) - timedelta(days=rng.expovariate(1 / 120))
    pace = timedelta(days=rng.uniform(0.05, 4))
    ends = [end - pace * (games - 1 - number) for number in range(games)]
    for number, at in enumerate(ends, 1):
        before, sigma = sigma, max(1.8, sigma * 0.96)
        rating, is_newest = Rating(mu, sigma), number == games
        active = ends[number - FEWEST_RATED_GAMES] if number >= FEWEST_RATED_GAMES else None
        seat = next(seats)
        yield RatedSeat(
            seat_id=seat, game_id=FIRST_SEAT + seat // 4, player_id=player, group=group, at=at,
            mu_before=mu, sigma_before=before, mu=mu, sigma=sigma, points=rating.points,
            games=number, wins=number / 4, is_newest=is_newest,
            active_since=active if is_newest else None,
        )  # fmt: skip


def fill(people: int, ratings: int) -> dict[str, object]:
    """Store so many accounts and ratings; what was made, and how long it took."""
    begin, rng, seats = time.perf_counter(), Random(people), count(FIRST_SEAT)
    players = accounts(people)
    lengths = [max(1, round(rng.expovariate(people / ratings))) for _ in players]
    careers = zip(players, lengths, strict=True)
    _store(
        RatedSeat,
        (row for player, games in careers for row in rows_of(player, games, rng, seats)),
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    made = {"accounts": User.objects.count(), "ratings": RatedSeat.objects.count()}
    return made | {"seconds": round(time.perf_counter() - begin, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--ratings", type=int, default=1_000_000)
    options = parser.parse_args()
    print(json.dumps(fill(options.accounts, options.ratings)))


if __name__ == "__main__":
    main()
