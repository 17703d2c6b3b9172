"""Which games are alike enough to be compared with each other: the edition groups.

Editions differ in names and in details of scoring; who plays one well plays the others as well. The
★ cards are another game: they change what money is worth and add an auction of its own.
"""

from collections.abc import Collection
from dataclasses import dataclass

from games.engine.editions import gettext_noop


@dataclass(frozen=True, slots=True)
class EditionGroup:
    """Games that share one rating, by id; `title` is to be translated."""

    id: str
    title: str


BASE = EditionGroup("base", gettext_noop("Base game"))
STARS = EditionGroup("stars", gettext_noop("With ★ cards"))
GROUPS = {group.id: group for group in (BASE, STARS)}


def group_of(advanced: Collection[object]) -> EditionGroup:
    """The group of a game with these ★ cards, of any edition."""
    return STARS if advanced else BASE
