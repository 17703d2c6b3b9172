"""What made a file of numbers: the command, the seed, and the code it was made with."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[1]
SOURCES = ("bots", "engine", "training")
DIGITS = 4  # of a weight after the point


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


def policy_text(made_by: Mapping[str, Any], parts: Sequence[Any]) -> str:
    """The file of a net: what made it, and its layers, a line a row of weights or biases."""
    layers = ",\n".join(
        f'{{"weights": [\n{_lines(weights)}\n],\n"bias": {_line(bias)}}}'
        for weights, bias in zip(parts[::2], parts[1::2], strict=True)
    )
    return f'{{"made_by": {json.dumps(made_by)},\n"layers": [\n{layers}\n]}}\n'


def _lines(rows: Sequence[Sequence[float]]) -> str:
    return ",\n".join(map(_line, rows))


def _line(row: Sequence[float]) -> str:
    return "[" + ", ".join(f"{value:.{DIGITS}f}" for value in row) + "]"
