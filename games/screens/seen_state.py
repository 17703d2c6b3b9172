"""What a page shows of a room, as one value that travels with the page (the resume handshake).

A page carries its state as text (`<data id="seen" value="…">`, replaced by every push). When its
socket is opened, again or for the first time, the script sends that text back unread. The hub
compares it with the stored state: if they are equal, nothing is sent, and nobody's half-made bid or
half-typed name is replaced; otherwise the page gets the whole room. Only this module knows how the
value is written.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from games.screens.rendering import render_anew

FIELD = "seen"
# What the script of a page that was loaded before this value existed sends, each on its own.
SEPARATE_FIELDS = ("changes", "game", "version", "message")
WRITTEN = re.compile(r"\.".join(["([0-9]{1,19})"] * 4))


class SeenState(NamedTuple):
    """The room's count of changes, its game, the game's version, and the newest message.

    A room without a game or without messages has 0 in their places.
    """

    changes: int
    game: int
    version: int
    message: int

    def __str__(self) -> str:
        return f"{self.changes}.{self.game}.{self.version}.{self.message}"


def seen_state_in(query: Mapping[str, str]) -> SeenState | None:
    """The state that a page says it shows; None if it says nothing, or nothing readable."""
    text = query.get(FIELD) or ".".join(query.get(name, "?") or "0" for name in SEPARATE_FIELDS)
    found = WRITTEN.fullmatch(text)
    return SeenState(*map(int, found.groups())) if found else None


@lru_cache(maxsize=2_000)
def seen_state_html(state: SeenState) -> str:
    """The part of the page that carries the state; mostly the same for all viewers of a room."""
    return render_anew("seen", seen=str(state))
