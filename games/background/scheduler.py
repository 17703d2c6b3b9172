"""The scheduler: three loops that take what is due, in `serve` (CLOCK=on) or in `manage.py clock`.

Theory of operation. Nothing that must happen later is kept in memory. It is a due time in the
database: `Game.due_at` (a bot's turn, an auto-bid, the end of a turn), `Review.due_at` (the next
slice of a review), `Game.notify_at` and `Delivery.due_at` (notifications), `Room.expires_at`,
`Room.rematch_due_at`, `Member.seen_at`. Any number of processes run this module and look for the
same rows; it does not matter which of them takes one.

What is taken, and under which lease:
- Games (`play.clock.due_questions`), every TICK seconds: the taker has a lease of LEASE seconds, in
  which the game is not due, and keeps it while it computes (`play.leases`). Its move names the
  version and the lease, so it is refused if the player was faster, came back or bought time, or if
  another process took the game meanwhile.
- Slices of reviews (`reviews.jobs.take`), one at a time in each process, in the same way with
  `jobs.LEASE`; after MOST_ATTEMPTS leases without an answer the review counts as failed.
- Notifications (`notifications.sending`, `notifications.mailing`), a batch at a time, each row
  under a lease of its own.
- Chores (CHORES) have no lease. Each process runs each of them at its interval; each is one or more
  short transactions that find nothing to do if another process has just run them.

What happens at the same time: up to `clock.MOST_AT_ONCE` answers are tasks of the event loop; bots
think in the processes of `pools`; queries run in the threads of `process.db_threads`; answers are
committed together with players' moves by `play.batching`. `answers` is used in the event loop's
thread only. Nothing is locked between two awaits, and no transaction is open while a bot thinks.

What a crash leaves: before the lease is committed, nothing. After it, a row that is due again when
the lease ends; another process then takes it. After the move is committed, the next due time is in
the same transaction. So an answer can be late by LEASE seconds, but it is never lost or played
twice. An error in one pass is logged, and the next pass tries again.

Draining (SIGTERM): all loops take nothing more and wake from their sleep at once. Answers that are
being computed get FINISH seconds; games without one are given back (due now), so that another
process takes them without waiting for the lease. A slice of a review is released at once. A batch
of notifications is sent to its end, which takes seconds.
`run_scheduler` returns when all of this is stored.
"""

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import Error
from django.utils import timezone

from games.accounts import password_limits
from games.background import cleanup, clock_skew, heartbeat
from games.background.pools import bot_action, review_answers, stop_review_worker
from games.daily import deals, settling
from games.engine.violations import RuleViolation
from games.notifications import deciding, mailing, sending
from games.open_tables import waiting
from games.play import clock, leases
from games.play.automation import thinking_time
from games.play.batching import writer
from games.play.clock import Question
from games.process.db_threads import in_thread
from games.process.draining import draining, is_draining
from games.ratings import counting
from games.reviews import jobs
from games.reviews.jobs import Slice
from games.rooms import absence, expiry, leaves, presence, rematch
from games.text.errors import Refused

TICK = 0.25
# Work without a due time of its own, and the seconds between two runs.
CHORES: dict[Callable[[], object], float] = {
    heartbeat.beat: 5.0,
    presence.add_stand_ins: 5.0,
    leaves.give_up_places: 5.0,
    rematch.tell_late: 2.0,
    counting.count_waiting: 1.0,
    waiting.offer_bots: 2.0,
    settling.settle_due: 2.0,
    deals.draw_ahead: 60.0,
    clock_skew.correct_times: 5.0,
    absence.relieve_hosts: 30.0,
    expiry.close_deserted: 60.0,
    cleanup.delete_unneeded: 300.0,
    password_limits.clear_old: 600.0,
}
LOOK_FOR_REVIEWS = 0.25
LOOK_FOR_NOTIFICATIONS = 1
# A process that drains lets its bots finish for so many seconds.
FINISH = 2.0
log = logging.getLogger(__name__)


async def run_scheduler() -> None:
    """Take what is due until the process drains; errors are logged and tried again."""
    await asyncio.gather(_play_due_games(), _make_reviews(), _send_notifications())


