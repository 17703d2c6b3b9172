"""What each seat came away with, written beside it: lists and statistics read it from there."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from games.models import Seat
from games.standings import standings


def settle(game_id: int, result: Mapping[str, Any]) -> None:
    """Write the standing of every seat of a game that is over."""
    for number, standing in enumerate(standings(result)):
        Seat.objects.filter(game_id=game_id, number=number).update(**asdict(standing))
