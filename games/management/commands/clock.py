"""`manage.py clock`: the scheduler in a process of its own; the others serve with CLOCK=off."""

import asyncio
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from games.background.scheduler import run_scheduler
from games.process.draining import draining, kill_children, on_sigterm
from games.process.systemd import notify_ready


class Command(BaseCommand):
    help = "Let bots answer, turns end and stand-ins sit down; any number of these may run."

    def handle(self, *args: Any, **options: Any) -> None:
        with suppress(KeyboardInterrupt):
            asyncio.run(run_until_sigterm())
        kill_children()


async def run_until_sigterm() -> None:
    """Run the scheduler until SIGTERM; returns when what was taken is done or given back."""
    on_sigterm(draining.begin)
    notify_ready()
    await run_scheduler()
