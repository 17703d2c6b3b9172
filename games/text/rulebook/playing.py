"""Sections about play: the aim, money, and how each kind of lot is sold."""

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import Card
from games.engine.editions import Edition, MoneyStyle
from games.engine.money import ALL, DESCENDING, TOTAL
from games.text.card_names import lot_name, lot_title
from games.text.numbers import money_text
from games.text.rulebook.blocks import Points, Prose, Purse, Section, Steps, say


def aim() -> Section:
    """The aim of the game, in two sentences."""
    text = _(
        "Buy splendid things at auction, dodge embarrassment, and finish with the highest status. "
        "But keep an eye on your purse: the poorest at the end is cast out, status or no status."
    )
    return Section("aim", _("The aim"), (Prose(text),))


def money(edition: Edition) -> Section:
    """The money cards, and how they are spent."""
    cards = DESCENDING[ALL]
    lead = say(
        edition,
        _(
            "Everyone starts with the same %(count)s money cards, worth %(total)s together, "
            "and keeps them hidden from the others."
        ),
        count=len(cards),
        total=money_text(edition, TOTAL[ALL]),
    )
    change = _(
        "Nobody ever gets change. Once your small cards are spent, "
        "you can only raise in big steps, so part with them thoughtfully."
    )
    purse = Purse(tuple(money_text(edition, value) for value in cards))
    return Section(
        "money",
        _("Your money"),
        (Prose(f"{lead} {_unit(edition)}".strip()), purse, Prose(change), Prose(_spent(edition))),
    )


def _unit(edition: Edition) -> str:
    if edition.money_style is not MoneyStyle.THOUSANDS:
        return ""
    return _("The numbers stand for thousands.")


def _spent(edition: Edition) -> str:
    if edition.shows_spent:
        return _("Spent money lies open beside its owner: anyone may count what is gone.")
    return _(
        "Spent money lies face down. You can look through your own pile only; "
        "what others spend you saw when they bid it, if you remember. "
        "The host may decide to show it."
    )


def auction(edition: Edition) -> Section:
    """An auction, step by step."""
    steps = (
        _("The top card of the deck is turned up. This is the lot."),
        _(
            "One after another, clockwise, you bid or pass. "
            "Chance picks who opens the very first auction."
        ),
        _(
            "To bid, lay money cards from your hand in front of you, as many as you like. "
            "Everything you have laid for this lot counts together "
            "and must come to more than anybody else's bid."
        ),
        _("What is laid stays laid: on a later turn you can add cards, never swap or remove them."),
        _(
            "To pass, take all your laid cards back. "
            "It costs nothing, but this lot is closed to you."
        ),
        _(
            "When only one of you is left, that player pays what they have laid and owns the lot. "
            "If there was no bid at all, it is a present."
        ),
        _("The new owner opens the next auction."),
    )
    return Section("auction", _("An auction"), (Steps(steps), Prose(_raise(edition))))


def _raise(edition: Edition) -> str:
    """An example of a raise that is too small and one that is not."""
    laid, highest, small, large = 6_000, 10_000, 4_000, 8_000
    amounts = {
        "laid": laid,
        "highest": highest,
        "small": small,
        "even": laid + small,
        "large": large,
        "above": laid + large,
    }
    return _(
        "For instance: you have laid %(laid)s and the highest bid is %(highest)s. "
        "Adding %(small)s makes %(even)s, which is not enough; adding %(large)s makes %(above)s, "
        "and you lead."
    ) % {name: money_text(edition, amount) for name, amount in amounts.items()}


def reverse(edition: Edition) -> Section:
    """The reverse auction of a disgrace."""
    lead = say(
        edition,
        _(
            "%(half)s, %(minus_five)s and %(theft)s are %(disgrace)s cards. "
            "For these you pay to be spared:"
        ),
    )
    steps = (
        _("You take turns and overbid each other as in any auction."),
        _("The first pass settles it: that player gets the card, and their laid money back."),
        _("All the others pay what they have laid, although they get nothing for it."),
        _("Whoever was left with the card opens the next auction."),
    )
    note = _("Passing straight away is allowed, and sometimes wise: it is free.")
    return Section("reverse", _("The reverse auction"), (Prose(lead), Steps(steps), Prose(note)))


def sealed(edition: Edition) -> Section:
    """The sealed bids for the Yacht Club."""
    steps = (
        _("Everyone with money puts exactly one card face down, in no order. It cannot be undone."),
        _("As soon as the last one lies, all are turned over together."),
        say(
            edition,
            _(
                "The highest card that only one player chose takes Yacht Club, "
                "a %(luxury)s card worth %(worth)s."
            ),
            worth=Card.YACHT_CLUB.worth,
        ),
        _("Everybody pays the card they chose, winner or not."),
        _(
            "If each card has a double, or no one has money, Yacht Club leaves the game "
            "and the same player opens again."
        ),
    )
    return Section("sealed", lot_title(edition, Card.YACHT_CLUB), (Steps(steps),))


def excursions(edition: Edition) -> Section:
    """What the other players take back after Excursions."""
    text = say(
        edition,
        _(
            "It is auctioned like any %(luxury)s card. As soon as it has an owner, everybody else "
            "picks up the dearest card from their own spent money; who has spent nothing gets "
            "nothing. This happens even if a waiting %(theft)s sweeps it away at once."
        ),
    )
    return Section("excursions", lot_title(edition, Card.EXCURSIONS), (Prose(text),))


def gambling(edition: Edition) -> Section:
    """What Gambling does."""
    text = say(
        edition,
        _(
            "It is auctioned like a %(prestige)s card and brings no status. Instead, the money in "
            "its owner's hand counts double at the end, both for being cast out and for ties."
        ),
    )
    return Section("gambling", lot_title(edition, Card.GAMBLING), (Prose(text),))


def theft(edition: Edition, advanced: Sequence[Card]) -> Section:
    """What the theft takes, and when."""
    lead = say(edition, _("How hard %(theft)s hits depends on what you own when you take it:"))
    points = (
        say(
            edition,
            _("Two or more %(luxury)s cards: choose one and give it up before play goes on."),
        ),
        say(edition, _("A single %(luxury)s card: it is gone without asking.")),
        say(
            edition,
            _(
                "None: %(theft)s waits in front of you and swallows the next %(luxury)s card "
                "you get, whatever you paid."
            ),
        ),
    )
    after = say(
        edition,
        _("Then both cards leave the game. %(prestige)s cards cannot be taken this way."),
    )
    blocks = (Prose(lead), Points(points), Prose(f"{after} {_stars(edition, advanced)}".strip()))
    return Section("theft", lot_title(edition, Card.THEFT), blocks)


def _stars(edition: Edition, advanced: Sequence[Card]) -> str:
    """Which ★ cards the theft can take."""
    names = [lot_name(edition, card) for card in advanced if card.is_luxury]
    counted = ngettext(
        "%(cards)s counts as a %(luxury)s card here.",
        "%(cards)s count as %(luxury)s cards here.",
        len(names),
    )
    sentences = [say(edition, counted, cards=get_text_list(names, _("and")))] if names else []
    if Card.GAMBLING in advanced:
        sentences.append(_("Gambling is safe."))
    return " ".join(sentences)
