"""The server is killed at random moments under load: no move that was shown is lost or doubled."""

import asyncio
import time
from dataclasses import dataclass, field
from random import Random

from script.tools.load.long_table import CUT_OFF, LongTable
from script.tools.load.servers import prepare
from script.tools.soak.houses import FragileServer, a_server
from script.tools.soak.ledger import STORED, Games, differences, games_of
from script.tools.soak.reporting import Report, options

TABLES = 8
LONGEST_LIFE = 1.5
BACK = 10
PATIENCE = 30


@dataclass
class Soak:
    """A server, the tables at it, and what was found."""

    server: FragileServer
    chance: Random
    tables: list[LongTable] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    after_commit: int = 0
    ready: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)

    async def gather(self) -> None:
        rooms = await asyncio.to_thread(prepare, self.server.environment, tables=TABLES)
        self.tables = LongTable.gathered(rooms, self.chance, self.server.port)
        for table in self.tables:
            await table.arrive()

    async def one_kill(self) -> None:
        """Play, die, compare, come back."""
        players = [asyncio.create_task(keep_playing(table)) for table in self.tables]
        await self.die()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*players)
        for table in self.tables:
            await table.leave()
            self.compare(table)
        begin = time.monotonic()
        pages = [asyncio.create_task(table.come_back()) for table in self.tables]
        await asyncio.to_thread(self.server.start)
        self.ready.append(time.monotonic() - begin)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*pages)
        self.back.append(time.monotonic() - begin)
        for table in self.tables:
            self.compare_pages(table)

    async def die(self) -> None:
        """By a hand from outside at any moment, or at its own between commit and broadcast."""
        await asyncio.sleep(self.chance.uniform(0, LONGEST_LIFE))
        if self.chance.random() < 0.5:
            self.server.kill()
            return
        self.server.die_after_the_next_commit()
        self.after_commit += 1
        await asyncio.to_thread(self.server.wait_for_the_end, PATIENCE)

    def stored(self, table: LongTable) -> Games:
        """The moves of every game of the table's room."""
        return games_of(self.server.ask(STORED, table.invite))

    def compare(self, table: LongTable) -> None:
        """What is stored is what was sent, as far as anybody was shown, and one move at most."""
        for fault in differences(table, self.stored(table)):
            self.fault(table, fault)

    def compare_pages(self, table: LongTable) -> None:
        version = len(self.stored(table)[-1])
        if any(page.version != version for page in table.pages):
            shown = [page.version for page in table.pages]
            self.fault(table, f"pages came back to {shown}, not to {version}")

    def fault(self, table: LongTable, words: str) -> None:
        self.faults.append(f"kill {len(self.ready)}, room {table.invite}: {words}")


async def keep_playing(table: LongTable) -> None:
    """Until the server is gone."""
    try:
        while True:
            await table.play_on()
    except CUT_OFF:
        return


async def run(soak: Soak, kills: int, report: Report) -> None:
    await soak.gather()
    for number in range(kills):
        await soak.one_kill()
        report.progress(kills=number + 1, ready=round(soak.ready[-1], 1), faults=len(soak.faults))
    for table in soak.tables:
        await table.leave()
        soak.compare(table)


def main() -> None:
    chosen = options(
        __doc__,
        kills=(200, "of the server"),
        ready=(5.0, "seconds that a start may take"),
        seed=(1, "of what is played and when"),
    )
    report = Report("kills", as_json=chosen.json)
    with a_server(FragileServer) as server:
        soak = Soak(server, Random(chosen.seed))
        try:
            asyncio.run(run(soak, chosen.kills, report))
        except Exception as error:
            soak.faults.append(f"kill {len(soak.ready)}: {error!r}")
        verified = server.manage("record", "verify").strip()
        if "Traceback" in server.words():
            soak.faults.append(server.words()[-2_000:])
    if (slowest := max(soak.ready)) > chosen.ready:
        soak.faults.append(f"A start took {slowest:.1f} s.")
    if (slowest := max(soak.back)) > BACK:
        soak.faults.append(f"It took {slowest:.1f} s until all tables were back.")
    report.close(
        soak.faults,
        kills=chosen.kills,
        between_commit_and_broadcast=soak.after_commit,
        games=sum(len(table.sent) for table in soak.tables),
        moves=sum(len(game) for table in soak.tables for game in table.sent),
        slowest_ready=round(max(soak.ready), 2),
        slowest_back=round(max(soak.back), 2),
        verify=verified,
    )


if __name__ == "__main__":
    main()
