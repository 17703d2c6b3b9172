"""What our consumers share: a connection without a channel layer of its own."""

from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from games.live.socket_viewer import RESTART


class PlainConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A connection that hears of changes from the hub of its process."""

    channel_layer = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Run the connection; whatever ends it, a fault too, the hub forgets the viewer.

        Channels waits here for a channel layer as well, with a new task for each message.
        """
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self.forget()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler, without what Channels does for database connections before it."""
        handler = getattr(self, message["type"].replace(".", "_"), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    def forget(self) -> None:
        """The connection has ended."""
        raise NotImplementedError

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:  # noqa: ARG002
        raise StopConsumer

    async def service_restart(self, message: dict[str, Any]) -> None:  # noqa: ARG002
        """This process ends: on this code the page opens a socket to another one at once."""
        await self.close(code=RESTART)
