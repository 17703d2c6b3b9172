"""Viewer and observation in, ready strings out: what page, fragment, socket and replay share.

A screen is made of parts, each an element with an id. Those that everybody sees are made once for a
position; hand and controls are made for one seat. Every part is a pure function of plain values, so
what has not changed comes from memory and is not sent again. The parts of the table are rendered on
every move, so their templates (`templates/table/`) are Jinja2's, which takes half the time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from django.conf import settings
from django.templatetags.static import static
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from jinja2 import Environment, FileSystemLoader

from games.engine.cards import Card, status_cards
from games.engine.editions import Edition, MoneyStyle
from games.engine.events import Claimed, Disgraced, Event, Unsold
from games.engine.money import CARDS, MASK, cheapest_above
from games.engine.observation import Observation, SeatView
from games.engine.state import Phase
from games.guide import hint
from games.narration import Narrator, kind_name, lot_effect, lot_name, lot_title, money_text
from games.orders import Order

Parts = dict[str, str]
JINJA = Environment(
    loader=FileSystemLoader(settings.BASE_DIR / "templates" / "table"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=settings.DEBUG,
)
JINJA.globals["_"] = _
JINJA.globals["art"] = SimpleLazyObject(lambda: static("img/art.svg"))
AUCTION = Phase.AUCTION
STEP = 1_000
LONG_NAME = 13
SALES = (Claimed, Disgraced, Unsold)
Sale: TypeAlias = Claimed | Disgraced | Unsold


@dataclass(frozen=True, slots=True)
class CardFace:
    """A status card as it is shown."""

    id: str
    name: str
    title: str
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
class MoneyFormat:
    """How a page writes an amount: divided by `unit`, grouped by `comma`, between two signs.

    `zeros` is what follows where somebody writes thousands.
    """

    before: str
    comma: str
    after: str
    unit: str
    zeros: str


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands beside the seats: bots, bots that sit in, and who is away since when."""

    bots: frozenset[int] = frozenset()
    stand_ins: frozenset[int] = frozenset()
    away: tuple[tuple[int, int], ...] = ()

    def tag(self, seat: int) -> tuple[str, int]:
        """What to say beside the name, and since when, in seconds of the epoch."""
        if seat in self.bots:
            return "bot", 0
        if seat in self.stand_ins:
            return "sits-in", 0
        return next((("away", since) for who, since in self.away if who == seat), ("", 0))


NOBODY_AWAY = Aside()


@dataclass(frozen=True, slots=True)
class Table:
    """What never changes during a game: edition, names, where moves are sent, the bots' faces."""

    edition: Edition
    names: tuple[str, ...]
    url: str
    faces: tuple[str, ...] = ()

    def face(self, seat: int) -> str:
        """The drawing of the bot on this seat, or nothing."""
        return self.faces[seat] if self.faces else ""


@lru_cache(maxsize=1_000)
def card_face(edition: Edition, card: Card, language: str | None) -> CardFace:  # noqa: ARG001
    """The card in the edition's words; `language` is the one they are in."""
    return CardFace(
        id=card.id,
        name=lot_name(edition, card),
        title=lot_title(edition, card),
        kind=kind_name(edition, card),
        effect=lot_effect(edition, card),
        mark=_mark(card),
        is_end=card.is_end,
        is_disgrace=card.is_disgrace,
    )


@lru_cache(maxsize=1_000)
def cards_html(edition: Edition, advanced: tuple[Card, ...], language: str | None) -> str:
    """Every card of the game and what it does, for who wants to look it up."""
    faces = _faces(edition, status_cards(advanced), language)
    return _render("cards", language, cards=faces, rules=rules_url(edition))


def rules_url(edition: Edition) -> str:
    """Where the edition's rules are explained."""
    return f"/rules/{edition.id}/"


@lru_cache(maxsize=100)
def money_format(edition: Edition, language: str | None) -> MoneyFormat:  # noqa: ARG001
    """How this edition's money is written, found from two amounts that are."""
    unit = 1000 if edition.money_style is MoneyStyle.THOUSANDS else 1
    written = re.fullmatch(r"(\D*)1(\D*)222(\D*)", money_text(edition, 1_222 * unit))
    before, comma, after = written.groups() if written else ("", "", "")
    zeros = money_text(edition, 1_000).removeprefix(f"{before}1").removesuffix(after)
    return MoneyFormat(before, comma, after, str(unit), zeros)


def _mark(card: Card) -> str:
    """The sign in the card's corner."""
    marks = {Card.HALF: "½", Card.MINUS_FIVE: "−5", Card.THEFT: "✗", Card.GAMBLING: "2$"}
    return str(card.worth) if card.is_luxury else marks.get(card, "×2")


@lru_cache(maxsize=20_000)
def _render(template: str, language: str | None, **context: object) -> str:  # noqa: ARG001
    """A part's HTML; the same values give the same string from memory."""
    return JINJA.get_template(f"{template}.html").render(context)


