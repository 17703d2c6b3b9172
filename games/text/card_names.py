"""Names of the cards and what they do, in the edition's words."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.cards import Card, Kind
from games.engine.editions import Edition


def lot_title(edition: Edition, card: Card) -> str:
    """The name of the card for the beginning of a sentence, or standing alone."""
    return capfirst(lot_name(edition, card))


def lot_name(edition: Edition, card: Card) -> str:
    """The name of the card in this edition, for use within a sentence."""
    words = edition.words
    match card:
        case Card.HALF:
            return _(words.half)
        case Card.MINUS_FIVE:
            return _(words.minus_five)
        case Card.THEFT:
            return _(words.theft)
        case Card.GAMBLING:
            return _("Gambling")
        case Card.EXCURSIONS:
            return _("Excursions")
        case Card.YACHT_CLUB:
            return _("Yacht Club")
    if card.kind is Kind.PRESTIGE:
        return _(words.prestige)
    return f"{_(words.luxury)} {card.worth}"


def lot_effect(edition: Edition, card: Card) -> str:
    """What the card does, in one short sentence."""
    if card is Card.EXCURSIONS:
        return _("Worth 12; everyone else takes back their highest spent note.")
    if card is Card.YACHT_CLUB:
        return _("Worth 5; the highest card nobody else played wins.")
    if card.is_luxury:
        return _("Worth %(worth)s.") % {"worth": card.worth}
    match card:
        case Card.HALF:
            return _("Halves your status at the end.")
        case Card.MINUS_FIVE:
            return _("Takes 5 from your status.")
        case Card.THEFT:
            return _("Costs you one %(luxury)s.") % {"luxury": _(edition.words.luxury)}
        case Card.GAMBLING:
            return _("No status; your money counts double at the end.")
    return _("Doubles your status.")


def kind_name(edition: Edition, card: Card) -> str:
    """The kind of the card, in the edition's word."""
    if card.is_luxury:
        return _(edition.words.luxury)
    if card.is_disgrace:
        return _(edition.words.disgrace)
    return _("Gambling") if card is Card.GAMBLING else _(edition.words.prestige)
