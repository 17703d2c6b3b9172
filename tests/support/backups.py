"""Backups for tests: one that is taken while tables play, and commands that refuse."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from tests.support.server import ROOT, Server

LOG = "SELECT game_id, number, seat, payload, at, hash FROM games_loggedaction ORDER BY id"
VERSIONS = """SELECT invite, sum(version) FROM games_game
    JOIN games_room r ON r.id = room_id GROUP BY invite"""


def fails(environment: dict[str, str], *words: str) -> str:
    """The sentence with which `manage.py` refuses."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


async def backed_up_in_play(server: Server, target: Path, moves: int = 25) -> dict[str, int]:
    """Play, and take a backup meanwhile; the version each room had been shown before it began."""
    rooms = await asyncio.to_thread(prepare, server.environment, tables=2)
    tables = LongTable.gathered(rooms, Random(1), server.port)
    for table in tables:
        await table.arrive()
        for _ in range(moves):
            await table.move()
    shown = {table.invite: table.acknowledged for table in tables}
    taking = asyncio.create_task(asyncio.to_thread(server.manage, "backup", str(target)))
    while not taking.done():
        for table in tables:
            await table.play_on()
            await asyncio.sleep(0.02)
    await taking
    for table in tables:
        await table.play_on()
        await table.leave()
    return shown
