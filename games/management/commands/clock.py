"""`manage.py clock`: the scheduler in a process of its own; the others serve with CLOCK=off."""

import asyncio
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from games.background.scheduler import run_scheduler
from games.process.draining import draining, kill_children, on_stop_signal
from games.process.systemd import notify_ready


class Command(BaseCommand):
    help = "Let bots answer, turns end and stand-ins sit down; any number of these may run."

    def handle(self, *args: Any, **options: Any) -> None:
        with suppress(KeyboardInterrupt):
            asyncio.run(run_until_stopped())
        kill_children()


async def run_until_stopped() -> None:
    """Run the scheduler until SIGTERM or SIGINT, and until what it took is done or given back."""
    on_stop_signal(draining.begin)
    notify_ready()
    await run_scheduler()
