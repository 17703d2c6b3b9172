"""`manage.py train`: makes the numbers that bots play by again, from a seed.

`train policy` lets a neural net play against itself, older nets and strangers of many minds, and
learn from what comes of it; `train temper` searches the weights of an appraisal. Both write what
made them into the file.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.management.arguments import positive
from games.training.origin import origin, policy_text
from games.training.tuning import Tuning

NEEDS_NUMPY = "Training needs numpy: pip install --group train"
# One thread, and the same instructions on every processor, so that sums are added up in one order.
ALIKE = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
}
SAID = 5  # lessons after which a line says how it goes, and the net so far is written


class Command(BaseCommand):
    help = "Train the policy, or tune the weights of an appraisal; the same seed, the same file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="what", required=True)
        policy = kinds.add_parser("policy", help="the neural net of the bots that learn")
        policy.add_argument("--games", type=positive, default=2_662_400, metavar="N")
        policy.add_argument("--at-once", type=positive, default=4_096, help="games in a lesson")
        policy.add_argument("--stars", type=float, default=0.25, help="part of games with ★ cards")
        temper = kinds.add_parser("temper", help="the weights of an appraisal")
        temper.add_argument("--generations", type=positive, default=12)
        temper.add_argument("--tries", type=positive, default=40, help="in each generation")
        temper.add_argument("--games", type=positive, default=2_000, help="for each of them")
        temper.add_argument(
            "--usual", type=float, default=0.5, help="part of tables like our bots'"
        )
        for each in (policy, temper):
            each.add_argument("--seed", required=True, help="any text")
            each.add_argument("--out", type=Path, required=True, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = (self._policy if options["what"] == "policy" else self._temper)(options)
            options["out"].write_text(text)
        except OSError as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(130)

    def _policy(self, options: dict[str, Any]) -> str:
        os.environ |= ALIKE
        try:
            from games.training.ppo import Course, train  # noqa: PLC0415 (only to train)
        except ImportError:
            raise CommandError(NEEDS_NUMPY) from None
        course = Course(options["games"], options["at_once"], stars=options["stars"])
        seed, decisions = int.from_bytes(options["seed"].encode(), "big"), 0
        bar = tqdm(train(course, seed), total=course.lessons, unit=" lessons", disable=None)
        for number, report in enumerate(bar, start=1):
            decisions += report.decisions
            if number % SAID == 0 or number == course.lessons:
                shares = (f"{name} {share:.2f}" for name, share in report.shares.items())
                self.stderr.write(f"lesson {number}: {', '.join(shares)}")
                said = options | {"games": number * course.at_once}
                words = _words(said, "games", "at_once", "stars")
                made_by = origin(
                    f"manage.py train policy {words}",
                    seed=options["seed"],
                    games=said["games"],
                    decisions=decisions,
                )
                text = policy_text(made_by, report.net.parts)
                options["out"].write_text(text)
        return text

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
    return " ".join(f"--{name.replace('_', '-')} {options[name]}" for name in (*names, "seed"))
