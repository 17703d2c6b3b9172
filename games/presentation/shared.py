"""The parts that everybody sees alike: made once for a position."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from django.utils.translation import get_language

from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.events import Claimed, Disgraced, Event, Unsold
from games.engine.observation import Observation, SeatView
from games.engine.state import Phase
from games.narration import Narrator, money_text
from games.presentation.faces import CardFace, card_face, card_faces, rules_url
from games.presentation.rendering import JINJA, Parts, render
from games.presentation.sentences import AUCTION, STEP, deck_sentence, turn_sentence
from games.presentation.tables import NOBODY_AWAY, Aside, Table

LONG_NAME = 13
SALES = (Claimed, Disgraced, Unsold)
Sale: TypeAlias = Claimed | Disgraced | Unsold


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
        pile = card_faces(edition, seat.claimed, language)
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
    parts["turn"] = render("turn", language, sentence=turn_sentence(table, view))
    parts["clock"] = render("clock", language, until=str(until or ""))
    parts["version"] = render("version", language, version=str(version))
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
    return render("tag", language, number=str(number), tag=tag[0], since=since, face=face)


def _pile(
    edition: Edition, language: str | None, number: int, name: str, claimed: tuple[CardFace, ...]
) -> str:
    rules = rules_url(edition)
    return render("pile", language, number=str(number), name=name, claimed=claimed, rules=rules)


@lru_cache(maxsize=20_000)
def _seat(
    edition: Edition,
    language: str | None,
    number: int,
    seat: SeatView,
    is_turn: bool,
    is_highest: bool,
) -> str:
    return render(
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
    return render(
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
        deck=deck_sentence(ends_seen, deck_left),
    )


@lru_cache(maxsize=2_000)
def _last_lot(table: Table, language: str | None, sales: tuple[Sale, ...]) -> str:
    narrator = Narrator(table.edition, table.names)
    sentence = " ".join(narrator.tell(sale) for sale in sales)
    lot = card_face(table.edition, sales[-1].lot, language)
    return render("last-lot", language, sentence=sentence, lot=lot)


def log_html(sentences: Sequence[str]) -> str:
    """New lines for the log, and the same for who listens."""
    return JINJA.get_template("new-lines.html").render(log=sentences)
