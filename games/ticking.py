"""The loop that takes what is due; it runs beside the sockets or as a process of its own."""

import asyncio
import logging
import math
import time

from games.company import thinking_time
from games.engine.violations import RuleViolation
from games.refusals import Refused
from games.services import absence, clock, expiry, presence, reviewing
from games.services.clock import Question
from games.services.reviewing import Slice
from games.thinking import look_back, rest_from_reviews, think
from games.threads import in_thread
from games.writing import writer

TICK = 0.25
# What has no moment of its own is looked after every so many seconds.
CHORES = {presence.sit_in: 5.0, absence.relieve_hosts: 30.0, expiry.close_deserted: 60.0}
LOOK_FOR_REVIEWS = 1
log = logging.getLogger(__name__)


async def tick_for_ever() -> None:
    """Take what is due, again and again, whatever goes wrong."""
    await asyncio.gather(_answer_for_ever(), _review_for_ever())


async def _answer_for_ever() -> None:
    """Let bots answer, turns end and stand-ins sit down."""
    answers: set[asyncio.Task[None]] = set()
    done = dict.fromkeys(CHORES, -math.inf)
    while True:
        try:
            room = clock.MOST_AT_ONCE - len(answers)
            for question in await in_thread(clock.due_questions, None, room):
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
    """Let a bot decide and play it, unless somebody was faster.

    However short it thinks, its answer waits as long: the time tells nothing of the hand.
    """
    ready = asyncio.create_task(asyncio.sleep(thinking_time().total_seconds()))
    try:
        action = await think(question)
        await ready
        await writer.play(question.answered(action))
    except (Refused, RuleViolation):
        log.info("A bot's answer came too late.")
    except Exception:
        log.warning("A bot could not answer; the game is taken again later.", exc_info=True)


async def _review_for_ever() -> None:
    """Look back at the games that somebody asked about, one slice at a time in this process."""
    while True:
        try:
            while piece := await in_thread(reviewing.take):
                await _look_back(piece)
            rest_from_reviews()
        except Exception:
            log.warning("No review could be taken; trying again.", exc_info=True)
        await asyncio.sleep(LOOK_FOR_REVIEWS)


async def _look_back(piece: Slice) -> None:
    try:
        await in_thread(reviewing.store, piece, await look_back(piece.tasks))
    except Exception as error:
        log.warning("A part of a review failed; it is taken again later.", exc_info=True)
        await in_thread(reviewing.give_back, piece, repr(error))
