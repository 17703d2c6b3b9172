"""Sentences about the turn: whose it is, and what they can do."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.editions import Edition
from games.engine.observation import Observation
from games.engine.state import Phase
from games.screens.cards import CardFace
from games.screens.table_facts import Table
from games.text.numbers import money_text

AUCTION = Phase.AUCTION
STEP = 1_000


def you() -> str:
    """What stands in place of the viewer's own name."""
    return pgettext("player", "You")


def turn_sentence(table: Table, view: Observation) -> str:
    """Whose turn it is and what for, as everybody reads it."""
    if view.result is not None:
        return _("The game is over.")
    names = [table.names[seat] for seat in view.to_act]
    facts = {"name": names[0], "names": ", ".join(names)}
    if view.phase is Phase.SEALED:
        return _("Waiting for face-down cards from: %(names)s") % facts
    if view.phase is Phase.DISCARD:
        return _("%(name)s chooses a card to lose") % facts
    return _("%(name)s to bid or pass") % facts


def own_sentence(edition: Edition, phase: Phase, highest: int) -> str:
    """What the viewer whose turn it is has to do."""
    if phase is Phase.SEALED:
        return _("Your turn: choose one card, face down")
    if phase is Phase.DISCARD:
        return _("Your turn: choose the card you lose")
    if not highest:
        return _("Your turn: bid or pass")
    return _("Your turn: beat %(money)s or pass") % {"money": money_text(edition, highest)}


def whole_call(edition: Edition, phase: Phase, lot: CardFace, highest: int) -> str:
    """The same for screen readers: with the lot, what it does, and the minimum bid."""
    facts = {
        "call": own_sentence(edition, phase, highest),
        "lot": lot.title,
        "effect": lot.effect,
        "least": money_text(edition, highest + STEP),
    }
    if phase is AUCTION:
        return _("%(call)s. %(lot)s: %(effect)s The minimum bid is %(least)s.") % facts
    return _("%(call)s. %(lot)s: %(effect)s") % facts


def ends_sentence(ends_seen: int) -> str:
    """What the end cards are for, and how many have appeared."""
    sentence = _("The game ends at once when the 4th end card appears; %(ends)s seen.")
    return sentence % {"ends": ends_seen}


def deck_sentence(ends_seen: int, deck_left: int) -> str:
    sentence = ngettext(
        "End cards %(ends)s/4 · %(cards)s card left",
        "End cards %(ends)s/4 · %(cards)s cards left",
        deck_left,
    )
    return sentence % {"ends": ends_seen, "cards": deck_left}
