"""The moment after a lot: what came of it, the same for everybody, rendered once in each language.

It is made of public events alone. Each line about a seat holds two sentences, the second one for
the seat's own player; the page shows the one that is meant for it (`static/css/moment.css`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from django.conf import settings
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.engine.events import (
    Claimed,
    Disgraced,
    Event,
    LuxuryLost,
    PaidToAvoid,
    SealedOpened,
    TheftWaits,
    TookBack,
    Unsold,
)
from games.engine.lot_outcome import LotOutcome, last_outcome
from games.screens.cards import Coin, card_face
from games.screens.rendering import render, render_anew
from games.screens.table_facts import Table
from games.text.events import Narrator
from games.text.numbers import money_text

Sale: TypeAlias = Claimed | Disgraced | Unsold
MAIN, LABEL, STRUCK = "lot-moment__main", "lot-moment__label", "is-struck"


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a moment: as all others read it (`told`), and as the seat's own player does.

    `notes` are the money cards that it is about; `style` is the class of its element.
    """

    told: str
    own: str = ""
    seat: int | None = None
    notes: tuple[Coin, ...] = ()
    style: str = ""


def moment_part(table: Table, story: Sequence[Event]) -> str:
    """The part `moment` for the last lot of a game's events; empty before the first is sold."""
    outcome = last_outcome(story)
    if outcome is None:
        return no_moment()
    return _moment(table, get_language(), outcome, settings.LOT_MOMENT)


def no_moment() -> str:
    """The part without a moment."""
    return render("moment", get_language(), number="")


@lru_cache(maxsize=2_000)
def _moment(table: Table, language: str | None, outcome: LotOutcome, seconds: float) -> str:
    last = outcome.last_card
    return render_anew(
        "moment",
        language,
        number=str(outcome.number),
        length=str(round(1_000 * seconds)),
        lot=card_face(table.edition, outcome.lot, language),
        last=card_face(table.edition, last, language) if last else None,
        is_sealed=any(isinstance(event, SealedOpened) for event in outcome.events),
        lines=sorted(lines_of(table, outcome), key=lambda line: line.style != MAIN),
    )


def lines_of(table: Table, outcome: LotOutcome) -> Iterator[Line]:
    """What came of the lot, in the order in which it happened."""
    if any(isinstance(event, PaidToAvoid) for event in outcome.events):
        yield Line(_("Paid to avoid it:"), style=LABEL)
    for event in outcome.events:
        match event:
            case SealedOpened(bids):
                yield from _sealed(table, bids)
            case PaidToAvoid(seat):
                paid = _line(table, event, seat)
                notes = _notes(table, outcome, seat)
                yield replace(paid, told=table.names[seat], notes=notes)
            case TookBack(seats):
                yield from (_line(table, TookBack((seat,)), seat) for seat in seats)
            case LuxuryLost(seat) | TheftWaits(seat):
                yield _line(table, event, seat)
            case Claimed(seat):
                yield replace(main_line(table, event), notes=_notes(table, outcome, seat))
            case Disgraced() | Unsold():
                yield main_line(table, event)


def main_line(table: Table, event: Sale) -> Line:
    """The sentence that says where a lot went."""
    seat = None if isinstance(event, Unsold) else event.seat
    return replace(_line(table, event, seat), style=MAIN)


def _line(table: Table, event: Event, seat: int | None) -> Line:
    told = Narrator(table.edition, table.names).tell(event)
    own = "" if seat is None else Narrator(table.edition, table.names, seat).tell(event)
    return Line(told, own, seat)


def _sealed(table: Table, bids: Sequence[int]) -> Iterator[Line]:
    """The card of each seat that had one; equal ones cancel each other out."""
    for seat, bid in enumerate(bids):
        if bid:
            style = STRUCK if bids.count(bid) > 1 else ""
            notes = _coins(table, [bid])
            yield Line(table.names[seat], pgettext("player", "You"), seat, notes, style)


def _notes(table: Table, outcome: LotOutcome, seat: int) -> tuple[Coin, ...]:
    """The money cards that the seat has laid for the lot, as they are written."""
    return _coins(table, outcome.notes.get(seat, ()))


def _coins(table: Table, values: Sequence[int]) -> tuple[Coin, ...]:
    return tuple(Coin(value, money_text(table.edition, value)) for value in values)
