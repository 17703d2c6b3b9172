"""Programs with children of their own, of which nothing stays behind."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Self

END_SECONDS = 30


class Program:
    """A program in a process group of its own, with its words in a log."""

    def __init__(self, *words: str, home: Path, **variables: str) -> None:
        self.log = home / f"{Path(words[0]).name}.log"
        # A home of its own: nothing of the user's settings counts, and nothing is left there.
        environment = os.environ | {"HOME": str(home), "LC_ALL": "C.UTF-8"} | variables
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                words, env=environment, stdout=log, stderr=log, start_new_session=True
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """In good order if it can be; what then still runs of its group is killed."""
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
