"""Bots that play for people: the one place that changes which of them a game has."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Game, Room, Seat
from games.play.announcements import announce
from games.play.automation import automation_of
from games.play.position import position_of
from games.play.rows import locked, store_automation
from games.text.errors import NoGameIsRunning


def set_stand_ins(game_id: int, levels: Mapping[int, str]) -> None:
    """Let bots of these levels play for these seats; an empty level removes the seat's stand-in.

    Does nothing if the game is not running.
    """
    with suppress(NoGameIsRunning), transaction.atomic():
        # The room before the game, as everywhere: else two writers could wait for each other.
        Room.objects.filter(games=game_id).update(changes=F("changes") + 1)
        game = locked(game_id)
        automation = automation_of(game)
        bots = {seat: level for seat, level in {**automation.bots, **levels}.items() if level}
        position = position_of(game.pk, game.version)
        store_automation(position, replace(automation, bots=bots), timezone.now())
        announce(game.room_id)


@transaction.atomic
def give_up(game_id: int, seats: Iterable[int], level: str) -> None:
    """Store that these seats of an open game were left: bots of this level have them for good.

    A seat that was left before stays as it is.
    """
    left = list(seats)
    set_stand_ins(game_id, dict.fromkeys(left, level))
    running = Seat.objects.filter(game=game_id, game__status=Game.Status.RUNNING)
    running.filter(number__in=left, left_at=None).update(left_at=timezone.now(), is_awaited=False)
