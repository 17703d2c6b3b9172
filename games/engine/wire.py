"""Actions, cards and results in JSON types; everything is checked on reading."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.cards import BY_ID, Card
from games.engine.editions import gettext_noop
from games.engine.money import VALUES
from games.engine.scoring import Result
from games.engine.violations import RuleViolation

FIELDS = {
    "bid": {"seat", "type", "cards"},
    "pass": {"seat", "type"},
    "discard": {"seat", "type", "card"},
    "commit": {"seat", "type", "card"},
}


class Malformed(RuleViolation):
    """Data that describes no action."""

    code = "malformed"
    sentence = gettext_noop("That isn’t possible. Bid, pass, give up a card or play one face down.")


class UnknownCard(RuleViolation):
    """A card this game does not have, or one named twice."""

    code = "unknown-card"
    sentence = gettext_noop("There is no such card in this game.")


def action_from(data: object) -> Action:
    """The action that `data` describes; raises Malformed or UnknownCard."""
    if not isinstance(data, Mapping) or not _is_whole(data.get("seat")):
        raise Malformed
    kind, seat = data.get("type"), data["seat"]
    if not isinstance(kind, str) or set(data) != FIELDS.get(kind):
        raise Malformed
    if kind == "pass":
        return Pass(seat)
    if kind == "bid":
        return Bid(seat, _money_cards(data["cards"]))
    if kind == "commit":
        return Commit(seat, _money_card(data["card"]))
    return Discard(seat, status_card(data["card"]))


def action_dict(action: Action) -> dict[str, Any]:
    """`action` in plain JSON types; money cards ascending."""
    match action:
        case Bid(seat, money):
            return {"seat": seat, "type": "bid", "cards": sorted(money)}
        case Pass(seat):
            return {"seat": seat, "type": "pass"}
        case Discard(seat, card):
            return {"seat": seat, "type": "discard", "card": card.id}
        case Commit(seat, value):
            return {"seat": seat, "type": "commit", "card": value}


def status_card(id: object) -> Card:
    """The status card with this neutral id; UnknownCard if there is none."""
    card = BY_ID.get(id) if isinstance(id, str) else None
    if card is None:
        raise UnknownCard
    return card


def _money_cards(data: object) -> frozenset[int]:
    if not isinstance(data, list):
        raise Malformed
    cards = [_money_card(value) for value in data]
    if len(set(cards)) != len(cards):
        raise UnknownCard
    return frozenset(cards)


def _money_card(data: object) -> int:
    if not _is_whole(data):
        raise Malformed
    if data not in VALUES:
        raise UnknownCard
    return int(data)


def _is_whole(data: object) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


def ids(cards: Iterable[Card]) -> list[str]:
    """The neutral ids of `cards`."""
    return [card.id for card in cards]


def result_dict(result: Result) -> dict[str, Any]:
    """The result in the form of a record."""
    return {
        "money": [score.money for score in result.scores],
        "status": [score.status for score in result.scores],
        "cast_out": list(result.cast_out),
        "winners": list(result.winners),
    }
