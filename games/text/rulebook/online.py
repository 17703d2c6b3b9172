"""The section about playing online: who sees what, and the clock."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.editions import Edition
from games.text.rulebook.blocks import Points, Prose, Section, words


def online(edition: Edition, advanced: Sequence[Card]) -> Section:
    """What you see, what is hidden, and how long you may think."""
    clock = _(
        "The host can set a time for each turn. It is shown at the top of the table, and you can "
        "take more time three times a game. When time is up or a player is away for long, a bot "
        "plays for them. They get their seat back as soon as they return."
    )
    blocks = (
        Prose(_("You can see:")),
        Points(_seen(edition)),
        Prose(_("You cannot see:")),
        Points(_hidden(edition, advanced)),
        Prose(_asked()),
        Prose(_fair()),
        Prose(clock),
    )
    return Section("online", _("Playing online"), blocks)


def _seen(edition: Edition) -> tuple[str, ...]:
    spent = (
        _("your hand, and what everyone has spent")
        if edition.shows_spent
        else _("your hand, and what you have spent")
    )
    return (
        spent,
        _("all bids on the table, and who has passed"),
        _("the cards everyone owns, and every card turned up so far"),
        _("how many cards are left, and how often a %(end_card)s has shown up") % words(edition),
    )


def _hidden(edition: Edition, advanced: Sequence[Card]) -> tuple[str, ...]:
    points = [_("the other hands, until the end"), _("the order of the deck")]
    if not edition.shows_spent:
        points.append(_("what the others have spent, unless the host shows it"))
    if Card.YACHT_CLUB in advanced:
        points.append(_("face-down cards, until the last one is played"))
    return tuple(points)


def _asked() -> str:
    return _(
        "You are asked every turn, even when you can’t bid higher: skipping you would tell the "
        "others what you hold."
    )


def _fair() -> str:
    return _(
        "The shuffle is fixed before the first card, and its fingerprint is shown. After the game"
        " you can check that nothing was changed."
    )
