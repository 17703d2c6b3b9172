"""Every lot with its price, its worth to the seat that got it, and whether it was cheap."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.editions import Edition
from games.engine.record import Record
from games.reviews.analysis.offers import Offer
from games.reviews.analysis.report import Report
from games.text.card_names import lot_name
from games.text.numbers import money_text, percent_text
from games.text.reader_names import initial_of, names_for

NOTHING = "–"
BARGAIN, DEAR = 0.75, 1.25  # of its worth: below it a lot was cheap, above it dear
LEAST = 3_000  # between price and worth; less than that is fair


@dataclass(frozen=True, slots=True)
class OfferLine:
    """A lot with its price and worth, and the taker's chance to win before and after."""

    number: int
    lot: str
    is_disgrace: bool
    seat: int | None
    owner: str
    initial: str
    price: str
    worth: str
    before: str
    after: str
    verdict: str
    kind: str


def offer_lines(record: Record, report: Report, own: int | None = None) -> tuple[OfferLine, ...]:
    """A line for every lot, in the order of the sales; `own` is the reader's seat."""
    return tuple(
        _line(record, report, own, number, offer)
        for number, offer in enumerate(report.offers, start=1)
    )


def price_note(edition: Edition) -> str:
    """What price and value mean, in the words of the edition."""
    facts = {"disgrace": _(edition.words.disgrace)}
    return (
        _(
            "Value: the most a careful bot would have paid in that seat when the card was turned "
            "up. For a %(disgrace)s card: who took it, what the others paid, and what avoiding it "
            "was worth to the one who took it."
        )
        % facts
    )


def _line(record: Record, report: Report, own: int | None, number: int, offer: Offer) -> OfferLine:
    edition, seat = record.deal.edition, offer.seat
    verdict, kind = _bargain(offer)
    before, after = (report.outlooks[at].won for at in (number - 1, number))
    return OfferLine(
        number=number,
        lot=capfirst(lot_name(edition, offer.lot)),
        is_disgrace=offer.lot.is_disgrace,
        seat=seat,
        owner=_("nobody") if seat is None else names_for(record.names, own)[seat],
        initial="" if seat is None else initial_of(record.names[seat]),
        price=money_text(edition, offer.price),
        worth=NOTHING if seat is None else money_text(edition, offer.worth),
        before=NOTHING if seat is None else percent_text(before[seat]),
        after=NOTHING if seat is None else percent_text(after[seat]),
        verdict=verdict,
        kind=kind,
    )


def _bargain(offer: Offer) -> tuple[str, str]:
    """Whether a lot was cheap or dear, as text and CSS class; “” for a disgrace."""
    if offer.seat is None or offer.lot.is_disgrace:
        return "", ""
    if offer.price <= min(BARGAIN * offer.worth, offer.worth - LEAST):
        return _("a bargain"), "cheap"
    if offer.price >= max(DEAR * offer.worth, offer.worth + LEAST):
        return _("expensive"), "dear"
    return _("fair"), "fair"