async def _play_due_games() -> None:
    """Play for bots, auto-bids and ended turns, and run the chores, until the process drains."""
    answers: dict[asyncio.Task[None], Question] = {}
    done = dict.fromkeys(CHORES, -math.inf)
    while not is_draining():
        try:
            await _take_due_games(answers)
            await _do_chores(done)
        except Exception:
            log.warning("What is due could not be taken; trying again.", exc_info=True)
        await draining.sleep(TICK)
    await _finish_or_give_back(answers)


async def _take_due_games(answers: dict[asyncio.Task[None], Question]) -> None:
    """Take games that are due, and start a task for each answer."""
    for question in await in_thread(_keep_and_take, list(answers.values())):
        task = asyncio.create_task(_answer(question))
        answers[task] = question
        task.add_done_callback(answers.pop)


def _keep_and_take(held: list[Question]) -> list[Question]:
    """Keep what is being answered, and take more; at one moment, so that nothing is taken twice."""
    now, asked = timezone.now(), Counter(question.host for question in held)
    leases.keep(held, now)
    return clock.due_questions(now, clock.MOST_AT_ONCE - len(held), asked)


async def _do_chores(done: dict[Callable[[], object], float]) -> None:
    """Run each chore whose interval is over; `done` is when each was last started."""
    for chore, seconds in CHORES.items():
        if time.monotonic() - done[chore] >= seconds:
            done[chore] = time.monotonic()
            await in_thread(chore)


async def _finish_or_give_back(answers: dict[asyncio.Task[None], Question]) -> None:
    """Give bots FINISH seconds to answer; then give the other games back."""
    if answers:
        await asyncio.wait(list(answers), timeout=FINISH)
    left = list(answers.values())
    for task in list(answers):
        task.cancel()
    try:
        await in_thread(leases.give_back, left)
    except Exception:
        log.warning("What was taken could not be given back; it is due again later.", exc_info=True)


async def _answer(question: Question) -> None:
    """Play the answer to a question; a move that came too late is refused and only logged.

    The answer comes after a random pause that does not depend on how long the bot thought, so that
    its speed tells nothing about its hand.
    """
    seconds = 0 if question.action else thinking_time().total_seconds()
    ready = asyncio.create_task(asyncio.sleep(seconds))
    try:
        action = await bot_action(question)
        await ready
        await writer.play(question.answered(action))
    except (Refused, RuleViolation):
        log.info("A bot's answer came too late.")
    except Exception:
        log.warning("A bot could not answer; the game is taken again later.", exc_info=True)


async def _make_reviews() -> None:
    """Compute the reviews that were asked for, one slice at a time, until the process drains."""
    while not is_draining():
        try:
            while not is_draining() and (piece := await in_thread(jobs.take)):
                await _make_slice(piece)
            stop_review_worker()
        except Exception:
            log.warning("No review could be taken; trying again.", exc_info=True)
        await draining.sleep(LOOK_FOR_REVIEWS)


async def _send_notifications() -> None:
    """Decide who has to be told something, and send what is due, until the process drains."""
    while not is_draining():
        taken = 0
        try:
            await in_thread(deciding.decide_due)
            taken = await sending.send_due() + await mailing.send_due()
        except Exception:
            log.warning("Notifications could not be sent; trying again.", exc_info=True)
        await draining.sleep(TICK if taken else LOOK_FOR_NOTIFICATIONS)


async def _make_slice(piece: Slice) -> None:
    """Compute and store a slice of a review; release it if draining begins meanwhile."""
    work = asyncio.ensure_future(review_answers(piece.tasks))
    try:
        await _keep_until_done(piece, work)
        if not work.done():
            work.cancel()
            await in_thread(jobs.release, piece)
            return
        await in_thread(jobs.store, piece, work.result())
    except Exception as error:
        log.warning("A part of a review failed; it is taken again later.", exc_info=True)
        await in_thread(jobs.give_back, piece, repr(error))


async def _keep_until_done(piece: Slice, work: asyncio.Future[Any]) -> None:
    """Wait for a slice, or until draining begins; keep its lease, though not for ever."""
    for _ in range(jobs.MOST_KEPT):
        await draining.wait_for(work, jobs.LEASE.total_seconds() / 2)
        if work.done() or is_draining():
            return
        with suppress(Error):  # it is kept the next time
            await in_thread(jobs.keep, piece)
    await draining.wait_for(work)
