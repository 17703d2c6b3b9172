"""The parts of the table that are the same for everybody, rendered once for a position."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

from django.utils.translation import get_language
from markupsafe import escape

from games.engine.cards import END_CARDS, Card
from games.engine.editions import Edition
from games.engine.observation import Observation, SeatView
from games.engine.state import Phase
from games.screens.cards import card_face, card_faces, coins, rules_url
from games.screens.lot_moment import Sale, main_line
from games.screens.rendering import MOST_PARTS, Parts, render, render_anew
from games.screens.table_facts import NO_BADGES, SeatBadges, Table
from games.screens.turn_text import (
    AUCTION,
    STEP,
    deck_sentence,
    ends_sentence,
    turn_sentence,
    you,
)
from games.text.numbers import moment_text, money_text

LONG_NAME = 13


def public_parts(
    table: Table,
    view: Observation,
    version: int,
    last: Sale | None = None,
    seat_badges: SeatBadges = NO_BADGES,
    until: int = 0,
) -> Parts:
    """The shared parts, by the id of their element.

    `last` says where the last lot went; `until` is the end of the turn in seconds of the epoch, 0
    for none.
    """
    language = get_language()
    parts = _seat_parts(table, view, seat_badges, language)
    parts["stage"] = _stage_part(table, view, language)
    parts["ends"] = render("ends", language, sentence=ends_sentence(_ends_seen(view)))
    parts["turn"] = render("turn", language, sentence=turn_sentence(table, view))
    parts["clock"] = render("clock", language, until=str(until or ""), words=_end_text(until))
    parts["version"] = render("version", language, version=str(version))
    return parts | last_lot_parts(table, last)


def _end_text(until: int) -> str:
    """The end of a turn for who has no script that counts down; the same for everybody, in UTC."""
    return moment_text(datetime.fromtimestamp(until, UTC)) if until else ""


def last_lot_parts(table: Table, sale: Sale | None) -> Parts:
    """Where the last lot went, if one was sold."""
    return {"last-lot": _last_lot(table, get_language(), sale)} if sale else {}


def _seat_parts(
    table: Table, view: Observation, seat_badges: SeatBadges, language: str | None
) -> Parts:
    """For each seat its bid and state, its pile of cards, and its badge."""
    edition, bidder = table.edition, view.highest_bidder
    parts = {
        f"seat-{number}": _seat(
            edition, language, number, seat, number in view.to_act, number == bidder
        )
        for number, seat in enumerate(view.seats)
    }
    for number, seat in enumerate(view.seats):
        name, badge = table.names[number], seat_badges.badge(number)
        parts[f"pile-{number}"] = _pile(edition, language, number, name, seat.claimed)
        parts[f"tag-{number}"] = _badge(language, number, badge, table.face(number))
    return parts


def _stage_part(table: Table, view: Observation, language: str | None) -> str:
    """The lot, the highest bid and the deck, rendered from what they depend on and no more."""
    bidder = view.highest_bidder
    return _stage(
        table.edition,
        language,
        view.lot,
        view.phase,
        view.highest_bid,
        None if bidder is None else (str(bidder), table.names[bidder]),
        len(view.revealed),
        _ends_seen(view),
        view.deck_left,
    )


def _ends_seen(view: Observation) -> int:
    return len(END_CARDS) - view.end_cards_left


def place_html(number: int, name: str, parts: Parts, *, is_own: bool = False) -> str:
    """A whole seat: its name, or “You”, and its parts `tag`, `seat` and `pile`."""
    inside = {part: parts[f"{part}-{number}"] for part in ("tag", "seat", "pile")}
    known = {"number": number, "name": name, "is_long": len(name) > LONG_NAME}
    you_or_name = {"is_own": is_own, "you": you()}
    return render_anew("place", get_language(), **known, **you_or_name, **inside)


def _badge(language: str | None, number: int, badge: tuple[str, int], face: str) -> str:
    kind, since = badge[0], str(badge[1] or "")
    return render("tag", language, number=str(number), tag=kind, since=since, face=face)


@lru_cache(maxsize=MOST_PARTS)
def _pile(
    edition: Edition, language: str | None, number: int, name: str, cards: tuple[Card, ...]
) -> str:
    claimed, rules = card_faces(edition, cards, language), rules_url(edition)
    return render_anew(
        "pile", language, number=str(number), name=name, claimed=claimed, rules=rules
    )


@lru_cache(maxsize=MOST_PARTS)
def _seat(
    edition: Edition,
    language: str | None,
    number: int,
    seat: SeatView,
    is_turn: bool,
    is_highest: bool,
) -> str:
    return render_anew(
        "seat",
        language,
        number=str(number),
        bid=coins(edition, seat.bid),
        total=money_text(edition, seat.bid_total) if seat.bid else "",
        spent=None if seat.spent is None else money_text(edition, sum(seat.spent)),
        is_turn=is_turn,
        has_passed=seat.has_passed,
        has_committed=seat.has_committed,
        is_highest=is_highest,
    )


@lru_cache(maxsize=MOST_PARTS)
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
    return render_anew(
        "stage",
        language,
        lot=card_face(edition, lot, language) if lot else None,
        is_auction=phase is AUCTION,
        is_sealed=phase is Phase.SEALED,
        floor=str(highest),
        highest=money_text(edition, highest) if highest else "",
        least=money_text(edition, highest + STEP),
        bidder=bidder,
        you=you(),
        lot_number=str(lot_number),
        rules=rules_url(edition),
        ends_seen=str(ends_seen),
        deck=deck_sentence(ends_seen, deck_left),
    )


@lru_cache(maxsize=2_000)
def _last_lot(table: Table, language: str | None, sale: Sale) -> str:
    lot = card_face(table.edition, sale.lot, language)
    return render_anew("last-lot", language, line=main_line(table, sale), lot=lot)


def log_html(sentences: Sequence[str]) -> str:
    """New lines for the log; a script reads them to screen readers (`static/js/news.js`)."""
    lines = "".join([f"<li>{escape(sentence)}</li>" for sentence in sentences])
    return f'<ol id="log" hx-swap-oob="beforeend">{lines}</ol>'
