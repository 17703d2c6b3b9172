"""The loop that takes what is due; it runs beside the sockets or as a process of its own."""

import asyncio
import logging
import math
import time

from games.engine.violations import RuleViolation
from games.refusals import Refused
from games.services import clock, expiry, presence
from games.services.clock import Question
from games.thinking import think
from games.threads import in_thread
from games.writing import writer

TICK = 0.25
# What has no moment of its own is looked after every so many seconds.
CHORES = {presence.sit_in: 5.0, expiry.close_deserted: 60.0}
log = logging.getLogger(__name__)


async def tick_for_ever() -> None:
    """Take what is due, again and again, whatever goes wrong."""
    answers: set[asyncio.Task[None]] = set()
    done = dict.fromkeys(CHORES, -math.inf)
    while True:
        try:
            for question in await in_thread(clock.due_questions):
                task = asyncio.create_task(_answer(question))
                answers.add(task)
                task.add_done_callback(answers.discard)
            for chore, seconds in CHORES.items():
                if time.monotonic() - done[chore] >= seconds:
                    done[chore] = time.monotonic()
                    await in_thread(chore)
        except Exception:
            log.warning("What is due could not be taken; trying again.", exc_info=True)
        await asyncio.sleep(TICK)


async def _answer(question: Question) -> None:
    """Let a bot decide and play it, unless somebody was faster."""
    try:
        await writer.play(question.answered(await think(question)))
    except (Refused, RuleViolation):
        log.info("A bot's answer came too late.")
    except Exception:
        log.warning("A bot could not answer; the game is taken again later.", exc_info=True)
