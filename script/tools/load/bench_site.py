"""What a move costs on a whole site: processor time of each part, memory, connections, messages.

People: tables of four behind nginx, as fast as they can. Bots: games of four bots of one level.
"""

import argparse
import asyncio
import subprocess
import time
from pathlib import Path
from random import Random

import psycopg

from script.tools.load.crowds import Crowd
from script.tools.load.servers import TICKS
from script.tools.soak.houses import Premises, premises
from tests.support.services import Site

GAMES_OF_BOTS = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game, Member
from games.accounts import people
from games.rooms import presence, starting
for _ in range({games}):
    room = starting.play_now(people.new_guest("Ann"), "osprey-2018", "{level}")
    Member.objects.filter(room=room).update(seen_at=timezone.now() + timedelta(hours=1))
    presence.set_stand_ins(Game.objects.get(room=room).pk, dict.fromkeys([0], "{level}"))
"""
MOVES = "SELECT count(*) FROM games_loggedaction"


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [each for child in map(int, listed) for each in (child, *children_of(child))]


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    own, of_ended_children = fields[11:13], fields[13:15]
    return sum(map(int, (*own, *of_ended_children))) / TICKS


class Meter:
    """Processor time of each part of a site since the meter was made."""

    def __init__(self, place: Premises) -> None:
        self.place = place
        self.before = self._read()

    def _read(self) -> dict[str, float]:
        web = [each.process.pid for each in self.place.site.processes if each.process]
        bots = [child for pid in web for child in children_of(pid)]
        assert self.place.postgres.process
        assert self.place.redis.process
        assert self.place.site.nginx.process
        others = {
            "postgres": self.place.postgres.process.pid,
            "redis": self.place.redis.process.pid,
            "nginx": self.place.site.nginx.process.pid,
        }
        parts = {"web": web, "bots": bots}
        parts |= {name: [pid, *children_of(pid)] for name, pid in others.items()}
        return {name: sum(map(cpu_seconds, pids)) for name, pids in parts.items()}

    def ms_each(self, count: int) -> dict[str, float]:
        """Milliseconds of each part for each of `count`."""
        after = self._read()
        return {
            name: round(1_000 * (after[name] - self.before[name]) / max(1, count), 2)
            for name in after
        }


def messages(place: Premises) -> int:
    """Commands that Redis has had so far."""
    asked = ["redis-cli", "-p", str(place.redis.port), "info", "stats"]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return int(said.partition("total_commands_processed:")[2].split()[0])


def ask(place: Premises, question: str) -> int:
    with psycopg.connect(place.postgres.url) as connection:
        row = connection.execute(question.encode()).fetchone()
    return int(row[0]) if row else 0


def megabytes(site: Site) -> list[int]:
    return [round(each.megabytes) for each in site.processes]


async def people(place: Premises, tables: int, seconds: float) -> dict[str, object]:
    crowd, empty = Crowd(place.site), megabytes(place.site)
    await crowd.arrive(tables, Random(1))
    meter = Meter(place)
    await asyncio.sleep(seconds)
    resting, seated = meter.ms_each(round(tables * seconds)), megabytes(place.site)
    meter, sent = Meter(place), messages(place)
    await crowd.during(lambda: time.sleep(seconds), with_visitor=False)
    moves = sum(len(table.latencies) for table in crowd.tables)
    found = {
        "tables": tables,
        "cpu_ms_a_second_of_a_table_at_rest": resting,
        "moves": moves,
        "moves_a_second": round(moves / seconds),
        **crowd.waits(),
        "cpu_ms_a_move": meter.ms_each(moves),
        "redis_commands_a_move": round((messages(place) - sent) / moves, 1),
        "database_connections": ask(place, "SELECT count(*) FROM pg_stat_activity") - 1,
        "megabytes_empty": empty,
        "megabytes_seated": seated,
        "megabytes_after": megabytes(place.site),
    }
    await crowd.leave()
    return found


def bots(place: Premises, level: str, games: int, seconds: float) -> dict[str, object]:
    script = GAMES_OF_BOTS.format(games=games, level=level)
    place.site.processes[0].manage("shell", "-v", "0", "-c", script)
    time.sleep(5)
    meter, before = Meter(place), ask(place, MOVES)
    time.sleep(seconds)
    moves = ask(place, MOVES) - before
    return {
        "level": level,
        "games": games,
        "moves_a_second": round(moves / seconds, 1),
        "cpu_ms_a_move": meter.ms_each(moves),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--games", type=int, default=10, help="of bots")
    parser.add_argument("--level", default="regular")
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    with premises(chosen.processes) as place:
        found = asyncio.run(people(place, chosen.tables, chosen.seconds))
        print("people:", found, flush=True)
        print("bots:", bots(place, chosen.level, chosen.games, chosen.seconds), flush=True)


if __name__ == "__main__":
    main()
