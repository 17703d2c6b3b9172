"""The yardstick: Channels on Daphne sending 8 kB to a room's four sockets, and nothing else.

No database, no sessions, no game: what is left is the price of the socket and the channel layer.
"""

import sys
from typing import Any

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from daphne.cli import CommandLineInterface
from django.conf import settings

PAYLOAD = "<p>High Society</p>".ljust(8_192, ".")
LONGEST_PUSH = "65536"


class RawConsumer(AsyncWebsocketConsumer):
    """Whatever comes in, everybody in the room gets the same 8 kB."""

    async def connect(self) -> None:
        self.group = self.scope["path"].strip("/").replace("/", ".")
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:  # noqa: ARG002
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str = "", bytes_data: bytes = b"") -> None:  # noqa: ARG002
        await self.channel_layer.group_send(self.group, {"type": "table.changed", "html": PAYLOAD})

    async def table_changed(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["html"])


application = RawConsumer.as_asgi()


def main() -> None:
    """Serve with the options that `manage.py serve` gives to Daphne."""
    layer = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    settings.configure(CHANNEL_LAYERS={"default": layer}, INSTALLED_APPS=["channels"])
    django.setup()
    CommandLineInterface().run(
        [
            *("-b", "127.0.0.1", "-p", sys.argv[1]),
            *("--websocket_timeout", "-1", "--ping-interval", "20"),
            *("--websocket-max-message-size", LONGEST_PUSH),
            *("--websocket-max-frame-size", LONGEST_PUSH),
            *("-v", "0", "script.tools.load.raw_channels:application"),
        ]
    )


if __name__ == "__main__":
    main()
