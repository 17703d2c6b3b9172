"""PostgreSQL and Redis are killed and restarted under load: nothing acknowledged is lost."""

import asyncio
import time
from random import Random

from script.tools.load.crowds import Crowd
from script.tools.soak.houses import Premises, premises
from script.tools.soak.ledger import all_differences
from script.tools.soak.reporting import Report, options

QUIET = 3.0
LONGEST_AWAY = 3.0
RIGHT_AGAIN = 15
DOCUMENTED = {200, 503}


async def run(place: Premises, rounds: int, tables: int, report: Report) -> Crowd:
    """In each round both are killed, one after the other, and stay away for a moment."""
    crowd, chance = Crowd(place.site), Random(1)
    await crowd.arrive(tables, chance)

    def strike() -> None:
        for number in range(rounds):
            for service, end in ((place.postgres, place.postgres.crash), (place.redis, None)):
                (end or place.redis.kill)()
                time.sleep(chance.uniform(0, LONGEST_AWAY))
                service.start()
                time.sleep(QUIET)
            report.progress(
                rounds=number + 1,
                slowest_standstill=round(crowd.standstill, 2),
                statuses=dict(crowd.statuses),
            )

    await crowd.during(strike)
    await crowd.leave()
    return crowd


def main() -> None:
    chosen = options(
        __doc__,
        rounds=(20, "in each of which PostgreSQL and Redis are killed"),
        processes=(2, "that serve"),
        tables=(10, "of four people"),
    )
    report = Report("services", as_json=chosen.json)
    with premises(chosen.processes) as place:
        crowd = asyncio.run(run(place, chosen.rounds, chosen.tables, report))
        faults = all_differences(crowd.tables, place.postgres.url)
        verified = place.site.processes[0].manage("record", "verify").strip()
    if crowd.standstill > RIGHT_AGAIN + LONGEST_AWAY:
        faults.append(f"Somebody waited {crowd.standstill:.2f} s for a move.")
    if not set(crowd.statuses) <= DOCUMENTED:
        faults.append(f"Requests were answered by {dict(crowd.statuses)}.")
    report.close(faults, rounds=chosen.rounds, **crowd.summary(), verify=verified)


if __name__ == "__main__":
    main()
