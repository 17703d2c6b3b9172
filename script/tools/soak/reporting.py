"""What a soak says: a line now and then, and a summary; its exit status is whether all was well."""

import argparse
import json
import sys
import time
from typing import NoReturn

EVERY = 5


class Report:
    """Lines for people, or one JSON object a line."""

    def __init__(self, name: str, *, as_json: bool) -> None:
        self.name = name
        self.as_json = as_json
        self.begin = self.said = time.monotonic()

    @property
    def seconds(self) -> float:
        return round(time.monotonic() - self.begin, 1)

    def progress(self, **facts: object) -> None:
        """Say how far it is, but not all the time."""
        if time.monotonic() - self.said >= EVERY:
            self.say(**facts)

    def say(self, **facts: object) -> None:
        """One line, now."""
        self.said = time.monotonic()
        row = {"soak": self.name, "seconds": self.seconds} | facts
        words = ", ".join(f"{name} {value}" for name, value in row.items() if name != "soak")
        print(json.dumps(row) if self.as_json else f"{self.name}: {words}", flush=True)

    def close(self, faults: list[str], **facts: object) -> NoReturn:
        """The summary; the process ends, in error if there were faults."""
        for fault in faults[:20]:
            print(fault, file=sys.stderr)
        self.say(**facts, faults=len(faults))
        sys.exit(1 if faults else 0)


def options(description: str | None, **counts: tuple[float, str]) -> argparse.Namespace:
    """The options of a soak: its counts, each with a default and a word of help, and --json."""
    parser = argparse.ArgumentParser(description=description)
    for name, (default, words) in counts.items():
        kind, said = type(default), f"{words} (default: {default})"
        parser.add_argument(f"--{name}", type=kind, default=default, help=said)
    parser.add_argument("--json", action="store_true", help="one object a line")
    return parser.parse_args()
