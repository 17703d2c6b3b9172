"""`manage.py clock`: what is due, in a process of its own; the others serve with CLOCK=off."""

import asyncio
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from games.ticking import tick_for_ever


class Command(BaseCommand):
    help = "Let bots answer, turns end and stand-ins sit down; any number of these may run."

    def handle(self, *args: Any, **options: Any) -> None:
        with suppress(KeyboardInterrupt):
            asyncio.run(tick_for_ever())
