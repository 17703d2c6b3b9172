"""Announcements of other processes, by the channel layer (Redis).

The layer may be away, slow, or lose messages. Nothing depends on it: a process that hears nothing
finds the changes in the database at its next heartbeat.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from channels.layers import get_channel_layer

from games.play import announcements

SUBSCRIBING = 5
log = logging.getLogger(__name__)


async def listen(take: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
    """Give each message to `take`; after a fault subscribe again. Ends only with its task."""
    while True:
        layer = get_channel_layer()
        try:
            async with asyncio.timeout(SUBSCRIBING):
                channel = await layer.new_channel()
                await layer.group_add(announcements.GROUP, channel)
            while True:
                await take(await layer.receive(channel))
        except Exception as error:
            log.warning("The channel layer is away; trying again: %r", error)
            await _start_afresh(layer)
            await asyncio.sleep(1)


async def _start_afresh(layer: Any) -> None:
    """Else messages would pile up for channels that nobody listens to any more."""
    with suppress(Exception):
        async with asyncio.timeout(SUBSCRIBING):
            await layer.flush()
