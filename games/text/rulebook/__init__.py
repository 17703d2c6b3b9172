"""The rules in words, built from the edition's data, so that they agree with the engine."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from games.engine.cards import ADVANCED, Card, advanced_among
from games.engine.editions import Edition
from games.text.rulebook.blocks import Rulebook, Section
from games.text.rulebook.cards import box, card_help, gallery
from games.text.rulebook.differences import differences, points_table, traits, words_table
from games.text.rulebook.ending import end, scoring, ties
from games.text.rulebook.online import online
from games.text.rulebook.playing import (
    aim,
    auction,
    excursions,
    gambling,
    money,
    reverse,
    sealed,
    theft,
)

__all__ = ["card_help", "points_table", "rules_of", "traits", "words_table"]


def rules_of(edition: Edition, advanced: Collection[Card] = ADVANCED) -> Rulebook:
    """All the rules of `edition`, with those of its ★ cards that are among `advanced`."""
    stars = advanced_among(advanced) if edition.has_advanced else ()
    sections = (
        aim(),
        box(edition, stars),
        money(edition),
        auction(edition),
        reverse(edition),
        *_sections_of(edition, stars),
        theft(edition, stars),
        end(edition, stars),
        scoring(edition, stars),
        ties(edition, stars),
        online(edition, stars),
        gallery(edition, stars),
        differences(edition),
    )
    return Rulebook(edition, _(edition.title), sections)


def _sections_of(edition: Edition, stars: Collection[Card]) -> list[Section]:
    """The sections that only ★ cards need."""
    writers = {Card.YACHT_CLUB: sealed, Card.EXCURSIONS: excursions, Card.GAMBLING: gambling}
    return [write(edition) for card, write in writers.items() if card in stars]
