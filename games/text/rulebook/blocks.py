"""The parts of a rulebook: sections of paragraphs, lists, tables and cards."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.editions import Edition


@dataclass(frozen=True, slots=True)
class Prose:
    """One paragraph."""

    kind: ClassVar = "prose"
    text: str


@dataclass(frozen=True, slots=True)
class Steps:
    """A numbered list."""

    kind: ClassVar = "steps"
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """A list of points."""

    kind: ClassVar = "points"
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Purse:
    """All money cards, as the edition writes them."""

    kind: ClassVar = "purse"
    coins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One kind of card: the id of a card for its picture, name, effect, number of cards."""

    card: str
    name: str
    effect: str
    count: int
    is_advanced: bool


@dataclass(frozen=True, slots=True)
class Box:
    """The deck, kind by kind."""

    kind: ClassVar = "box"
    lines: tuple[BoxLine, ...]


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One card with its full description; `anchor` is the fragment of its URL."""

    anchor: str
    card: str
    name: str
    help: str
    is_end: bool
    is_disgrace: bool


@dataclass(frozen=True, slots=True)
class Gallery:
    """Every card with its description."""

    kind: ClassVar = "gallery"
    entries: tuple[CardEntry, ...]


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """One player of the worked example."""

    name: str
    money: str
    steps: tuple[str, ...]
    status: str
    is_cast_out: bool
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of scoring, and the sentences of its result."""

    kind: ClassVar = "example"
    lines: tuple[ExampleLine, ...]
    ending: str


@dataclass(frozen=True, slots=True)
class EditionRow:
    """One edition in a table of all; `is_this` marks the edition of the page."""

    id: str
    title: str
    cells: tuple[str, ...]
    is_this: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """A table with a row for each edition."""

    kind: ClassVar = "comparison"
    caption: str
    head: tuple[str, ...]
    rows: tuple[EditionRow, ...]


Block = Prose | Steps | Points | Purse | Box | Gallery | Example | Comparison


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules under its own title; `id` is its anchor."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All the rules of one edition."""

    edition: Edition
    title: str
    sections: tuple[Section, ...]


def words(edition: Edition) -> dict[str, str]:
    """The edition's names for cards and kinds, ready to be filled into a sentence."""
    names = edition.words
    return {
        "luxury": _(names.luxury),
        "prestige": _(names.prestige),
        "disgrace": _(names.disgrace),
        "end_card": _(names.end_card),
        "half": _(names.half),
        "minus_five": _(names.minus_five),
        "theft": _(names.theft),
    }


def say(edition: Edition, sentence: str, **facts: object) -> str:
    """`sentence` with the edition's names and these facts in it, beginning with a capital."""
    return capfirst(sentence % (words(edition) | facts))
