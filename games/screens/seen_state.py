"""What a page shows of a room, as two values that travel with the page (the resume handshake).

A page carries its state as text (`<data id="seen" value="…">`, replaced by every push) and its
outline (`<div id="room" data-outline="…">`, replaced with the whole room). When its socket is
opened, again or for the first time, the script sends both back unread. The hub compares:
- state equal to the stored one: nothing is sent;
- another state, the same outline: the parts are sent, without those that show the same as before,
  so that nobody's half-made bid or half-typed message is replaced;
- another outline, or none: the page gets the whole room.
Only this module knows how the values are written.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from games.screens.rendering import render_anew

FIELD = "seen"
OUTLINE_FIELD = "outline"
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


def outline_in(query: Mapping[str, str]) -> str:
    """The outline that a page says it has; empty if it says none."""
    return query.get(OUTLINE_FIELD, "")


def outline_text(*facts: object) -> str:
    """The facts on which all of a room's page depends that is not a part, as a short text."""
    return f"{crc32(repr(facts).encode()):08x}"


@lru_cache(maxsize=2_000)
def seen_state_html(state: SeenState) -> str:
    """The part of the page that carries the state; mostly the same for all viewers of a room."""
    return render_anew("seen", None, seen=str(state))
