"""A program that plays a seat over HTTP: take a seat in the browser, ask there for a token, then

python docs/example_program.py http://localhost:8000/api/seat/ TOKEN
"""

import json
import sys
import time
import urllib.error
import urllib.request
from typing import Any

from example_bot import choose

PAUSE = 1


def ask(address: str, token: str, move: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the seat sees, after `move` if there is one; a refusal is printed and comes back."""
    data = json.dumps(move).encode() if move else None
    request = urllib.request.Request(address, data, {"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        print(refusal.read().decode(), file=sys.stderr)
        return {"game": None}


def main(address: str, token: str) -> None:
    while True:
        seen = ask(address, token)
        if seen.get("is_my_turn"):
            action = json.loads(choose(json.dumps(seen["observation"])))
            ask(address, token, {"version": seen["version"], "action": action})
        elif seen.get("status") == "finished":
            print(json.dumps(seen["observation"]["result"]))
            return
        time.sleep(PAUSE)


if __name__ == "__main__":
    main(*sys.argv[1:])
