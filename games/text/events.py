"""One short sentence for each event, translated, in the edition's words."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import Card
from games.engine.editions import Edition
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
from games.engine.scoring import Decision, Result
from games.engine.violations import RuleViolation
from games.text.card_names import lot_name, lot_title
from games.text.numbers import money_text, status_text


class Narrator:
    """Writes the events of one game, with its edition's words and its players' names."""

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


def refusal_text(edition: Edition, violation: RuleViolation) -> str:
    """The sentence of a rule violation, with amounts as the edition writes them."""
    money = {name: money_text(edition, int(str(fact))) for name, fact in violation.facts.items()}
    return _(violation.sentence) % money
