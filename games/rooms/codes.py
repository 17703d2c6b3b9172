"""Codes by which people find a room."""

from games.models import Room, new_room_code


def free_code() -> str:
    """A code that no open room has: there are only 32^6 of them, so one may be drawn twice."""
    while Room.objects.filter(code=(code := new_room_code()), closed_at=None).exists():
        pass
    return code
