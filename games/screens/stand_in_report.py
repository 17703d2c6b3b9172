"""What a bot has done for a seat since its player last acted, in one sentence for that player."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.events import (
    Claimed,
    Committed,
    Disgraced,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Passed,
    Raised,
    Revealed,
    SatIn,
    TimeIsUp,
)
from games.play.position import StoredPosition
from games.text.card_names import lot_name
from games.text.numbers import money_text

MOST_ACTS = 4
ACTS = (Raised, Passed, Disgraced, Committed)


class BotAct(NamedTuple):
    """What a bot did about a lot: the newest event of the seat that concerns it."""

    event: Event
    lot: Card


def report_text(edition: Edition, position: StoredPosition, seat: int | None) -> str:
    """The sentence; empty if the player of the seat has acted since, or there is no seat."""
    if seat is None:
        return ""
    was_absent = seat in position.position.stand_ins
    begin = _begin(position.story, seat, was_absent=was_absent)
    if begin is None:
        return ""
    acts = _acts(position.story, seat, begin)
    facts = {"acts": "; ".join(_words(edition, act) for act in acts[-MOST_ACTS:])}
    if was_absent:
        return _("While you were away, a bot played for you: %(acts)s.") % facts
    return _("Your time ran out, so a bot played for you: %(acts)s.") % facts


def _begin(story: Sequence[Event], seat: int, *, was_absent: bool) -> int | None:
    """Where in the story a bot took over; None if the player has acted since the last time."""
    begin = None
    for number in range(len(story) - 1, -1, -1):  # made for each viewer at each move: kept cheap
        event = story[number]
        if getattr(event, "seat", None) != seat:
            continue
        if was_absent and isinstance(event, SatIn):
            return number
        if isinstance(event, TimeIsUp):
            begin = number
        elif not was_absent and isinstance(event, ACTS) and story[number - 1] != TimeIsUp(seat):
            return begin
    return begin


def _acts(story: Sequence[Event], seat: int, begin: int) -> list[BotAct]:
    """The newest event of the seat for each lot, and the luxuries it lost."""
    found: dict[tuple[int, bool], BotAct] = {}
    for number, lot, event in _with_lots(story):
        if number < begin or getattr(event, "seat", None) != seat:
            continue
        if isinstance(event, Raised | Passed | Committed | Disgraced | PaidToAvoid | Claimed):
            found[lot[0], False] = BotAct(event, lot[1])
        elif isinstance(event, LuxuryLost):
            found[lot[0], True] = BotAct(event, event.luxury)
    return list(found.values())


def _with_lots(story: Sequence[Event]) -> Iterator[tuple[int, tuple[int, Card], Event]]:
    """Each event with its number, and the number and card of the lot it is about."""
    lot = (0, Card.THEFT)
    for number, event in enumerate(story):
        if isinstance(event, Revealed):
            lot = (number, event.lot)
        yield number, lot, event


def _words(edition: Edition, act: BotAct) -> str:
    facts = {"lot": lot_name(edition, act.lot)}
    match act.event:
        case Claimed(_seat, _lot, 0):
            return _("got %(lot)s for nothing") % facts
        case Claimed(_seat, _lot, price):
            return _("bought %(lot)s for %(money)s") % (facts | _money(edition, price))
        case Disgraced():
            return _("took %(lot)s") % facts
        case PaidToAvoid(_seat, price):
            return _("paid %(money)s to avoid %(lot)s") % (facts | _money(edition, price))
        case Raised(_seat, total, _money_cards):
            return _("bid %(money)s for %(lot)s") % (facts | _money(edition, total))
        case Committed():
            return _("laid a card face down for %(lot)s") % facts
        case LuxuryLost():
            return _("lost %(lot)s") % facts
        case _:
            return _("passed on %(lot)s") % facts


def _money(edition: Edition, amount: int) -> dict[str, str]:
    return {"money": money_text(edition, amount)}
