"""Sections about the end: when it comes, scoring, and ties."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.cards import BASIC, END_CARDS, Card, Kind
from games.engine.editions import Edition
from games.text.numbers import status_text
from games.text.rulebook.blocks import Prose, Section, Steps, say
from games.text.rulebook.example import example, status_with


def end(edition: Edition, advanced: Sequence[Card]) -> Section:
    """When the game is over."""
    ends = len(END_CARDS)
    lead = say(
        edition,
        _(
            "The end comes closer with each %(end_card)s. There are %(count)s: the %(titles)s "
            "%(prestige)s cards and %(half)s."
        ),
        count=ends,
        titles=sum(card.kind is Kind.PRESTIGE for card in END_CARDS),
    )
    stop = say(
        edition,
        _(
            "When the last of these %(count)s is turned up, the game ends at once: that card is "
            "not auctioned, and the rest of the deck is not used. So there are %(least)s to "
            "%(most)s auctions."
        ),
        count=ends,
        least=ends - 1,
        most=len(BASIC) + len(advanced) - 1,
    )
    return Section("end", _("The end"), (Prose(lead), Prose(stop)))


def scoring(edition: Edition, advanced: Sequence[Card]) -> Section:
    """Scoring step by step, and a worked example."""
    steps = (
        _cast_out(advanced),
        say(edition, _("Add up your %(luxury)s cards.")),
        _minus_five(edition),
        say(edition, _("Double the sum for each %(prestige)s card: ×2, ×4, ×8.")),
        _half(edition),
        _("The highest status wins, without those who are cast out."),
    )
    lead = _("An example with four players:")
    return Section("reckoning", _("Scoring"), (Steps(steps), Prose(lead), example(edition)))


def _cast_out(advanced: Sequence[Card]) -> str:
    counted = (
        _("Everyone counts the money in hand; Gambling doubles it.")
        if Card.GAMBLING in advanced
        else _("Everyone counts the money in hand.")
    )
    out = _(
        "The player with the least money is cast out, and so is everyone tied with them. If that "
        "is everyone, nobody wins."
    )
    return f"{counted} {out}"


def _minus_five(edition: Edition) -> str:
    if edition.minus_five_floors_at_zero:
        return say(edition, _("%(minus_five)s costs you 5, but never takes you below 0."))
    return say(
        edition,
        _("%(minus_five)s costs you 5, even below 0: 3 becomes %(status)s."),
        status=status_text(status_with(edition, Card.LUXURY_3, Card.MINUS_FIVE)),
    )


def _half(edition: Edition) -> str:
    facts = {"status": status_text(status_with(edition, Card.LUXURY_7, Card.HALF))}
    if edition.halves_round_down:
        return say(
            edition,
            _("Last of all, %(half)s halves your status, rounded down: 7 becomes %(status)s."),
            **facts,
        )
    return say(
        edition,
        _("Last of all, %(half)s halves your status without rounding: 7 becomes %(status)s."),
        **facts,
    )


def ties(edition: Edition, advanced: Sequence[Card]) -> Section:
    """Who wins when two have the same status."""
    points = [_money(advanced)]
    if edition.luxury_breaks_ties:
        points.append(say(edition, _("Still tied: the best single %(luxury)s card wins.")))
    points.append(_("Tied in everything: the win is shared."))
    return Section("ties", _("Ties"), (Steps(tuple(points)),))


def _money(advanced: Sequence[Card]) -> str:
    if Card.GAMBLING in advanced:
        return _("Same status: more money left wins. Gambling counts.")
    return _("Same status: more money left wins.")
