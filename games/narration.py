"""One short sentence for each thing that happened, in the edition's words, translatable."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import assert_never

from django.utils.formats import date_format, number_format
from django.utils.text import capfirst, get_text_list
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.cards import Card, Kind
from games.engine.editions import Edition, MoneyStyle
from games.engine.events import (
    CameBack,
    Claimed,
    Committed,
    Disgraced,
    Ended,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Passed,
    Raised,
    Revealed,
    SatIn,
    SealedOpened,
    TheftWaits,
    TimeIsUp,
    TookBack,
    Unsold,
)
from games.engine.scoring import Decision, Number, Result
from games.engine.violations import RuleViolation


class Narrator:
    """Tells the events of one game: knows its edition and the names of its players."""

    def __init__(self, edition: Edition, names: Sequence[str]) -> None:
        self.edition = edition
        self.names = names

    def tell(self, event: Event) -> str:  # noqa: C901, PLR0912
        """The sentence for `event`."""
        match event:
            case Revealed(lot, end_cards):
                return self._revealed(lot, end_cards)
            case Raised(seat, total):
                return _("%(name)s bids %(money)s.") % self._facts(seat, money=total)
            case Passed(seat):
                return _("%(name)s passes.") % self._facts(seat)
            case Claimed(seat, lot, 0):
                return _("%(name)s gets %(lot)s for nothing.") % self._facts(seat, lot)
            case Claimed(seat, lot, price):
                return _("%(name)s claims %(lot)s for %(money)s.") % self._facts(seat, lot, price)
            case Disgraced(seat, lot):
                return _("%(name)s passes and takes %(lot)s.") % self._facts(seat, lot)
            case PaidToAvoid(seat, price):
                return _("%(name)s loses the %(money)s bid.") % self._facts(seat, money=price)
            case TheftWaits(seat):
                return self._theft_waits(seat)
            case LuxuryLost(seat, luxury):
                return _("%(name)s loses %(lot)s.") % self._facts(seat, luxury)
            case TookBack(seats):
                return self._took_back(seats)
            case Committed(seat):
                return _("%(name)s commits a card.") % self._facts(seat)
            case SealedOpened(bids):
                return self._sealed(bids)
            case Unsold(lot):
                return _("Nobody gets %(lot)s.") % {"lot": lot_name(self.edition, lot)}
            case TimeIsUp(seat):
                return _("Time is up: a bot plays for %(name)s.") % self._facts(seat)
            case SatIn(seat):
                return _("A bot sits in for %(name)s.") % self._facts(seat)
            case CameBack(seat):
                return _("%(name)s is back.") % self._facts(seat)
            case Ended(result):
                return self._ended(result)
            case _:
                assert_never(event)

    def _facts(self, seat: int, lot: Card | None = None, money: int = 0) -> dict[str, str]:
        return {
            "name": self.names[seat],
            "lot": lot_name(self.edition, lot) if lot else "",
            "money": money_text(self.edition, money),
        }

    def _names(self, seats: Sequence[int]) -> str:
        return get_text_list([self.names[seat] for seat in seats], _("and"))

    def _revealed(self, lot: Card, end_cards: int) -> str:
        facts = {"lot": lot_title(self.edition, lot), "number": end_cards}
        if lot.is_end:
            return _("%(lot)s is turned up, end card %(number)s of 4.") % facts
        return _("%(lot)s is turned up.") % facts

    def _theft_waits(self, seat: int) -> str:
        theft, luxury = lot_title(self.edition, Card.THEFT), _(self.edition.words.luxury)
        facts = self._facts(seat) | {"lot": theft, "kind": luxury}
        return _("%(lot)s waits for the next %(kind)s that %(name)s claims.") % facts

    def _took_back(self, seats: Sequence[int]) -> str:
        sentence = ngettext(
            "%(names)s takes back the dearest card spent.",
            "%(names)s take back the dearest card each has spent.",
            len(seats),
        )
        return sentence % {"names": self._names(seats)}

    def _sealed(self, bids: Sequence[int]) -> str:
        offers = ", ".join(
            f"{self.names[seat]} {money_text(self.edition, bid)}"
            for seat, bid in enumerate(bids)
            if bid
        )
        return _("The sealed bids are opened: %(offers)s.") % {"offers": offers}

    def _ended(self, result: Result) -> str:
        if result.decision is Decision.NOBODY:
            return _("The game is over. All are cast out and nobody wins.")
        facts = {
            "out": self._names(result.cast_out),
            "names": self._names(result.winners),
            "status": status_text(result.scores[result.winners[0]].status),
        }
        cast_out = ngettext(
            "The game is over. %(out)s is cast out.",
            "The game is over. %(out)s are cast out.",
            len(result.cast_out),
        )
        won = ngettext(
            "%(names)s wins with a status of %(status)s.",
            "%(names)s share the win with a status of %(status)s.",
            len(result.winners),
        )
        return f"{cast_out % facts} {won % facts}"


def lot_title(edition: Edition, card: Card) -> str:
    """The same where it begins a sentence or stands alone."""
    return capfirst(lot_name(edition, card))


def lot_name(edition: Edition, card: Card) -> str:
    """What players of this edition call the card."""
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


def money_text(edition: Edition, amount: int) -> str:
    """An amount as the edition's players write it."""
    return _money_text(edition, amount, get_language())


@lru_cache(maxsize=2_000)
def _money_text(edition: Edition, amount: int, language: str | None) -> str:  # noqa: ARG001
    match edition.money_style:
        case MoneyStyle.DOLLARS:
            return _("$%(amount)s") % {"amount": number_format(amount, force_grouping=True)}
        case MoneyStyle.GROUPED:
            return number_format(amount, force_grouping=True)
        case MoneyStyle.THOUSANDS:
            return str(amount // 1000)
        case MoneyStyle.PLAIN:
            return str(amount)


def moment_text(moment: datetime) -> str:
    """A moment in words; the house's clocks show UTC."""
    return f"{date_format(moment.astimezone(UTC), 'DATETIME_FORMAT')} UTC"


def status_text(status: Number) -> str:
    """A status for reading: halves as ½, a true minus sign."""
    whole, half = divmod(abs(status), 1)
    digits = f"{int(whole) or '' if half else int(whole)}{'½' if half else ''}"
    return f"−{digits}" if status < 0 else digits


def percent_text(chance: float) -> str:
    """A chance for reading, in whole percent."""
    return _("%(number)s%%") % {"number": round(100 * chance)}


def refusal_text(edition: Edition, violation: RuleViolation) -> str:
    """Why an action was refused, with its amounts as the edition writes them."""
    money = {name: money_text(edition, int(str(fact))) for name, fact in violation.facts.items()}
    return _(violation.sentence) % money


def lot_effect(edition: Edition, card: Card) -> str:
    """What the card does, in one short sentence."""
    if card is Card.EXCURSIONS:
        return _("Worth 12; all others take back the dearest card they have spent.")
    if card is Card.YACHT_CLUB:
        return _("Worth 5; one sealed card each, the highest that is alone wins.")
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
    """What kind of card it is, in the edition's word."""
    if card.is_luxury:
        return _(edition.words.luxury)
    if card.is_disgrace:
        return _(edition.words.disgrace)
    return _("Gambling") if card is Card.GAMBLING else _(edition.words.prestige)
