"""Viewer and observation in, ready strings out: what page, fragment, socket and replay share.

A screen is made of parts, each an element with an id. Those that everybody sees are made once for a
position; hand and controls are made for one seat. Every part is a pure function of plain values, so
what has not changed comes from memory and is not sent again. The parts of the table are rendered on
every move, so their templates (`templates/table/`) are Jinja2's, which takes half the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from jinja2 import Environment, FileSystemLoader

from games.engine.cards import Card
from games.engine.editions import Edition, MoneyStyle
from games.engine.events import Claimed, Disgraced, Event, Unsold
from games.engine.money import CARDS, MASK, cheapest_above
from games.engine.observation import Observation, SeatView
from games.engine.state import Phase
from games.narration import Narrator, kind_name, lot_effect, lot_name, money_text

Parts = dict[str, str]
JINJA = Environment(
    loader=FileSystemLoader(settings.BASE_DIR / "templates" / "table"),
    autoescape=True,
    auto_reload=settings.DEBUG,
)
JINJA.globals["_"] = _
AUCTION = Phase.AUCTION
SALES = (Claimed, Disgraced, Unsold)


@dataclass(frozen=True, slots=True)
class CardFace:
    """A status card as it is shown."""

    id: str
    name: str
    kind: str
    effect: str
    mark: str
    is_end: bool
    is_disgrace: bool


@dataclass(frozen=True, slots=True)
class Coin:
    """A money card as it is shown: the value it is sent by, and its text."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """What never changes during a game: edition, names, and where moves are sent."""

    edition: Edition
    names: tuple[str, ...]
    url: str


@lru_cache(maxsize=1_000)
def card_face(edition: Edition, card: Card, language: str | None) -> CardFace:  # noqa: ARG001
    """The card in the edition's words; `language` is the one they are in."""
    return CardFace(
        id=card.id,
        name=lot_name(edition, card),
        kind=kind_name(edition, card),
        effect=lot_effect(edition, card),
        mark=_mark(card),
        is_end=card.is_end,
        is_disgrace=card.is_disgrace,
    )


def _mark(card: Card) -> str:
    """The sign in the card's corner."""
    marks = {Card.HALF: "½", Card.MINUS_FIVE: "−5", Card.THEFT: "✗", Card.GAMBLING: "2$"}
    return str(card.worth) if card.is_luxury else marks.get(card, "×2")


@lru_cache(maxsize=20_000)
def _render(template: str, language: str | None, **context: object) -> str:  # noqa: ARG001
    """A part's HTML; the same values give the same string from memory."""
    return JINJA.get_template(f"{template}.html").render(context)


def public_parts(table: Table, view: Observation, version: int, last: Sequence[Event]) -> Parts:
    """What everybody at this table sees, by the id of the element."""
    language, edition, bidder = get_language(), table.edition, view.highest_bidder
    parts = {
        f"seat-{number}": _seat(
            edition,
            language,
            number,
            table.names[number],
            seat,
            number in view.to_act,
            number == bidder,
        )
        for number, seat in enumerate(view.seats)
    }
    parts["stage"] = _stage(
        edition,
        language,
        view.lot,
        view.phase is Phase.SEALED,
        view.highest_bid,
        table.names[bidder] if bidder is not None else "",
        4 - view.end_cards_left,
        view.deck_left,
    )
    parts["turn"] = _render("turn", language, sentence=turn_sentence(table, view))
    parts["version"] = _render("version", language, version=str(version))
    if sold := _sold(table, last):
        parts["last-lot"] = _render("last-lot", language, sentence=sold)
    return parts


@lru_cache(maxsize=20_000)
def _seat(
    edition: Edition,
    language: str | None,
    number: int,
    name: str,
    seat: SeatView,
    is_turn: bool,
    is_highest: bool,
) -> str:
    return _render(
        "seat",
        language,
        number=str(number),
        name=name,
        bid=tuple(money_text(edition, value) for value in seat.bid),
        total=money_text(edition, seat.bid_total) if seat.bid else "",
        claimed=_faces(edition, seat.claimed, language),
        spent=None if seat.spent is None else money_text(edition, sum(seat.spent)),
        is_turn=is_turn,
        has_passed=seat.has_passed,
        has_committed=seat.has_committed,
        is_highest=is_highest,
    )


def _faces(edition: Edition, cards: Sequence[Card], language: str | None) -> tuple[CardFace, ...]:
    return tuple(card_face(edition, card, language) for card in cards)


