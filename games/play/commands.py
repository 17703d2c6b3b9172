"""What a player sends, by form or by frame, as a command: a move, an auto-bid, or more time."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from games.engine.actions import Action
from games.engine.auto_bids import AutoBid
from games.engine.money import ALL, TOTAL
from games.engine.wire import Malformed, action_from
from games.play import auto_bids, deadlines
from games.play.moves import Move, play
from games.text.numbers import whole_number

LONGEST_FRAME = 4096
MOST_DIGITS = 9
Fields = Mapping[str, Sequence[str]]
Command = Move | Callable[[], None]


class BadFrame(ValueError):
    """A frame that none of our pages sends."""


def fields_of(text: str) -> dict[str, list[str]]:
    """The fields of a form that was sent as a frame; raises BadFrame."""
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


def command_from(fields: Fields, game_id: int, seat: int, device: int | None = None) -> Command:
    """A move, which can be written together with others, or a function that does the command.

    Raises Malformed or UnknownCard.
    """
    if is_more_time(fields):
        return partial(deadlines.extend, game_id, seat)
    if is_auto_bid(fields):
        return partial(auto_bids.set_auto_bid, game_id, seat, auto_bid_from(fields))
    version, action = move_from(fields, seat)
    return Move(game_id, version, action, device=device)


def carry_out(command: Command) -> None:
    """Do the command in this thread."""
    if isinstance(command, Move):
        play(command)
    else:
        command()


def move_from(fields: Fields, seat: int) -> tuple[int, Action]:
    """The version a move answers, and its action; raises Malformed or UnknownCard."""
    kind, cards = _one(fields, "type"), fields.get("cards", [])
    data: dict[str, Any] = {"seat": seat, "type": kind}
    if kind == "bid":
        data["cards"] = [_whole(card) for card in cards]
    if kind == "commit":
        data["card"] = _whole(cards[0]) if len(cards) == 1 else None
    if kind == "discard":
        data["card"] = _one(fields, "card")
    return _whole(_one(fields, "version")), action_from(data)


def auto_bid_from(fields: Fields) -> AutoBid | None:
    """The auto-bid a form sets, None if it cancels one; raises Malformed."""
    plan = _one(fields, "plan")
    if plan == "none":
        return None
    if plan not in {"pass", "raise"}:
        raise Malformed
    limit = _whole(_one(fields, "limit")) * 1_000 if plan == "raise" else 0
    if plan == "raise" and not 0 < limit <= TOTAL[ALL]:
        raise Malformed
    return AutoBid(lot=_whole(_one(fields, "lot")), limit=limit)


def is_auto_bid(fields: Fields) -> bool:
    """Whether the form is about an auto-bid and not a move."""
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
    number = whole_number(text, MOST_DIGITS)
    if number is None:
        raise Malformed
    return number
