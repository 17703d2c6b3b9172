"""The hub's heartbeat, when a test wants it and not some seconds later."""

from games.live.heartbeat import look_at_people, look_at_rooms
from games.live.hub import hub


async def heartbeat() -> None:
    """Both looks of the hub of this process, one after the other."""
    await look_at_people(hub)
    await look_at_rooms(hub)
