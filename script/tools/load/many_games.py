"""Many finished games in a database, quickly: real games of bots, told again of other people.

Some hundred games are played. Each is then stored over and over under new codes, with other people
in its seats and at other times, its log chained anew, so that every one of them verifies.
A process of its own on DATABASE_URL or DATA_DIR; prints what it has made as JSON.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "highsociety_site.settings")
django.setup()

from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from tqdm import tqdm  # noqa: E402

from games.accounts.session import KEY  # noqa: E402
from games.bots.characters import CHARACTERS  # noqa: E402
from games.bots.match import Match  # noqa: E402
from games.engine.cards import ADVANCED  # noqa: E402
from games.engine.editions import EDITIONS  # noqa: E402
from games.engine.record import Record, from_text  # noqa: E402
from games.engine.standings import Standing, standings  # noqa: E402
from games.engine.wire import action_dict  # noqa: E402
from games.models import Game, LoggedAction, Member, Player, Room, Seat  # noqa: E402
from games.play.log import LogLine  # noqa: E402
from games.play.stored_records import deal_columns  # noqa: E402

CHUNK = 500
GAMES_A_ROOM = 20
VETERAN_GAMES = 1_000
BOTS = ("novice", "random", "random", "novice", "random")
YEARS = 3
PACE = timedelta(seconds=7)
COLUMNS = ("game_id", "number", "seat", "payload", "by", "at", "hash")


@dataclass(frozen=True)
class Template:
    """A game that was really played, ready to be stored often."""

    record: Record
    lines: tuple[tuple[int, str], ...]
    standings: tuple[Standing, ...]


def played(count: int) -> list[Template]:
    """So many real games, editions and seats in turn."""
    found = []
    for number in range(count):
        edition = EDITIONS[tuple(EDITIONS)[number % len(EDITIONS)]]
        stars = ADVANCED if edition.has_advanced and number % 2 else ()
        seats = 3 + number // len(EDITIONS) % 3
        match = Match(edition, BOTS[:seats], 1, f"many {number}", stars, keeps_records=True)
        record = from_text(match.game(0).line.encode())
        lines = tuple((action.seat, payload_of(action)) for action in record.actions)
        found.append(Template(record, lines, standings(record.result)))
    return found


def payload_of(action: object) -> str:
    return json.dumps(action_dict(action), sort_keys=True, separators=(",", ":"))


def people(count: int) -> list[Player]:
    """The veteran first, bots of every character after, and the crowd."""
    names = ["Lady Veteran", *(f"Guest {number}" for number in range(count))]
    crowd = [Player(name=name) for name in names]
    bots = [Player(name=each.name, bot=each.id) for each in CHARACTERS.values()] * 3
    bots = [Player(name=each.name, bot=each.bot) for each in bots]
    return Player.objects.bulk_create([*crowd[:1], *bots, *crowd[1:]], batch_size=CHUNK)


def rooms(count: int, hosts: Sequence[Player]) -> list[Room]:
    made = Room.objects.bulk_create(
        [Room(host=hosts[number % len(hosts)]) for number in range(count)], batch_size=CHUNK
    )
    Member.objects.bulk_create(
        [Member(room=room, player=room.host, chair=0) for room in made], batch_size=CHUNK
    )
    return made


def moments(count: int, rng: Random) -> Iterator[datetime]:
    """When games ended, oldest first, over some years until now."""
    now, span = datetime.now(UTC), timedelta(days=365 * YEARS)
    for share in sorted(rng.random() for _ in range(count)):
        yield now - span * (1 - share)


class Maker:
    """Makes games of templates; every `stride`-th has the veteran at the table."""

    def __init__(self, count: int, templates: Sequence[Template], rng: Random) -> None:
        self.rng = rng
        self.templates = templates
        everybody = people(max(count // 20, 50))
        self.veteran, self.crowd = everybody[0], everybody[1:]
        self.rooms = rooms(max(count // GAMES_A_ROOM, 1), self.crowd[len(CHARACTERS) * 3 :])
        self.stride = max(count // VETERAN_GAMES, 1)
        self.deals = [deal_columns(each.record.deal, each.record.seed) for each in templates]

    def game(self, number: int, at: datetime) -> tuple[Game, Template]:
        which = self.rng.randrange(len(self.templates))
        template = self.templates[which]
        game = Game(
            room=self.rooms[number // GAMES_A_ROOM % len(self.rooms)],
            status=Game.Status.FINISHED,
            result=template.record.result,
            version=len(template.lines),
            finished_at=at,
            **self.deals[which],
        )
        return game, template

    def seats(self, number: int, game: Game, template: Template) -> Iterator[Seat]:
        players = self.rng.sample(self.crowd, len(template.standings))
        if number % self.stride == 0:
            players[self.rng.randrange(len(players))] = self.veteran
        for seat, (player, standing) in enumerate(zip(players, template.standings, strict=True)):
            yield Seat(game=game, number=seat, player=player, name=player.name, **asdict(standing))


def log_rows(game: Game, template: Template) -> Iterator[tuple[object, ...]]:
    """The lines of a game's log, a few seconds apart until it ended, each with its hash."""
    hash, last = game.commitment, len(template.lines)
    for number, (seat, payload) in enumerate(template.lines):
        at = game.finished_at - PACE * (last - 1 - number)
        hash = LogLine(number, seat, payload, "", None, at, "").hash_after(hash)
        yield (game.pk, number, seat, payload, "", at, hash)


def write_log(rows: Iterator[tuple[object, ...]]) -> None:
    table = LoggedAction._meta.db_table
    names = ", ".join(f'"{name}"' for name in COLUMNS)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["?"] * len(COLUMNS))
        adapt = connection.ops.adapt_datetimefield_value
        connection.connection.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({marks})",
            ((*row[:5], adapt(row[5]), row[6]) for row in rows),
        )


def store(maker: Maker, chunk: Sequence[tuple[int, datetime]]) -> None:
    with transaction.atomic():
        made = [maker.game(number, at) for number, at in chunk]
        games = [game for game, _ in made]
        Game.objects.bulk_create(games)
        for game in games:
            game.started_at = game.finished_at - PACE * game.version
        Game.objects.bulk_update(games, ["started_at"])
        Seat.objects.bulk_create(
            seat
            for (number, _), (game, template) in zip(chunk, made, strict=True)
            for seat in maker.seats(number, game, template)
        )
        write_log(row for each in made for row in log_rows(*each))


def session_of(player: Player) -> str:
    session = SessionStore()
    session[KEY] = player.pk
    session.create()
    return str(session.session_key)


def fill(count: int, templates: int = 300) -> dict[str, object]:
    """Store so many games; what was made, and how long it took."""
    begin, rng = time.perf_counter(), Random(count)
    maker = Maker(count, played(templates), rng)
    ends = enumerate(moments(count, rng))
    with tqdm(total=count, unit=" games", disable=None) as bar:
        while chunk := list(islice(ends, CHUNK)):
            store(maker, chunk)
            bar.update(len(chunk))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return {
        "games": count,
        "actions": sum(Game.objects.values_list("version", flat=True)),
        "seconds": round(time.perf_counter() - begin, 1),
        "veteran": maker.veteran.pk,
        "session": session_of(maker.veteran),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--templates", type=int, default=300, help="distinct games to be played")
    options = parser.parse_args()
    print(json.dumps(fill(options.games, options.templates)))


if __name__ == "__main__":
    main()
