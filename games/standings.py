"""A result seen from its seats: who came where, with what, and whose part of the win it was."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.scoring import Number


@dataclass(frozen=True, slots=True)
class Standing:
    """What one seat came away with; a shared win counts as its part."""

    place: int
    status: Number
    money: int
    is_cast_out: bool
    win: float


def standings(result: Mapping[str, Any]) -> tuple[Standing, ...]:
    """The standing of each seat in a result of the record's form.

    Winners come first, the others by status and then by money; who is cast out comes behind all
    who are not.
    """
    ranks = [_rank(result, seat) for seat in range(len(result["money"]))]
    return tuple(
        Standing(
            place=1 + sum(other > rank for other in ranks),
            status=result["status"][seat],
            money=result["money"][seat],
            is_cast_out=seat in result["cast_out"],
            win=1 / len(result["winners"]) if seat in result["winners"] else 0.0,
        )
        for seat, rank in enumerate(ranks)
    )


def _rank(result: Mapping[str, Any], seat: int) -> tuple[bool, bool, Number, Number]:
    if seat in result["winners"]:
        return (True, True, 0, 0)
    if seat in result["cast_out"]:
        return (False, False, 0, 0)
    return (True, False, result["status"][seat], result["money"][seat])
