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
        "Buy what brings status, avoid what costs it, and finish with the highest status. But "
        "keep an eye on your money: the poorest player at the end is cast out, whatever their "
        "status."
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
        "You never get change. Once your small notes are gone, you can only raise in big steps, "
        "so spend them with care."
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
        return _("Spent money lies face up: everyone can see what is gone.")
    return _(
        "Spent money lies face down. You can look at your own only, so remember what the others "
        "have spent. The host can choose to show it."
    )


def auction(edition: Edition) -> Section:
    """An auction, step by step."""
    steps = (
        _("The top card of the deck is turned up: this is the lot."),
        _("Taking turns clockwise, you bid or pass. A random player opens the first auction."),
        _(
            "To bid, lay any number of money cards in front of you. All the cards you have laid "
            "for this lot count together, and the total must beat every other bid."
        ),
        _(
            "Cards you have laid stay there: you can add cards later, but never swap or take them"
            " back."
        ),
        _(
            "If you pass, you take all your cards back. It costs nothing, but you’re out until "
            "the next lot."
        ),
        _("The last player left pays their bid and gets the lot. If nobody bid, it is free."),
        _("That player opens the next auction."),
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
        "Example: you have laid %(laid)s and the highest bid is %(highest)s. Adding %(small)s "
        "makes %(even)s, which is not enough. Adding %(large)s makes %(above)s, and you lead."
    ) % {name: money_text(edition, amount) for name, amount in amounts.items()}


def reverse(edition: Edition) -> Section:
    """The reverse auction of a disgrace."""
    lead = say(
        edition,
        _(
            "%(half)s, %(minus_five)s and %(theft)s are %(disgrace)s cards. Here you bid to avoid"
            " the card:"
        ),
    )
    steps = (
        _("You take turns and outbid each other as usual."),
        _("The first player to pass takes the card and gets their bid back."),
        _("Everyone else pays their bid."),
        _("The player who took the card opens the next auction."),
    )
    note = _("You can pass straight away: it costs no money.")
    return Section("reverse", _("The reverse auction"), (Prose(lead), Steps(steps), Prose(note)))


def sealed(edition: Edition) -> Section:
    """The sealed bids for the Yacht Club."""
    steps = (
        _(
            "Everyone who has money puts exactly one card face down, all at the same time. You "
            "can’t take it back."
        ),
        _("When everyone has chosen, all the cards are turned over."),
        say(
            edition,
            _(
                "The highest card nobody else played wins Yacht Club, a %(luxury)s card worth "
                "%(worth)s."
            ),
            worth=Card.YACHT_CLUB.worth,
        ),
        _("Everyone pays the card they played, winner or not."),
        _(
            "If every card was played at least twice, or nobody has money, Yacht Club leaves the "
            "game and the same player opens again."
        ),
    )
    return Section("sealed", lot_title(edition, Card.YACHT_CLUB), (Steps(steps),))


def excursions(edition: Edition) -> Section:
    """What the other players take back after Excursions."""
    text = say(
        edition,
        _(
            "It is auctioned like any %(luxury)s card. When somebody gets it, everyone else takes"
            " back their highest spent note, even if a waiting %(theft)s takes the card away at "
            "once. If you have spent nothing, you get nothing."
        ),
    )
    return Section("excursions", lot_title(edition, Card.EXCURSIONS), (Prose(text),))


def gambling(edition: Edition) -> Section:
    """What Gambling does."""
    text = say(
        edition,
        _(
            "It is auctioned like a %(prestige)s card. No points, but the money in your hand "
            "counts double at the end: for being cast out and for ties."
        ),
    )
    return Section("gambling", lot_title(edition, Card.GAMBLING), (Prose(text),))


def theft(edition: Edition, advanced: Sequence[Card]) -> Section:
    """What the theft takes, and when."""
    lead = say(edition, _("What %(theft)s costs depends on what you own when you take it:"))
    points = (
        say(
            edition,
            _("Two or more %(luxury)s cards: you choose one and lose it."),
        ),
        say(edition, _("One %(luxury)s card: you lose it.")),
        say(
            edition,
            _("None: %(theft)s waits, and you lose the next %(luxury)s card you get."),
        ),
    )
    after = say(
        edition,
        _("Then both cards leave the game. %(prestige)s cards can’t be lost this way."),
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