@lru_cache(maxsize=20_000)
def _stage(
    edition: Edition,
    language: str | None,
    lot: Card | None,
    is_sealed: bool,
    highest: int,
    bidder: str,
    ends_seen: int,
    deck_left: int,
) -> str:
    return _render(
        "stage",
        language,
        lot=card_face(edition, lot, language) if lot else None,
        is_sealed=is_sealed,
        highest=money_text(edition, highest) if highest else "",
        bidder=bidder,
        ends_seen=str(ends_seen),
        deck_left=str(deck_left),
    )


def turn_sentence(table: Table, view: Observation) -> str:
    """Whose turn it is and what for, for everybody."""
    if view.result is not None:
        return _("The game is over.")
    names = [table.names[seat] for seat in view.to_act]
    facts = {"name": names[0], "names": ", ".join(names)}
    if view.phase is Phase.SEALED:
        return _("Waiting for sealed cards of: %(names)s") % facts
    if view.phase is Phase.DISCARD:
        return _("%(name)s chooses what to lose") % facts
    return _("%(name)s to bid or pass") % facts


def own_sentence(edition: Edition, phase: Phase, highest: int) -> str:
    """What somebody whose turn it is has to do."""
    if phase is Phase.SEALED:
        return _("Your turn: choose one card, face down")
    if phase is Phase.DISCARD:
        return _("Your turn: choose what you lose")
    if not highest:
        return _("Your turn: bid or pass")
    return _("Your turn: beat %(money)s or pass") % {"money": money_text(edition, highest)}


def _sold(table: Table, events: Sequence[Event]) -> str:
    narrator = Narrator(table.edition, table.names)
    return " ".join(narrator.tell(event) for event in events if isinstance(event, SALES))


def private_parts(table: Table, view: Observation) -> Parts:
    """What only the viewer sees: their hand and what they can do."""
    language = get_language()
    if view.seat is None or view.result is not None:
        watching = view.seat is None and view.result is None
        return {
            "hand": _render("no-hand", language),
            "controls": _render("no-controls", language, is_watching=watching),
        }
    me, edition = view.seats[view.seat], table.edition
    hand, spent = view.hand or (), sum(me.spent or ())
    return {
        "hand": _hand(edition, language, hand, me.bid, view.commitment, spent),
        "controls": _controls(edition, language, view.phase, view.lot, hand, me, view.highest_bid)
        if view.legal
        else _render("controls", language, is_turn=False),
    }


@lru_cache(maxsize=20_000)
def _hand(
    edition: Edition,
    language: str | None,
    hand: tuple[int, ...],
    laid: tuple[int, ...],
    commitment: int | None,
    spent: int,
) -> str:
    return _render(
        "hand",
        language,
        coins=_coins(edition, hand),
        laid=_coins(edition, laid),
        committed=money_text(edition, commitment) if commitment else "",
        total=money_text(edition, sum(hand)),
        spent=money_text(edition, spent),
    )


def _coins(edition: Edition, values: Sequence[int]) -> tuple[Coin, ...]:
    return tuple(Coin(value, money_text(edition, value)) for value in values)


@lru_cache(maxsize=20_000)
def _controls(
    edition: Edition,
    language: str | None,
    phase: Phase,
    lot: Card | None,
    hand: tuple[int, ...],
    me: SeatView,
    highest: int,
) -> str:
    """What somebody whose turn it is can do."""
    choosing = phase is Phase.DISCARD
    return _render(
        "controls",
        language,
        sentence=own_sentence(edition, phase, highest),
        is_turn=True,
        phase=phase.value,
        lot=card_face(edition, lot, language) if lot else None,
        luxuries=_faces(edition, me.luxuries, language) if choosing else (),
        floor=str(highest),
        laid=str(me.bid_total),
        smallest=_smallest(edition, hand, highest - me.bid_total) if phase is AUCTION else (),
        unit="1000" if edition.money_style is MoneyStyle.THOUSANDS else "1",
    )


def _smallest(edition: Edition, hand: tuple[int, ...], floor: int) -> tuple[Coin, ...]:
    """The cards of the cheapest legal raise, if there is one."""
    raises = cheapest_above(MASK[frozenset(hand)], floor)
    return _coins(edition, sorted(CARDS[raises[0][1]])) if raises else ()


def log_html(sentences: Sequence[str]) -> str:
    """New lines for the log, and the same for who listens."""
    return JINJA.get_template("new-lines.html").render(log=sentences)
