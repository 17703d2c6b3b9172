"""`manage.py train`: makes the numbers that bots play by again, from a seed.

`train net` lets players of many minds play on the bots' fast table and fits the neural net to who
won; `train temper` searches the weights of an appraisal. Both write what made them into the file.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.bots.match import ignore_interrupts
from games.management.arguments import positive
from games.training.origin import origin, weights_text
from games.training.self_play import Position, SelfPlay
from games.training.tuning import Tuning

NEEDS_NUMPY = "Training needs numpy: pip install --group train"
TESTED = 10  # every tenth game is not learnt from, but tells how good the net is
CHUNK = 50
AT_ONCE = 2_000  # games whose positions are kept as plain lists


class Command(BaseCommand):
    help = (
        "Train the neural net, or tune the weights of an appraisal; the same seed, the same file."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="what", required=True)
        net = kinds.add_parser("net", help="the neural net of master")
        net.add_argument("--games", type=positive, default=60_000, metavar="N")
        net.add_argument("--rounds", type=positive, default=20, help="over all positions")
        net.add_argument("--neurons", type=positive, default=32)
        net.add_argument("--usual", type=float, default=0.5, help="part of tables like our bots'")
        net.add_argument("--stars", type=float, default=0.25, help="part of games with ★ cards")
        net.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N")
        temper = kinds.add_parser("temper", help="the weights of an appraisal")
        temper.add_argument("--generations", type=positive, default=12)
        temper.add_argument("--tries", type=positive, default=40, help="in each generation")
        temper.add_argument("--games", type=positive, default=2_000, help="for each of them")
        temper.add_argument(
            "--usual", type=float, default=0.5, help="part of tables like our bots'"
        )
        for each in (net, temper):
            each.add_argument("--seed", required=True, help="any text")
            each.add_argument("--out", type=Path, required=True, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = (self._net if options["what"] == "net" else self._temper)(options)
            options["out"].write_text(text)
        except OSError as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(130)

    def _net(self, options: dict[str, Any]) -> str:
        # One thread, so that sums are added up in one order.
        os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        try:
            from games.training import net  # noqa: PLC0415 (numpy is only there for training)
        except ImportError:
            raise CommandError(NEEDS_NUMPY) from None
        learnt: list[net.Batch] = []
        tested: list[net.Batch] = []
        features = 0
        with _games(options) as games:
            for chunk in _chunks(enumerate(games)):
                for batches, is_test in ((learnt, False), (tested, True)):
                    found = [
                        position
                        for number, game in chunk
                        for position in game
                        if (number % TESTED == 0) is is_test
                    ]
                    if found:
                        batches.append(net.batch_of(found))
                        features = len(found[0].seats[0])
        if not learnt or not tested:
            raise CommandError("These are too few games to learn from.")
        course = net.Course(neurons=options["neurons"], rounds=options["rounds"])
        batch, test = net.joined(learnt), net.joined(tested)
        seed = int.from_bytes(options["seed"].encode(), "big")
        for number, trained in enumerate(net.train(batch, course, seed), start=1):
            loss = trained.loss(test)
            self.stderr.write(f"round {number}: surprise {loss:.4f}")
        names = ("games", "rounds", "neurons", "usual", "stars")
        made_by = origin(
            f"manage.py train net {_words(options, *names)}",
            seed=options["seed"],
            games=options["games"],
            positions=len(batch),
            surprise=round(loss, 4),
        )
        return weights_text(made_by, trained.neurons(features))

    def _temper(self, options: dict[str, Any]) -> str:
        names = ("generations", "tries", "games", "usual")
        tuning = Tuning(options["seed"], *(options[name] for name in names))
        for number, (temper, share) in enumerate(tuning.means(), start=1):
            self.stderr.write(f"generation {number}: {share:.3f} {tuple(temper)}")
        made_by = origin(
            f"manage.py train temper {_words(options, *names)}",
            seed=options["seed"],
            games=options["generations"] * options["tries"] * options["games"],
        )
        return json.dumps({"made_by": made_by, "temper": temper._asdict()}, indent=1) + "\n"


def _words(options: dict[str, Any], *names: str) -> str:
    """The options that say what is made, as one would type them."""
    return " ".join(f"--{name} {options[name]}" for name in (*names, "seed"))


Games = Iterable[list[Position]]


@contextmanager
def _games(options: dict[str, Any]) -> Iterator[Games]:
    """The positions of every game in order, computed by as many processes as one likes."""
    play = SelfPlay(options["seed"], options["usual"], options["stars"])
    show = partial(tqdm, total=options["games"], unit=" games", disable=None)
    numbers = range(options["games"])
    if options["jobs"] == 1:
        yield show(map(play.positions, numbers))
        return
    with Pool(options["jobs"], ignore_interrupts) as pool:
        yield show(pool.imap(play.positions, numbers, CHUNK))


def _chunks(
    games: Iterator[tuple[int, list[Position]]],
) -> Iterator[list[tuple[int, list[Position]]]]:
    """So many numbered games at a time that they do not fill the memory."""
    while chunk := list(islice(games, AT_ONCE)):
        yield chunk
