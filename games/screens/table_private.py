"""The parts of the table that one viewer alone sees: hand, controls, auto-bid and hints."""

from functools import lru_cache

from django.utils.translation import get_language

from games.engine.auto_bids import AutoBid
from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.money import CARDS, MASK, cheapest_above
from games.engine.observation import Observation, SeatView
from games.engine.state import Phase
from games.screens.cards import Coin, card_face, card_faces, coins, money_format
from games.screens.hand import own_hand
from games.screens.rendering import MOST_PARTS, Parts, render, render_anew
from games.screens.standing import standing_parts
from games.screens.table_facts import Table
from games.screens.turn_text import AUCTION, STEP, own_sentence, whole_call
from games.text.hints import hint
from games.text.numbers import money_text


def private_parts(
    table: Table,
    view: Observation,
    auto_bid: AutoBid | None = None,
    *,
    has_hints: bool = True,
    has_clock: bool = False,
    owner: str = "",
) -> Parts:
    """The viewer's own parts; `auto_bid` is the one they have given, if any.

    `owner` is the name on the hand if it is not the viewer's own, in a replay.
    """
    language = get_language()
    if view.seat is None or view.result is not None:
        is_watching = view.seat is None and view.result is None
        return dict(_parts_without_hand(language, is_watching))
    me, hand, is_turn = view.seats[view.seat], view.hand or (), bool(view.legal)
    spent = sum(me.spent or ())
    return {
        "hand": own_hand(table.edition, language, hand, me.bid, view.face_down_card, spent, owner),
        "controls": _controls_part(table, view, me, language),
        **standing_parts(table.edition, language, me.claimed),
        "call": _call(table.edition, language, view.phase, view.lot, view.highest_bid)
        if is_turn and auto_bid is None
        else render("call", language, sentence=""),
        "auto-bid": _auto_bid_part(table, view, me, auto_bid, language),
        "guide": render("guide", language, hint=hint(view) if has_hints else ""),
        "extra": _more_time(table.url, language, is_turn and has_clock),
    }


def _controls_part(table: Table, view: Observation, me: SeatView, language: str | None) -> str:
    """What the viewer can do now; while it is not their turn, that they wait."""
    if not view.legal:
        return _waiting(language, me.has_passed, me.has_committed)
    bid = view.highest_bid
    return _controls(table.edition, language, view.phase, view.lot, view.hand or (), me, bid)


def _auto_bid_part(
    table: Table, view: Observation, me: SeatView, auto_bid: AutoBid | None, language: str | None
) -> str:
    """The form for an auto-bid, as long as the viewer can bid on the lot.

    At their own turn the page hides it, unless they have given one. It stays the same there, so
    that a limit which is being written is not lost when the turn arrives; to who opens the bidding
    it was not offered before.
    """
    is_opening = bool(view.legal) and not any(seat.bid or seat.has_passed for seat in view.seats)
    if view.phase is not AUCTION or me.has_passed or (is_opening and auto_bid is None):
        return render("auto-bid", language, is_open=False)
    most = (sum(view.hand or ()) + me.bid_total) // STEP
    return _auto_bid(table.edition, language, view.lot, len(view.revealed), most, auto_bid)


@lru_cache(maxsize=100)
def _parts_without_hand(language: str | None, is_watching: bool) -> Parts:
    """The same parts for watchers, and for everybody once the game is over."""
    return {
        "hand": render("no-hand", language),
        "controls": render("no-controls", language, is_watching=is_watching),
        "call": render("call", language, sentence=""),
        "auto-bid": render("auto-bid", language, is_open=False),
        "guide": render("guide", language, hint=""),
        "extra": _more_time("", language, False),
    }


def _more_time(url: str, language: str | None, is_open: bool) -> str:
    """The button for more time; empty unless `is_open`."""
    return render("extra", language, url=url if is_open else "")


def _waiting(language: str | None, has_passed: bool, has_committed: bool) -> str:
    return render(
        "controls",
        language,
        is_turn=False,
        has_passed=has_passed,
        has_committed=has_committed,
    )


@lru_cache(maxsize=MOST_PARTS)
def _call(
    edition: Edition, language: str | None, phase: Phase, lot: Card | None, highest: int
) -> str:
    face = card_face(edition, lot, language) if lot else None
    return render_anew(
        "call",
        language,
        sentence=own_sentence(edition, phase, highest),
        whole=whole_call(edition, phase, face, highest) if face else "",
    )


@lru_cache(maxsize=MOST_PARTS)
def _auto_bid(
    edition: Edition,
    language: str | None,
    lot: Card | None,
    lot_number: int,
    most: int,
    auto_bid: AutoBid | None,
) -> str:
    """The form for an auto-bid. No value in it depends on a bid, so a bid does not replace it."""
    return render_anew(
        "auto-bid",
        language,
        is_open=True,
        lot=card_face(edition, lot, language) if lot else None,
        lot_number=str(lot_number),
        most=str(most),
        money=money_format(edition, language),
        is_set=auto_bid is not None,
        limit=money_text(edition, auto_bid.limit) if auto_bid and auto_bid.limit else "",
    )


@lru_cache(maxsize=MOST_PARTS)
def _controls(
    edition: Edition,
    language: str | None,
    phase: Phase,
    lot: Card | None,
    hand: tuple[int, ...],
    me: SeatView,
    highest: int,
) -> str:
    """The choices of a viewer whose turn it is."""
    choosing = phase is Phase.DISCARD
    smallest = _smallest(edition, hand, highest - me.bid_total) if phase is AUCTION else ()
    return render_anew(
        "controls",
        language,
        is_turn=True,
        phase=phase.value,
        lot=card_face(edition, lot, language) if lot else None,
        luxuries=card_faces(edition, me.luxuries, language) if choosing else (),
        least=money_text(edition, highest + STEP),
        missing=money_text(edition, highest + STEP - me.bid_total) if me.bid else "",
        smallest=smallest,
        smallest_total=money_text(edition, me.bid_total + sum(coin.value for coin in smallest)),
    )


def _smallest(edition: Edition, hand: tuple[int, ...], floor: int) -> tuple[Coin, ...]:
    """The cards of the cheapest legal raise; empty if there is none."""
    raises = cheapest_above(MASK[frozenset(hand)], floor)
    return coins(edition, sorted(CARDS[raises[0][1]])) if raises else ()
