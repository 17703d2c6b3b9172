"""Non-interference: two games that a viewer cannot tell apart must show them the same bytes."""

from itertools import count
from random import Random

from script.tools.soak.houses import django_here
from script.tools.soak.reporting import Report, options


def main() -> None:
    chosen = options(__doc__, pairs=(10_000, "of games"), seed=(1, "for another ten thousand"))
    report = Report("leaks", as_json=chosen.json)
    from tests.support.shown_games import HOUSES, pairs  # noqa: PLC0415

    faults: list[str] = []
    done = differing = 0
    for number in count():
        house = HOUSES[number % len(HOUSES)]
        for pair in pairs(*house, Random(f"{chosen.seed} {number}")):
            done += 1
            differing += pair.differ
            if pair.one != pair.other:
                faults.append(f"{house[0]}, game {number}, version {pair.version}: {pair.viewer}")
            report.progress(pairs=done, differing=differing, faults=len(faults))
        if done >= chosen.pairs:
            break
    report.close(faults, pairs=done, differing=differing, games=number + 1)


if __name__ == "__main__":
    with django_here():
        main()
