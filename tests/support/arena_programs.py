"""Programs that take part in the arena: a plain one in the shell's language, and hostile ones.

Each is what follows `sh -c`; none of them needs more than a POSIX system has.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEAT = r's/.*"seat":\([0-9]\).*"seed".*/\1/p'
PASSES = f"""while IFS= read -r line; do
  seat=$(printf "%s" "$line" | sed -n '{SEAT}')
  case $line in
    *'"phase":"discard"'*) exit 3 ;;
    *) echo '{{"seat":'$seat',"type":"pass"}}' ;;
  esac
done"""
HANGS = "while :; do sleep 60; done"
HOSTILE = {
    "hangs": ("timeouts", HANGS),
    "ignores-terminate": ("timeouts", f"trap '' TERM INT HUP; {HANGS}"),
    "half-a-line": ("timeouts", "printf '{\"seat\": 1'; sleep 60"),
    "floods": ("illegal", "tr '\\0' x </dev/zero"),
    "floods-lines": ("illegal", "yes"),
    "rubbish": ("illegal", "while read -r line; do echo '{[}\"\\377'; done"),
    "deep": (
        "illegal",
        "while read -r line; do head -c 60000 /dev/zero | tr '\\0' '['; echo; done",
    ),
    "another-seat": ("illegal", 'while read -r line; do echo \'{"seat":9,"type":"pass"}\'; done'),
    "two-lines": ("illegal", "while read -r line; do printf 'a\\nb\\n'; done"),
    "exits": ("crashes", "exit 7"),
    "closes-input": ("crashes", "exec <&-; sleep 0.2; exit 0"),
    "closes-output": ("crashes", "exec >&-; sleep 60"),
}


def batched(programs: dict[str, tuple[str, str]]) -> list[tuple[str, ...]]:
    """The names of three at a time, all of one kind of fault."""
    names = list(programs)
    return [tuple(names[start : start + 3]) for start in range(0, len(names), 3)]


def shell(name: str, script: str) -> str:
    return f"{name}=sh -c {shlex.quote(script)}"


def arena(*words: str, code: int = 0) -> list[dict]:
    """What `script/arena WORDS --json` prints, table by table."""
    done = run_arena(*words, "--json")
    assert done.returncode == code, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def run_arena(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "script/tools/arena/arena.py", *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": "."},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def running(mark: str) -> list[str]:
    """The command lines of processes that have `mark` in them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = path.read_text()
        except OSError:
            continue
        if re.search(rf"\b{mark}\b", text):
            found.append(text.replace("\0", " "))
    return found
