"""Money in a hand: as its owner sees it, and laid open beside the others in a replay."""

from functools import lru_cache

from django.utils.translation import get_language

from games.engine.editions import Edition
from games.engine.observation import Observation
from games.screens.cards import coins
from games.screens.rendering import MOST_PARTS, render_anew
from games.screens.table_facts import Table
from games.screens.turn_text import you
from games.text.numbers import money_text


@lru_cache(maxsize=MOST_PARTS)
def own_hand(
    edition: Edition,
    language: str | None,
    hand: tuple[int, ...],
    laid: tuple[int, ...],
    face_down_card: int | None,
    spent: int,
    owner: str = "",
) -> str:
    """A hand with what its owner has bid, laid face down and spent.

    `owner` is a name where somebody else looks at the hand, in a replay.
    """
    return render_anew(
        "hand",
        language,
        owner=owner,
        coins=coins(edition, hand),
        laid=coins(edition, laid),
        laid_total=str(sum(laid)),
        committed=coins(edition, (face_down_card,) if face_down_card else ()),
        total=money_text(edition, sum(hand)),
        spent=money_text(edition, spent) if spent else "",
    )


def open_hand(table: Table, view: Observation, *, is_own: bool = False) -> str:
    """The hand of the seat that `view` belongs to, with its name; empty once the game is over.

    `is_own` says that it was the reader's own.
    """
    if view.seat is None or view.result is not None:
        return ""
    return _open_hand(
        table.edition,
        get_language(),
        view.seat,
        table.names[view.seat],
        view.hand or (),
        view.face_down_card,
        sum(view.seats[view.seat].spent or ()),
        is_own,
    )


@lru_cache(maxsize=MOST_PARTS)
def _open_hand(
    edition: Edition,
    language: str | None,
    seat: int,
    name: str,
    hand: tuple[int, ...],
    face_down_card: int | None,
    spent: int,
    is_own: bool,
) -> str:
    return render_anew(
        "open-hand",
        language,
        is_own=is_own,
        you=you(),
        number=str(seat),
        name=name,
        coins=coins(edition, hand),
        committed=coins(edition, (face_down_card,) if face_down_card else ()),
        total=money_text(edition, sum(hand)),
        spent=money_text(edition, spent) if spent else "",
    )
