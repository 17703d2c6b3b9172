"""The parts of one seat: hand, controls, orders, and what is called out to them."""

from functools import lru_cache

from django.utils.translation import get_language

from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.money import CARDS, MASK, cheapest_above
from games.engine.observation import Observation, SeatView
from games.engine.state import Phase
from games.guide import hint
from games.narration import money_text
from games.orders import Order
from games.presentation.faces import Coin, card_face, card_faces, coins, money_format
from games.presentation.rendering import Parts, render
from games.presentation.sentences import AUCTION, STEP, own_sentence, whole_call
from games.presentation.tables import Table


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
        else render("call", language, sentence=""),
        "orders": _orders(
            edition,
            language,
            view.lot,
            len(view.revealed),
            (sum(hand) + me.bid_total) // STEP,
            order,
        )
        if is_open
        else render("orders", language, is_open=False),
        "guide": render("guide", language, hint=hint(view) if has_hints else ""),
        "extra": _extra(table.url, language, is_turn and has_clock),
    }


@lru_cache(maxsize=100)
def _nobodys_parts(language: str | None, is_watching: bool) -> Parts:
    """The same places for who has no hand."""
    return {
        "hand": render("no-hand", language),
        "controls": render("no-controls", language, is_watching=is_watching),
        "call": render("call", language, sentence=""),
        "orders": render("orders", language, is_open=False),
        "guide": render("guide", language, hint=""),
        "extra": _extra("", language, False),
    }


def _extra(url: str, language: str | None, is_open: bool) -> str:
    """The way to more time."""
    return render("extra", language, url=url if is_open else "")


def _waiting(language: str | None, has_passed: bool, has_committed: bool) -> str:
    return render(
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
    return render(
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
    return render(
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
    return render(
        "hand",
        language,
        coins=coins(edition, hand),
        laid=coins(edition, laid),
        laid_total=str(sum(laid)),
        committed=coins(edition, (commitment,) if commitment else ()),
        total=money_text(edition, sum(hand)),
        spent=money_text(edition, spent) if spent else "",
    )


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
    return render(
        "controls",
        language,
        is_turn=True,
        phase=phase.value,
        lot=card_face(edition, lot, language) if lot else None,
        luxuries=card_faces(edition, me.luxuries, language) if choosing else (),
        least=money_text(edition, highest + STEP),
        smallest=smallest,
        smallest_total=money_text(edition, me.bid_total + sum(coin.value for coin in smallest)),
    )


def _smallest(edition: Edition, hand: tuple[int, ...], floor: int) -> tuple[Coin, ...]:
    """The cards of the cheapest legal raise, if there is one."""
    raises = cheapest_above(MASK[frozenset(hand)], floor)
    return coins(edition, sorted(CARDS[raises[0][1]])) if raises else ()


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
    return render(
        "open-hand",
        language,
        number=str(seat),
        name=name,
        coins=coins(edition, hand),
        committed=coins(edition, (commitment,) if commitment else ()),
        total=money_text(edition, sum(hand)),
        spent=money_text(edition, spent) if spent else "",
    )
