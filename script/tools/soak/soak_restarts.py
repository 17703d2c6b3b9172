"""Rolling restarts under load, behind nginx: no move is lost, and nobody waits for long."""

import asyncio
import time
from itertools import cycle
from random import Random

from script.tools.load.crowds import Crowd
from script.tools.soak.houses import Premises, premises
from script.tools.soak.ledger import all_differences
from script.tools.soak.reporting import Report, options

QUIET = 5.0


async def run(place: Premises, restarts: int, tables: int, report: Report) -> Crowd:
    """Each restart is that of one process; the next one's turn comes when it is there again."""
    crowd, processes = Crowd(place.site), cycle(place.site.processes)
    await crowd.arrive(tables, Random(1))
    await crowd.during(lambda: time.sleep(QUIET))
    report.say(quiet=crowd.waits())
    for table in crowd.tables:
        table.latencies.clear()

    def restart_all() -> None:
        for number in range(restarts):
            process = next(processes)
            process.stop()
            process.start()
            report.progress(
                restarts=number + 1,
                slowest_standstill=round(crowd.standstill, 2),
                statuses=dict(crowd.statuses),
            )

    await crowd.during(restart_all)
    await crowd.leave()
    return crowd


def main() -> None:
    chosen = options(
        __doc__,
        restarts=(100, "of one process after the other"),
        processes=(2, "that serve"),
        tables=(20, "of four people"),
        standstill=(2.0, "seconds that a move may take"),
    )
    report = Report("restarts", as_json=chosen.json)
    with premises(chosen.processes) as place:
        crowd = asyncio.run(run(place, chosen.restarts, chosen.tables, report))
        faults = all_differences(crowd.tables, place.postgres.url)
        verified = place.site.processes[0].manage("record", "verify").strip()
        if words := place.site.complaints():
            faults.append(words)
    if crowd.standstill > chosen.standstill:
        faults.append(f"Somebody waited {crowd.standstill:.2f} s for a move.")
    if set(crowd.statuses) != {200}:
        faults.append(f"Requests were answered by {dict(crowd.statuses)}.")
    report.close(faults, restarts=chosen.restarts, **crowd.summary(), verify=verified)


if __name__ == "__main__":
    main()
