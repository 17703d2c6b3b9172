"""Status cards and money cards as they are shown, in the words of the edition."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from games.engine.cards import Card, status_cards
from games.engine.editions import Edition, MoneyStyle
from games.screens.rendering import render_anew
from games.text.card_names import kind_name, lot_effect, lot_name, lot_title
from games.text.numbers import money_text


@dataclass(frozen=True, slots=True)
class CardFace:
    """A status card as it is shown."""

    id: str
    name: str
    title: str
    kind: str
    effect: str
    mark: str
    is_end: bool
    is_disgrace: bool


@dataclass(frozen=True, slots=True)
class Coin:
    """A money card as it is shown: the value it is sent by, and its text."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class MoneyFormat:
    """How a page writes an amount: divided by `unit`, grouped by `comma`, between two signs.

    `zeros` is what follows where somebody writes thousands.
    """

    before: str
    comma: str
    after: str
    unit: str
    zeros: str


@lru_cache(maxsize=1_000)
def card_face(edition: Edition, card: Card, language: str | None) -> CardFace:  # noqa: ARG001
    """The card in the edition's words; `language` is the one they are in."""
    return CardFace(
        id=card.id,
        name=lot_name(edition, card),
        title=lot_title(edition, card),
        kind=kind_name(edition, card),
        effect=lot_effect(edition, card),
        mark=_mark(card),
        is_end=card.is_end,
        is_disgrace=card.is_disgrace,
    )


def card_faces(
    edition: Edition, cards: Sequence[Card], language: str | None
) -> tuple[CardFace, ...]:
    return tuple(card_face(edition, card, language) for card in cards)


def _mark(card: Card) -> str:
    """The sign in the card's corner."""
    marks = {Card.HALF: "½", Card.MINUS_FIVE: "−5", Card.THEFT: "✗", Card.GAMBLING: "2$"}
    return str(card.worth) if card.is_luxury else marks.get(card, "×2")


def coins(edition: Edition, values: Sequence[int]) -> tuple[Coin, ...]:
    """The money cards with these values, as they are shown."""
    return _coins(edition, tuple(values), get_language())


@lru_cache(maxsize=4_000)
def _coins(edition: Edition, values: tuple[int, ...], language: str | None) -> tuple[Coin, ...]:  # noqa: ARG001
    return tuple(Coin(value, money_text(edition, value)) for value in values)


@lru_cache(maxsize=1_000)
def cards_html(edition: Edition, advanced: tuple[Card, ...], language: str | None) -> str:
    """The list of every card of the game and what it does."""
    faces = card_faces(edition, status_cards(advanced), language)
    return render_anew("cards", language, cards=faces, rules=rules_url(edition))


def rules_url(edition: Edition) -> str:
    """The URL of the edition's rules."""
    return f"/rules/{edition.id}/"


@lru_cache(maxsize=100)
def money_format(edition: Edition, language: str | None) -> MoneyFormat:  # noqa: ARG001
    """How this edition's money is written, read off two amounts written in this language."""
    unit = 1000 if edition.money_style is MoneyStyle.THOUSANDS else 1
    written = re.fullmatch(r"(\D*)1(\D*)222(\D*)", money_text(edition, 1_222 * unit))
    before, comma, after = written.groups() if written else ("", "", "")
    zeros = money_text(edition, 1_000).removeprefix(f"{before}1").removesuffix(after)
    return MoneyFormat(before, comma, after, str(unit), zeros)
