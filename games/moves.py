"""Moves as forms and frames send them: strings in, a version and an action out."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.actions import Action
from games.engine.money import ALL, TOTAL
from games.engine.wire import Malformed, action_from
from games.orders import Order

LONGEST_FRAME = 4096
Fields = Mapping[str, Sequence[str]]


class BadFrame(ValueError):
    """A frame that no page of ours sends."""


def fields_of(text: str) -> dict[str, list[str]]:
    """The fields of a form sent as a frame; BadFrame where it is anything else."""
    if len(text) > LONGEST_FRAME:
        raise BadFrame
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFrame from None
    if not isinstance(data, dict):
        raise BadFrame
    return {name: _strings(value) for name, value in data.items() if name != "HEADERS"}


def _strings(value: object) -> list[str]:
    values: list[object] = value if isinstance(value, list) else [value]
    strings = [item for item in values if isinstance(item, str)]
    if len(strings) != len(values):
        raise BadFrame
    return strings


def move_from(fields: Fields, seat: int) -> tuple[int, Action]:
    """The version a move answers and the action; Malformed or UnknownCard where it is none."""
    kind, cards = _one(fields, "type"), fields.get("cards", [])
    data: dict[str, Any] = {"seat": seat, "type": kind}
    if kind == "bid":
        data["cards"] = [_whole(card) for card in cards]
    if kind == "commit":
        data["card"] = _whole(cards[0]) if len(cards) == 1 else None
    if kind == "discard":
        data["card"] = _one(fields, "card")
    return _whole(_one(fields, "version")), action_from(data)


def order_from(fields: Fields) -> Order | None:
    """The sealed order a form gives, or None where it takes one back; Malformed where neither."""
    plan = _one(fields, "plan")
    if plan == "none":
        return None
    if plan not in {"pass", "raise"}:
        raise Malformed
    limit = _whole(_one(fields, "limit")) * 1_000 if plan == "raise" else 0
    if plan == "raise" and not 0 < limit <= TOTAL[ALL]:
        raise Malformed
    return Order(lot=_whole(_one(fields, "lot")), limit=limit)


def is_order(fields: Fields) -> bool:
    """Whether the form is about a sealed order and not a move."""
    return fields.get("type") == ["order"]


def is_more_time(fields: Fields) -> bool:
    """Whether the form asks for more time."""
    return fields.get("type") == ["more-time"]


def _one(fields: Fields, name: str) -> str:
    values = fields.get(name, [])
    if len(values) != 1:
        raise Malformed
    return values[0]


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Malformed
    return int(text)