def public_parts(
    table: Table,
    view: Observation,
    version: int,
    last: Sequence[Event],
    aside: Aside = NOBODY_AWAY,
    until: int = 0,
) -> Parts:
    """What everybody at this table sees, by the id of the element; `until` ends the turn."""
    language, edition, bidder = get_language(), table.edition, view.highest_bidder
    parts = {
        f"seat-{number}": _seat(
            edition, language, number, seat, number in view.to_act, number == bidder
        )
        for number, seat in enumerate(view.seats)
    }
    for number, seat in enumerate(view.seats):
        pile = _faces(edition, seat.claimed, language)
        parts[f"pile-{number}"] = _pile(edition, language, number, table.names[number], pile)
        parts[f"tag-{number}"] = _tag(language, number, aside.tag(number), table.face(number))
    parts["stage"] = _stage(
        edition,
        language,
        view.lot,
        view.phase,
        view.highest_bid,
        None if bidder is None else (str(bidder), table.names[bidder]),
        len(view.revealed),
        4 - view.end_cards_left,
        view.deck_left,
    )
    parts["turn"] = _render("turn", language, sentence=turn_sentence(table, view))
    parts["clock"] = _render("clock", language, until=str(until or ""))
    parts["version"] = _render("version", language, version=str(version))
    sales = tuple(event for event in last if isinstance(event, SALES))
    if sales:
        parts["last-lot"] = _last_lot(table, language, sales)
    return parts


def place_html(number: int, name: str, parts: Parts) -> str:
    """A seat on the page: who sits there, what changes with every move, and the pile of cards."""
    inside = {part: parts[f"{part}-{number}"] for part in ("tag", "seat", "pile")}
    return JINJA.get_template("place.html").render(
        number=number, name=name, is_long=len(name) > LONG_NAME, **inside
    )


def _tag(language: str | None, number: int, tag: tuple[str, int], face: str) -> str:
    since = str(tag[1] or "")
    return _render("tag", language, number=str(number), tag=tag[0], since=since, face=face)


def _pile(
    edition: Edition, language: str | None, number: int, name: str, claimed: tuple[CardFace, ...]
) -> str:
    rules = rules_url(edition)
    return _render("pile", language, number=str(number), name=name, claimed=claimed, rules=rules)


@lru_cache(maxsize=20_000)
def _seat(
    edition: Edition,
    language: str | None,
    number: int,
    seat: SeatView,
    is_turn: bool,
    is_highest: bool,
) -> str:
    return _render(
        "seat",
        language,
        number=str(number),
        bid=tuple(money_text(edition, value) for value in seat.bid),
        total=money_text(edition, seat.bid_total) if seat.bid else "",
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
    phase: Phase,
    highest: int,
    bidder: tuple[str, str] | None,
    lot_number: int,
    ends_seen: int,
    deck_left: int,
) -> str:
    return _render(
        "stage",
        language,
        lot=card_face(edition, lot, language) if lot else None,
        is_auction=phase is AUCTION,
        is_sealed=phase is Phase.SEALED,
        floor=str(highest),
        highest=money_text(edition, highest) if highest else "",
        least=money_text(edition, highest + STEP),
        bidder=bidder,
        lot_number=str(lot_number),
        rules=rules_url(edition),
        ends_seen=str(ends_seen),
        deck=_deck_sentence(ends_seen, deck_left),
    )


def _deck_sentence(ends_seen: int, deck_left: int) -> str:
    sentence = ngettext(
        "End cards %(ends)s/4 · %(cards)s card left",
        "End cards %(ends)s/4 · %(cards)s cards left",
        deck_left,
    )
    return sentence % {"ends": ends_seen, "cards": deck_left}


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


def whole_call(edition: Edition, phase: Phase, lot: CardFace, highest: int) -> str:
    """The same for who listens: with the lot, what it does, and the least bid."""
    facts = {
        "call": own_sentence(edition, phase, highest),
        "lot": lot.title,
        "effect": lot.effect,
        "least": money_text(edition, highest + STEP),
    }
    if phase is AUCTION:
        return _("%(call)s. %(lot)s: %(effect)s The least bid is %(least)s.") % facts
    return _("%(call)s. %(lot)s: %(effect)s") % facts


@lru_cache(maxsize=2_000)
def _last_lot(table: Table, language: str | None, sales: tuple[Sale, ...]) -> str:
    narrator = Narrator(table.edition, table.names)
    sentence = " ".join(narrator.tell(sale) for sale in sales)
    lot = card_face(table.edition, sales[-1].lot, language)
    return _render("last-lot", language, sentence=sentence, lot=lot)


