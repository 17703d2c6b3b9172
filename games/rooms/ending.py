"""End a room's running game without a result."""

from datetime import datetime

from django.utils import timezone

from games.models import Game, Player, Room
from games.rooms.changes import changing
from games.rooms.hosts import check_host
from games.rooms.notices import BROKEN_OFF, notice
from games.text.errors import NoGameIsRunning, PlayedToTheEnd


def break_off(room_id: int, host: Player) -> None:
    """End the running game without a result.

    Raises NoGameIsRunning, HostsOnly for others, and PlayedToTheEnd for an open game.
    """
    with changing(room_id) as room:
        check_host(room, host)
        if room.games.filter(status=Game.Status.RUNNING, is_open=True).exists():
            raise PlayedToTheEnd
        if not end_without_result(room, timezone.now()):
            raise NoGameIsRunning
        room.notice = notice(BROKEN_OFF)


def end_without_result(room: Room, now: datetime) -> bool:
    """Break off the room's game; whether one was running."""
    running = Game.objects.filter(room=room, status=Game.Status.RUNNING)
    end = {"status": Game.Status.BROKEN_OFF, "finished_at": now, "auto_bids": ""}
    return bool(running.update(**end, notify_at=now))
