"""Where a server's time goes: py-spy's stacks, summed by function."""

import os
import re
import signal
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Self

RATE = 200
LINES = 30


class Profile:
    """Samples a process while its block runs, as often as it is entered."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.folder = Path(tempfile.mkdtemp(prefix="py-spy-"))
        self.paths: list[Path] = []

    def __enter__(self) -> Self:
        self.paths.append(self.folder / f"{len(self.paths)}.txt")
        command = ["py-spy", "record", "--nonblocking", "--format", "raw", "--rate", str(RATE)]
        self.process = subprocess.Popen(
            [*command, "--duration", "3600", "--pid", str(self.pid), "-o", str(self.paths[-1])],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.kill(self.process.pid, signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def report(self) -> str:
        """The functions with most time of their own, and those with most below them."""
        own, below, total = self._sums()
        blocks = [f"{total} samples at {RATE} a second, stacks in {self.folder}"]
        for title, counts in (("own", own), ("cumulative", below)):
            top = counts.most_common(LINES)
            lines = (f"{100 * count / total:6.1f} %  {name}" for name, count in top)
            blocks.append("\n".join((f"{title}:", *lines)))
        return "\n\n".join(blocks)

    def _sums(self) -> tuple[Counter[str], Counter[str], int]:
        own: Counter[str] = Counter()
        below: Counter[str] = Counter()
        lines = (line for path in self.paths for line in path.read_text().splitlines())
        for line in lines:
            stack, _, count = line.rpartition(" ")
            # The line number goes: a function is one, wherever in it the time was spent.
            names = [re.sub(r":\d+\)$", ")", frame) for frame in stack.split(";")]
            own[names[-1]] += int(count)
            below.update(dict.fromkeys(names, int(count)))
        return own, below, max(1, own.total())
