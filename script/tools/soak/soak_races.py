"""Races, round after round: many hands on one table at one instant, and exactly one action."""

from script.tools.soak.houses import a_database
from script.tools.soak.reporting import Report, options


def main() -> None:
    chosen = options(__doc__, rounds=(1_000, "of each race"))
    report = Report("races", as_json=chosen.json)
    faults: list[str] = []
    with a_database():
        from tests.support.races import RACES  # noqa: PLC0415

        for race in RACES:
            for number in range(chosen.rounds):
                try:
                    race()
                except Exception as fault:
                    faults.append(f"{race.__name__}, round {number}: {fault!r}")
                report.progress(race=race.__name__, rounds=number + 1, faults=len(faults))
            report.say(race=race.__name__, rounds=chosen.rounds, faults=len(faults))
    report.close(faults, races=len(RACES), rounds=chosen.rounds)


if __name__ == "__main__":
    main()
