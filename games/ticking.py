"""The loop that takes what is due; it runs beside the sockets or as a process of its own."""

import asyncio
import logging
import time

from games.engine.violations import RuleViolation
from games.refusals import Refused
from games.services import clock, presence
from games.services.clock import Question
from games.thinking import think
from games.threads import in_thread
from games.writing import writer

TICK = 0.25
LOOK_FOR_ABSENT = 5
log = logging.getLogger(__name__)


async def tick_for_ever() -> None:
    """Take what is due, again and again, whatever goes wrong."""
    answers: set[asyncio.Task[None]] = set()
    looked = 0.0
    while True:
        try:
            for question in await in_thread(clock.due_questions):
                task = asyncio.create_task(_answer(question))
                answers.add(task)
                task.add_done_callback(answers.discard)
            if time.monotonic() - looked >= LOOK_FOR_ABSENT:
                looked = time.monotonic()
                await in_thread(presence.sit_in)
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
