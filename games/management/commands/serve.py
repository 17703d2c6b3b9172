"""`manage.py serve`: the site on one port, by Daphne, with the scheduler beside it."""

import asyncio
import gc
import logging
import os
import socket
import sys
from typing import Any

from daphne.server import Server
from django.conf import settings
from django.core.management.base import BaseCommand
from twisted.internet import reactor
from twisted.logger import STDLibLogObserver, globalLogBeginner

from games.background.scheduler import run_scheduler
from games.process.systemd import notify_ready
from games.server import daphne_server
from games.server.shutdown import drain_on_stop_signal
from games.text.numbers import whole_number

REACTOR: Any = reactor


class Command(BaseCommand):
    help = "Run the game at http://localhost:PORT (8000, if PORT is not set)."

    def handle(self, *args: Any, **options: Any) -> None:
        port, host = chosen_port(), os.environ.get("HOST", "0.0.0.0")  # noqa: S104
        log_everything()
        if settings.LOG_FORMAT == "text":
            self._greet(port)
        daphne_server.run(host, port, begin)

    def _greet(self, port: str) -> None:
        self.stdout.write(f"High Society is at http://localhost:{port}")
        if address := lan_address():
            self.stdout.write(f"On your network share  http://{address}:{port}")
        self.stdout.flush()


def chosen_port() -> str:
    """The value of PORT, 8000 if it is not set; exits with a sentence if it is no port."""
    port = os.environ.get("PORT", "8000")
    if not 0 < (whole_number(port) or 0) < 65_536:
        sys.exit(f"PORT must be a number from 1 to 65535, not “{port}”.")
    return port


def log_everything() -> None:
    """Send Twisted's log and Python's warnings to our log, in its format and masked."""
    logging.captureWarnings(True)
    observer: Any = STDLibLogObserver()
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False)


def spare_the_collector() -> None:
    """Let the garbage collector look less often, and never at what was loaded at the start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def begin(server: Server) -> None:
    """Start what runs beside Daphne, now that its reactor runs."""
    spare_the_collector()
    notify_ready()
    drain_on_stop_signal(server, start_clock() if settings.CLOCK == "on" else None)


def start_clock() -> asyncio.Task[None]:
    """Start the scheduler in this process; its task."""
    clock = asyncio.get_running_loop().create_task(run_scheduler())
    REACTOR.addSystemEventTrigger("before", "shutdown", clock.cancel)
    return clock


def lan_address() -> str:
    """This machine's address on the local network, “” if it has none; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
