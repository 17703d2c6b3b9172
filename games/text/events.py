"""One short sentence for each event, translated, in the edition's words."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from django.utils.text import capfirst
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
from games.text.own_events import own_cast_out, own_took_back, own_win, own_words
from games.text.reader_names import names_for, names_in_words

ABOUT_SEVERAL = (TookBack, SealedOpened, Ended)


def is_about(event: Event, seat: int | None) -> bool:
    """Whether a player on this seat may read another sentence for the event than all others."""
    if seat is None:
        return False
    return getattr(event, "seat", None) == seat or isinstance(event, ABOUT_SEVERAL)


class Narrator:
    """Writes the events of one game, with its edition's words and its players' names.

    `me` is the seat of the reader, who is “you”; None for somebody without a seat.
    """

    def __init__(self, edition: Edition, names: Sequence[str], me: int | None = None) -> None:
        self.edition = edition
        self.names = names
        self.me = me

    def tell(self, event: Event) -> str:
        """The sentence for `event`."""
        if self.me is not None and getattr(event, "seat", None) == self.me:
            return capfirst(own_words(event) % self._own_facts(self.me, event))
        return self._tell(event)

    def _own_facts(self, seat: int, event: Event) -> dict[str, str]:
        if isinstance(event, Raised):
            return self._facts(seat, money=event.total)
        lot = getattr(event, "lot", None) or getattr(event, "luxury", Card.THEFT)
        money = getattr(event, "price", 0)
        return self._facts(seat, lot, money) | {"kind": _(self.edition.words.luxury)}

    def _tell(self, event: Event) -> str:  # noqa: C901, PLR0912
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
                return _("%(name)s buys %(lot)s for %(money)s.") % self._facts(seat, lot, price)
            case Disgraced(seat, lot):
                return _("%(name)s passes and takes %(lot)s.") % self._facts(seat, lot)
            case PaidToAvoid(seat, price):
                return _("%(name)s pays %(money)s.") % self._facts(seat, money=price)
            case TheftWaits(seat):
                return self._theft_waits(seat)
            case LuxuryLost(seat, luxury):
                return _("%(name)s loses %(lot)s.") % self._facts(seat, luxury)
            case TookBack(seats):
                return self._took_back(seats)
            case Committed(seat):
                return _("%(name)s plays a card face down.") % self._facts(seat)
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

    def tell_all(self, events: Iterable[Event]) -> str:
        """The sentences for these events, one after the other."""
        return " ".join(self.tell(event) for event in events)

    def _facts(self, seat: int, lot: Card | None = None, money: int = 0) -> dict[str, str]:
        return {
            "name": self.names[seat],
            "lot": lot_name(self.edition, lot) if lot else "",
            "money": money_text(self.edition, money) if money else "",
        }

    def _names(self, seats: Sequence[int]) -> str:
        return names_in_words(self.names, seats, self.me)

    def _revealed(self, lot: Card, end_cards: int) -> str:
        facts = {"lot": lot_title(self.edition, lot), "number": end_cards}
        if lot.is_end:
            return _("%(lot)s is turned up, end card %(number)s of 4.") % facts
        return _("%(lot)s is turned up.") % facts

    def _theft_waits(self, seat: int) -> str:
        theft, luxury = lot_title(self.edition, Card.THEFT), _(self.edition.words.luxury)
        facts = self._facts(seat) | {"lot": theft, "kind": luxury}
        return _("%(lot)s waits for the next %(kind)s that %(name)s gets.") % facts

    def _took_back(self, seats: Sequence[int]) -> str:
        if self.me in seats:
            return own_took_back(len(seats)) % {"names": self._names(seats)}
        sentence = ngettext(
            "%(names)s takes back their highest spent note.",
            "%(names)s each take back their highest spent note.",
            len(seats),
        )
        return sentence % {"names": self._names(seats)}

    def _sealed(self, bids: Sequence[int]) -> str:
        names = names_for(self.names, self.me)
        offers = ", ".join(
            f"{names[seat]} {money_text(self.edition, bid)}" for seat, bid in enumerate(bids) if bid
        )
        return _("The face-down cards are: %(offers)s.") % {"offers": offers}

    def _ended(self, result: Result) -> str:
        if result.decision is Decision.NOBODY:
            return _("The game is over. All are cast out and nobody wins.")
        facts = {
            "out": self._names(result.cast_out),
            "names": self._names(result.winners),
            "status": status_text(result.scores[result.winners[0]].status),
        }
        return f"{self._cast_out(result) % facts} {self._won(result) % facts}"

    def _cast_out(self, result: Result) -> str:
        if self.me in result.cast_out:
            return own_cast_out(len(result.cast_out))
        return ngettext(
            "The game is over. %(out)s is cast out.",
            "The game is over. %(out)s are cast out.",
            len(result.cast_out),
        )

    def _won(self, result: Result) -> str:
        if self.me in result.winners:
            return own_win(len(result.winners))
        return ngettext(
            "%(names)s wins with a status of %(status)s.",
            "%(names)s share the win with a status of %(status)s.",
            len(result.winners),
        )


def refusal_text(edition: Edition, violation: RuleViolation) -> str:
    """The sentence of a rule violation, with amounts as the edition writes them."""
    money = {name: money_text(edition, int(str(fact))) for name, fact in violation.facts.items()}
    return _(violation.sentence) % money


def takeover_text(before: Sequence[str], after: Sequence[str]) -> str:
    """That the game goes on with other players, and who has whose seat."""
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    changes = [_("%(new)s for %(old)s") % {"new": new, "old": old} for old, new in pairs]
    return _("Played on from here: %(changes)s.") % {"changes": ", ".join(changes)}