def private_parts(
    table: Table,
    view: Observation,
    order: Order | None = None,
    *,
    has_hints: bool = True,
    has_clock: bool = False,
) -> Parts:
    """What only the viewer sees: their hand, what they can do, and what they have sealed."""
    language = get_language()
    if view.seat is None or view.result is not None:
        return _nobodys_parts(language, is_watching=view.seat is None and view.result is None)
    me, edition = view.seats[view.seat], table.edition
    hand, spent = view.hand or (), sum(me.spent or ())
    is_turn = bool(view.legal)
    is_open = view.phase is AUCTION and not (is_turn or me.has_passed)
    return {
        "hand": _hand(edition, language, hand, me.bid, view.commitment, spent),
        "controls": _controls(edition, language, view.phase, view.lot, hand, me, view.highest_bid)
        if is_turn
        else _waiting(language, me.has_passed, me.has_committed),
        "call": _call(edition, language, view.phase, view.lot, view.highest_bid)
        if is_turn
        else _render("call", language, sentence=""),
        "orders": _orders(
            edition,
            language,
            view.lot,
            len(view.revealed),
            (sum(hand) + me.bid_total) // STEP,
            order,
        )
        if is_open
        else _render("orders", language, is_open=False),
        "guide": _render("guide", language, hint=hint(view) if has_hints else ""),
        "extra": _extra(table.url, language, is_turn and has_clock),
    }


@lru_cache(maxsize=100)
def _nobodys_parts(language: str | None, is_watching: bool) -> Parts:
    """The same places for who has no hand."""
    return {
        "hand": _render("no-hand", language),
        "controls": _render("no-controls", language, is_watching=is_watching),
        "call": _render("call", language, sentence=""),
        "orders": _render("orders", language, is_open=False),
        "guide": _render("guide", language, hint=""),
        "extra": _extra("", language, False),
    }


def _extra(url: str, language: str | None, is_open: bool) -> str:
    """The way to more time."""
    return _render("extra", language, url=url if is_open else "")


def _waiting(language: str | None, has_passed: bool, has_committed: bool) -> str:
    return _render(
        "controls",
        language,
        is_turn=False,
        has_passed=has_passed,
        has_committed=has_committed,
    )


@lru_cache(maxsize=20_000)
def _call(
    edition: Edition, language: str | None, phase: Phase, lot: Card | None, highest: int
) -> str:
    face = card_face(edition, lot, language) if lot else None
    return _render(
        "call",
        language,
        sentence=own_sentence(edition, phase, highest),
        whole=whole_call(edition, phase, face, highest) if face else "",
    )


@lru_cache(maxsize=20_000)
def _orders(
    edition: Edition,
    language: str | None,
    lot: Card | None,
    lot_number: int,
    most: int,
    order: Order | None,
) -> str:
    """What somebody may settle ahead of their turn; no value here changes by another's bid."""
    return _render(
        "orders",
        language,
        is_open=True,
        lot=card_face(edition, lot, language) if lot else None,
        lot_number=str(lot_number),
        most=str(most),
        money=money_format(edition, language),
        is_sealed=order is not None,
        limit=money_text(edition, order.limit) if order and order.limit else "",
    )


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
        laid_total=str(sum(laid)),
        committed=_coins(edition, (commitment,) if commitment else ()),
        total=money_text(edition, sum(hand)),
        spent=money_text(edition, spent) if spent else "",
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
    smallest = _smallest(edition, hand, highest - me.bid_total) if phase is AUCTION else ()
    return _render(
        "controls",
        language,
        is_turn=True,
        phase=phase.value,
        lot=card_face(edition, lot, language) if lot else None,
        luxuries=_faces(edition, me.luxuries, language) if choosing else (),
        least=money_text(edition, highest + STEP),
        smallest=smallest,
        smallest_total=money_text(edition, me.bid_total + sum(coin.value for coin in smallest)),
    )


def _smallest(edition: Edition, hand: tuple[int, ...], floor: int) -> tuple[Coin, ...]:
    """The cards of the cheapest legal raise, if there is one."""
    raises = cheapest_above(MASK[frozenset(hand)], floor)
    return _coins(edition, sorted(CARDS[raises[0][1]])) if raises else ()


def log_html(sentences: Sequence[str]) -> str:
    """New lines for the log, and the same for who listens."""
    return JINJA.get_template("new-lines.html").render(log=sentences)


def open_hand(table: Table, view: Observation) -> str:
    """A hand laid open beside the others, with its owner's name; nothing once the game is over."""
    if view.seat is None or view.result is not None:
        return ""
    return _open_hand(
        table.edition,
        get_language(),
        view.seat,
        table.names[view.seat],
        view.hand or (),
        view.commitment,
        sum(view.seats[view.seat].spent or ()),
    )


@lru_cache(maxsize=20_000)
def _open_hand(
    edition: Edition,
    language: str | None,
    seat: int,
    name: str,
    hand: tuple[int, ...],
    commitment: int | None,
    spent: int,
) -> str:
    return _render(
        "open-hand",
        language,
        number=str(seat),
        name=name,
        coins=_coins(edition, hand),
        committed=_coins(edition, (commitment,) if commitment else ()),
        total=money_text(edition, sum(hand)),
        spent=money_text(edition, spent) if spent else "",
    )
