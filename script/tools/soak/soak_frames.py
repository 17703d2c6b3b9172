"""Malformed frames at the real server: sockets close after five, and nothing else happens."""

import asyncio
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from script.tools.soak.houses import a_server
from script.tools.soak.reporting import Report, options
from tests.support.bad_frames import a_bad_frame, nonsense
from tests.support.server import Server

MOST_BAD_FRAMES = 5
# After bad frames, and at once after one that is longer than a socket takes.
BAD, TOO_LONG = 4400, {1006, 1009}
AT_ONCE = 8
PATIENCE = 30
KINDS = ("player", "room", "game", "seat", "loggedaction", "message")
# When it is looked whether somebody has to be told of the turn; that comes by itself.
LOOK = "notify_at"
Rows = list[tuple[object, ...]]
PLACES = "SELECT id, room_id, player_id, chair, is_removed, token FROM games_member ORDER BY id"


def everything(server: Server) -> list[Rows]:
    """Every row that must stay as it is; that somebody was seen is no change, nor is a LOOK."""
    questions = (PLACES, *(f"SELECT * FROM games_{kind} ORDER BY id" for kind in KINDS))
    return [
        [tuple(row[name] for name in row.keys() if name != LOOK) for row in server.ask(each)]  # noqa: SIM118
        for each in questions
    ]


def changes(before: list[Rows], after: list[Rows]) -> list[str]:
    """Each row that is other than before."""
    return [
        f"Something was changed: {row}"
        for old, new in zip(before, after, strict=True)
        for row in {*old} ^ {*new}
    ]


async def senders(table: LongTable) -> list[str]:
    """The cookies of those who may not move now, and of a stranger.

    Everybody stays at the table: after a while bots would play for who is away.
    """
    await table.arrive()
    asleep = [n for n, page in enumerate(table.pages) if not page.is_awake]
    return [*(table.cookies[n] for n in asleep), ""]


def a_volley(chance: Random) -> list[str | bytes]:
    """As many bad frames as close a socket, with some nonsense between them."""
    frames = [a_bad_frame(chance) for _ in range(MOST_BAD_FRAMES)]
    for _ in range(chance.randrange(4)):
        frames.insert(chance.randrange(MOST_BAD_FRAMES), nonsense(chance))
    return frames


async def bombard(server: Server, invite: str, cookie: str, frames: list[str | bytes]) -> int:
    """Send them all over one socket; the code with which it was closed."""
    async with asyncio.timeout(PATIENCE), connect(
        f"ws://127.0.0.1:{server.port}/ws/r/{invite}/",
        origin=f"http://127.0.0.1:{server.port}",  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
        compression=None,
        proxy=None,
    ) as socket:  # fmt: skip
        try:
            for frame in frames:
                await socket.send(frame)
            while True:
                await socket.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


async def run(server: Server, count: int, report: Report) -> tuple[int, list[str]]:
    (room,) = await asyncio.to_thread(prepare, server.environment, tables=1)
    chance = Random(1)
    (table,) = LongTable.gathered([room], chance, server.port)
    people = await senders(table)
    before, sent, faults = everything(server), 0, list[str]()

    async def keep_on() -> None:
        nonlocal sent
        while sent < count:
            frames = a_volley(chance)
            sent += len(frames)
            code = await bombard(server, table.invite, chance.choice(people), frames)
            if code != BAD and code not in TOO_LONG:
                faults.append(f"closed with {code} after {frames!r:.300}")
            report.progress(frames=sent, faults=len(faults))

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(keep_on())
    faults += changes(before, everything(server))
    await table.leave()
    return sent, faults


def main() -> None:
    chosen = options(__doc__, frames=(10_000, "to send"))
    report = Report("frames", as_json=chosen.json)
    with a_server(Server) as server:
        sent, faults = asyncio.run(run(server, chosen.frames, report))
        if "Traceback" in server.words():
            faults.append(server.words()[-2_000:])
    report.close(faults, frames=sent)


if __name__ == "__main__":
    main()
