"""A result by seat: place, status, money, cast out, and part of the win."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.scoring import Number


@dataclass(frozen=True, slots=True)
class Standing:
    """The outcome of one seat; a shared win counts as its part."""

    place: int
    status: Number
    money: int
    is_cast_out: bool
    win: float


def standings(result: Mapping[str, Any]) -> tuple[Standing, ...]:
    """The standing of each seat in a result of the record's form.

    Winners come first, then the others by status and by money; seats that are cast out come last.
    """
    ranks = [_rank(result, seat) for seat in range(len(result["money"]))]
    return tuple(
        Standing(
            place=1 + sum(other > rank for other in ranks),
            status=result["status"][seat],
            money=result["money"][seat],
            is_cast_out=seat in result["cast_out"],
            win=win_of(seat, result["winners"]),
        )
        for seat, rank in enumerate(ranks)
    )


def win_of(seat: int, winners: Sequence[int]) -> float:
    """The part of the win that `seat` has: 1, a share of it, or 0."""
    return 1 / len(winners) if seat in winners else 0.0


def _rank(result: Mapping[str, Any], seat: int) -> tuple[bool, bool, Number, Number]:
    if seat in result["winners"]:
        return (True, True, 0, 0)
    if seat in result["cast_out"]:
        return (False, False, 0, 0)
    return (True, False, result["status"][seat], result["money"][seat])
