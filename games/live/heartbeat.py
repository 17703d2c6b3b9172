"""Every HEARTBEAT seconds: store who is connected here, and repair what messages have missed.

Two loops, each its own task of the event loop. With many rooms to refresh on a busy machine the
look at rooms takes long, and meanwhile nobody may count as absent who is connected: so the look at
people does not wait for it. What a look fails to do, because the database does not answer, the next
one does: both compare with what is stored, and neither remembers what it did last time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from django.conf import settings

from games.accounts import session
from games.live.connections import Connections
from games.process.db_threads import in_thread
from games.rooms import lookup, presence
from games.screens import CloseReason

Look = Callable[[Connections], Awaitable[None]]
log = logging.getLogger(__name__)


async def at_every_heartbeat(look: Look, connections: Connections) -> None:
    """Look every few seconds, whatever goes wrong; ends only with its task."""
    while True:
        await asyncio.sleep(settings.HEARTBEAT)
        try:
            await look(connections)
        except Exception:
            log.warning("The database did not answer; trying again.", exc_info=True)


async def look_at_people(connections: Connections) -> None:
    """Disconnect who has logged out, and store that the others are present."""
    everybody = connections.everybody()
    logins = await in_thread(session.logins_of, {viewer.player_id for viewer in everybody})
    for viewer in everybody:
        if viewer.has_logged_out(logins.get(viewer.player_id)):
            connections.dismiss(viewer, CloseReason.LOGGED_OUT)
    members = [viewer.member_id for viewer in connections.everybody() if viewer.member_id]
    await in_thread(_store_presence, members)


async def look_at_rooms(connections: Connections) -> None:
    """Refresh the viewers whose page shows something else than what is stored.

    A room that cannot be loaded keeps no other room waiting.
    """
    for room_id, stored, absent in await in_thread(_stored_states, list(connections.viewers)):
        late = [
            viewer
            for viewer in connections.in_room(room_id)
            if viewer.seen_state[:3] != stored or viewer.absent != absent
        ]
        try:
            await connections.refresh(late)
        except Exception:
            log.warning("A room could not be refreshed; trying again.", exc_info=True)


def _store_presence(members: list[int]) -> None:
    presence.mark_seen(members)
    presence.remove_stand_ins_of(members)


def _stored_states(rooms: list[int]) -> list[tuple[int, tuple[int, int, int], frozenset[int]]]:
    """For each room its changes, game and version, and which players are absent."""
    absent = presence.absent_in(rooms)
    return [(room_id, state, absent[room_id]) for room_id, state in lookup.pulse_of(rooms)]
