"""What made a file of numbers: the command, the seed, and the code it was made with."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[1]
LEARNT = {"weights.json", "tuned.json"}
SOURCES = ("bots", "engine", "training")


def origin(command: str, **facts: object) -> dict[str, Any]:
    """The command and its facts, the date of the last commit, and a digest of the code."""
    return {"command": command, **facts, "date": _date(), "code": _digest()}


def _digest() -> str:
    """Twelve digits that change with every line of the code that takes part."""
    found = sha256()
    for source in SOURCES:
        for path in sorted((GAMES / source).rglob("*.py")):
            found.update(path.relative_to(GAMES).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:12]


def _date() -> str | None:
    """The day of the last commit to that code; None outside of a repository."""
    command = ["git", "log", "-1", "--format=%cs", "--", *SOURCES]
    try:
        done = subprocess.run(  # noqa: S603 (nothing of it comes from outside)
            command, cwd=GAMES, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip() or None


def weights_text(made_by: Mapping[str, Any], neurons: Sequence[Mapping[str, Any]]) -> str:
    """The file of a net: what made it, and a line a neuron."""
    rows = ",\n".join(json.dumps(row) for row in neurons)
    return f'{{"made_by": {json.dumps(made_by)},\n"neurons": [\n{rows}\n]}}\n'
