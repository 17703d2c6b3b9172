"""`manage.py serve`: the game on one port, by Daphne."""

import asyncio
import os
import socket
import sys
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.ws_protocol import WebSocketFactory
from django.conf import settings
from django.core.management.base import BaseCommand
from twisted.internet import reactor

from games.backpressure import BoundedSocket
from games.ticking import tick_for_ever

# Autobahn holds what we send to the same limit as what we get; a whole room must fit in.
LONGEST_PUSH = "65536"
REACTOR: Any = reactor


class Command(BaseCommand):
    help = "Run the game at http://localhost:PORT (8000, if PORT is not set)."

    def handle(self, *args: Any, **options: Any) -> None:
        port = os.environ.get("PORT", "8000")
        host = os.environ.get("HOST", "0.0.0.0")  # noqa: S104
        if not port.isdecimal() or not 0 < int(port) < 65_536:
            sys.exit(f"PORT must be a number from 1 to 65535, not “{port}”.")
        self.stdout.write(f"High Society is at http://localhost:{port}")
        if address := lan_address():
            self.stdout.write(f"On your network share  http://{address}:{port}")
        self.stdout.flush()
        WebSocketFactory.protocol = BoundedSocket
        if settings.CLOCK == "on":
            REACTOR.callLater(0, start_clock)
        CommandLineInterface().run(
            [
                *("-b", host, "-p", port),
                *("--websocket_timeout", "-1", "--ping-interval", "20"),
                *("--websocket-max-message-size", LONGEST_PUSH),
                *("--websocket-max-frame-size", LONGEST_PUSH),
                *("-v", "0", "highsociety_site.asgi:application"),
            ]
        )


def start_clock() -> None:
    """Daphne tells nobody that it starts: the clock is started from its reactor."""
    clock = asyncio.get_running_loop().create_task(tick_for_ever())
    REACTOR.addSystemEventTrigger("before", "shutdown", clock.cancel)


def lan_address() -> str:
    """This machine's address on the local network, as far as it knows; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
