"""What a room was told last: a kind and what it is about, stored as text without any name.

Everybody reads it in their own language (`screens.notices`), with scripts or without, until the
next one or the next game. A notice is part of the change that it tells of.
"""

from collections.abc import Iterable

BROKEN_OFF = "broken-off"
DESERTED = "deserted"
OPTIONS = "options"
OPENED = "opened"
CLOSED = "made-private"


def notice(kind: str, about: Iterable[str] = ()) -> str:
    """The text that is stored."""
    return f"{kind}:{','.join(about)}"


def parts_of(text: str) -> tuple[str, list[str]]:
    """The kind, empty for none, and what it is about."""
    kind, _, about = text.partition(":")
    return kind, about.split(",") if about else []
