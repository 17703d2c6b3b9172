"""Sections about the cards: what is in the box, and what each card does."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.cards import BASIC, END_CARDS, Card, Kind
from games.engine.editions import Edition
from games.text.card_names import lot_effect, lot_title
from games.text.numbers import status_text
from games.text.rulebook.blocks import Box, BoxLine, CardEntry, Gallery, Prose, Section, say
from games.text.rulebook.example import status_with


def card_help(edition: Edition, card: Card) -> str:
    """What the card does, when it counts and how it is sold, in one to three sentences."""
    sentences = (_does(edition, card), _sold(card), _note(edition, card))
    return " ".join(sentence for sentence in sentences if sentence)


def _does(edition: Edition, card: Card) -> str:
    match card:
        case Card.HALF:
            return _("Halves your status at the very end: 7 becomes %(half)s.") % {
                "half": status_text(status_with(edition, Card.LUXURY_7, Card.HALF))
            }
        case Card.MINUS_FIVE:
            return _minus_five(edition)
        case Card.THEFT:
            return say(
                edition,
                _(
                    "Costs you one %(luxury)s card of your choice at once. If you have none, you "
                    "lose the next one you get."
                ),
            )
        case Card.GAMBLING:
            return _("No points, but at the end the money in your hand counts double.")
        case Card.EXCURSIONS:
            return say(
                edition,
                _(
                    "A %(luxury)s card that adds %(worth)s to your status; when you get it, "
                    "everyone else takes back their highest spent note."
                ),
                worth=card.worth,
            )
    if card.kind is Kind.PRESTIGE:
        return _("Doubles your status at the end; a second one doubles it again.")
    return say(edition, _("Adds %(worth)s to your status at the end."), worth=card.worth)


def _minus_five(edition: Edition) -> str:
    if edition.minus_five_floors_at_zero:
        return say(
            edition,
            _(
                "Takes 5 from the sum of your %(luxury)s cards before doubling, but never goes "
                "below 0."
            ),
        )
    return say(
        edition,
        _("Takes 5 from the sum of your %(luxury)s cards before doubling, even below 0."),
    )


def _sold(card: Card) -> str:
    if card.is_disgrace:
        return _("Reverse auction: the first to pass takes it, everyone else pays their bid.")
    if card is Card.YACHT_CLUB:
        return _(
            "Everyone plays one money card face down and pays it; the highest card nobody else "
            "played wins."
        )
    return _("Goes to the highest bidder.")


def _note(edition: Edition, card: Card) -> str:
    """What else a player should know before bidding."""
    if card.is_luxury:
        return say(edition, _("%(theft)s can take it away."))
    if not card.is_end:
        return ""
    return say(
        edition,
        _("It is a %(end_card)s: once all %(count)s have been turned up, the game is over."),
        count=len(END_CARDS),
    )


def box(edition: Edition, advanced: Sequence[Card]) -> Section:
    """What is in the box, kind by kind."""
    deck = (*BASIC, *advanced)
    lead = say(
        edition,
        _("One deck of %(count)s cards and a set of money cards for each of 3 to 5 players."),
        count=len(deck),
    )
    lines = [_luxuries(edition), _line(edition, Card.PRESTIGE_3, deck)]
    lines += [_line(edition, card, deck) for card in deck if card.is_disgrace]
    lines += [_line(edition, card, deck) for card in advanced]
    return Section("box", _("In the box"), (Prose(lead), Box(tuple(lines))))


def _luxuries(edition: Edition) -> BoxLine:
    """The line for all plain luxuries, pictured by the best of them."""
    cards = [card for card in BASIC if card.is_luxury]
    worth = {"least": cards[0].worth, "most": cards[-1].worth}
    effect = _("Worth %(least)s to %(most)s, each number once.") % worth
    return BoxLine(cards[-1].id, _(edition.words.luxury), effect, len(cards), is_advanced=False)


def _line(edition: Edition, card: Card, deck: Sequence[Card]) -> BoxLine:
    """The line for a card and all others with its name."""
    name = lot_title(edition, card)
    count = sum(lot_title(edition, other) == name for other in deck)
    return BoxLine(card.id, name, lot_effect(edition, card), count, card not in BASIC)


def gallery(edition: Edition, advanced: Sequence[Card]) -> Section:
    """Every card with an anchor and its full description."""
    entries = tuple(_entry(edition, card) for card in (*BASIC, *advanced))
    return Section("cards", _("Every card"), (Gallery(entries),))


def _entry(edition: Edition, card: Card) -> CardEntry:
    return CardEntry(
        anchor=f"card-{card.id}",
        card=card.id,
        name=lot_title(edition, card),
        help=card_help(edition, card),
        is_end=card.is_end,
        is_disgrace=card.is_disgrace,
    )
