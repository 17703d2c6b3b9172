"""Events as JSON: what a table has seen so far, for programs that remember."""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, get_args

from games.engine import events
from games.engine.cards import Card
from games.engine.events import Event
from games.engine.wire import status_card

_NOT_ASKED_ABOUT = {events.Ended, events.TimeIsUp, events.SatIn, events.CameBack}
_TYPES: Mapping[str, type[Event]] = MappingProxyType(
    {kind.__name__: kind for kind in get_args(Event) if kind not in _NOT_ASKED_ABOUT}
)
"""The events that a question may hold: what happened by the rules, and not who acted."""


def event_dict(event: Event) -> dict[str, Any]:
    """`event` in plain JSON types, such as `{"type": "Raised", "seat": 1, …}`."""
    values = {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    return {"type": type(event).__name__, **values}


def event_from(data: Mapping[str, Any]) -> Event:
    """The event that `event_dict` wrote; ValueError or UnknownCard for anything else."""
    kind = _TYPES.get(data["type"])
    if kind is None or set(data) != {"type", *(field.name for field in fields(kind))}:
        raise ValueError(f"not an event: {data!r}")
    return kind(**{name: _value(name, data[name]) for name in data if name != "type"})


def _plain(value: object) -> object:
    match value:
        case Card():
            return value.id
        case frozenset():
            return sorted(value)
        case tuple():
            return list(value)
        case _:
            return value


def _value(name: str, value: Any) -> Any:
    if name in {"lot", "luxury"}:
        return status_card(value)
    if name == "money":
        return frozenset(value)
    return tuple(value) if isinstance(value, list) else value
