"""Takes letters that are due and sends them by SMTP, outside of transactions, in its own threads.

A letter is taken under a lease like a push message (see `sending`). After a crash between the
sending and the storing of it, it is sent again with the same Message-ID, by which mailboxes know it
again. At most AT_THE_SAME_TIME letters are on their way, each for EMAIL_TIMEOUT seconds; threads of
their own, so that a mail server that hangs keeps no query waiting.
"""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from secrets import token_hex
from smtplib import SMTPRecipientsRefused

from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Letter
from games.models.locking import skip_locked
from games.notifications.deciding import BROKEN_OFF
from games.notifications.letter_queue import write_digest
from games.notifications.letters import letter_for
from games.notifications.sending import MOST_ATTEMPTS, pause_after
from games.process import metrics
from games.process.db_threads import in_thread

MOST_AT_ONCE, AT_THE_SAME_TIME = 10, 2
LEASE = timedelta(minutes=2)
MOST_AGE = timedelta(days=2)  # a digest waits for a day
Outcome = tuple[Letter, int]

log = logging.getLogger(__name__)
_threads = ThreadPoolExecutor(AT_THE_SAME_TIME, thread_name_prefix="mail")


async def send_due() -> int:
    """Send a batch of letters that are due; how many were taken."""
    taken = await in_thread(take)
    if not taken:
        return 0
    loop = asyncio.get_running_loop()
    ready = await in_thread(_ready, taken)
    outcomes = await asyncio.gather(
        *(loop.run_in_executor(_threads, _send, letter, mail) for letter, mail in ready)
    )
    await in_thread(store, outcomes)
    return len(taken)


def take(now: datetime | None = None) -> list[Letter]:
    """Letters that are due, each given to one taker only."""
    now = now or timezone.now()
    due = Letter.objects.filter(due_at__lte=now).order_by("due_at")
    if not due.exists():
        return []
    with transaction.atomic():
        related = ("address__player__user", "game__room__host")
        rows = list(skip_locked(due.select_related(*related))[:MOST_AT_ONCE])
        for row in rows:
            row.lease, row.due_at, row.attempts = token_hex(16), now + LEASE, row.attempts + 1
        Letter.objects.bulk_update(rows, ["lease", "due_at", "attempts"])
    return rows


def _ready(rows: Sequence[Letter]) -> list[tuple[Letter, EmailMultiAlternatives]]:
    """The letters that are still to be sent; others are dropped."""
    found = []
    for row in rows:
        try:
            mail = letter_for(row) if _is_young(row) else None
        except BROKEN_OFF as error:
            log.warning("A letter is made again when its lease ends: %r", error)
            continue
        except Exception:
            log.exception("A letter cannot be made.")
            mail = None
        if mail is None:
            _held(row).delete()
        else:
            found.append((row, mail))
    return found


def _is_young(row: Letter) -> bool:
    return row.attempts <= MOST_ATTEMPTS and timezone.now() - row.created_at < MOST_AGE


def _send(letter: Letter, mail: EmailMultiAlternatives) -> Outcome:
    """The letter, and a status like that of HTTP."""
    try:
        mail.send()
    except SMTPRecipientsRefused as refusal:
        is_for_good = all(code >= 500 for code, _ in refusal.recipients.values())
        return letter, 410 if is_for_good else 503
    except OSError as error:
        log.warning("The mail server did not take a letter: %s", type(error).__name__)
        return letter, 503
    except Exception:
        log.exception("A letter cannot be sent.")
        return letter, 410
    return letter, 200


def store(outcomes: Sequence[Outcome]) -> None:
    """Store what came of a batch."""
    with transaction.atomic():
        for letter, status in outcomes:
            metrics.notified(f"mail-{letter.kind}", status)
            _store(letter, status)


def _store(letter: Letter, status: int) -> None:
    now = timezone.now()
    if status == 200:
        _held(letter).update(sent_at=now, due_at=None, lease="")
        if letter.kind == Letter.Kind.DIGEST:
            write_digest(letter.address, now)
    elif status == 410:
        _held(letter).delete()
    else:
        later = now + timedelta(seconds=pause_after(letter.attempts))
        _held(letter).update(due_at=later, lease="")


def _held(letter: Letter) -> QuerySet[Letter]:
    return Letter.objects.filter(pk=letter.pk, lease=letter.lease)
