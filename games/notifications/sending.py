"""Takes what is due and sends it: each row to one browser, under a lease, outside of transactions.

How it works
------------
What is to be sent is a `Delivery`: one row for each browser, with a due time. It was written in the
transaction that made it true (`play.outbox`; `deciding` for turns), so a crash after a move
loses none. Rows hold ids only; what a message says, and whether it is still true, is worked out
when it is sent, so that a message that waited for an hour does not tell of a turn that is over.

Any number of processes look for due rows. A taker locks the rows it takes (SKIP LOCKED; SQLite has
one writer), writes a new token into `lease`, sets `due_at` to LEASE from now and commits. Nothing
is locked and no transaction is open while a push service is talked to: a move waits for none of
this. Answers of one batch are stored together, each only if its lease still holds.

Why nothing is shown twice: the unique constraint lets the same turn be written once for a browser;
a row is taken by one process; a row with an answer is not due again, except after an answer that
says that nothing was delivered (429, 5xx, no connection). A request that gets no answer in time is
the one case in which nobody can know. It is sent again, as a lost turn is worse, with the same `id`
and the same `Topic`: the push service replaces a message that still waits there (RFC 8030, 5.4),
and the service worker does not show an id again that it has shown.

What a crash leaves: before the lease is committed, a row that is due. After it, a row that is due
again when the lease ends; if it had been sent, the same `id` makes the second one invisible.

What is bounded: MOST_AT_ONCE rows are in memory, AT_THE_SAME_TIME requests are open, each for
`push_service.SECONDS`. A push service that does not answer, or is overloaded, rests: its rows are
not taken for a while (`Resting`, in memory: to lose it costs a few requests), so those of others do
not wait behind them. A browser gets LIMIT_PUSH messages; the rest wait. After MOST_ATTEMPTS, or
MOST_AGE after it was written, a message is given up. 404 and 410 say that a subscription is no
more: it is deleted; so is one that was refused MOST_FAILURES times in a row.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from secrets import token_hex

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.accounts import limits
from games.models import Delivery, PushSubscription
from games.models.locking import skip_locked
from games.notifications import push_service
from games.notifications.deciding import BROKEN_OFF
from games.notifications.endpoints import BadEndpoint
from games.notifications.messages import message_for
from games.notifications.push_service import Answer, Message
from games.notifications.resting import Resting
from games.process import metrics
from games.process.db_threads import in_thread
from games.text.errors import TooFast

MOST_AT_ONCE, AT_THE_SAME_TIME = 40, 20
LEASE = timedelta(seconds=60)
MOST_ATTEMPTS, FIRST_PAUSE, LONGEST_PAUSE = 6, 30, 3_600
MOST_AGE = timedelta(days=1)
MOST_FAILURES = 20
GONE, OVERLOADED = frozenset({404, 410}), frozenset({408, 425, 429})
# Nothing can be withdrawn or told twice about these: their rows end with the sending.
ENDS_WITH_SENDING = (Delivery.Kind.OVER, Delivery.Kind.TEST)
NO_ANSWER, NOT_TRIED = Answer(0), Answer(-1)
Outcome = tuple[Delivery, Answer]

log = logging.getLogger(__name__)
resting = Resting()


async def send_due() -> int:
    """Send a batch of what is due; how many rows were taken."""
    taken = await in_thread(take, None, resting.origins())
    if not taken:
        return 0
    gate = asyncio.Semaphore(AT_THE_SAME_TIME)
    ready = await in_thread(_messages, taken)
    outcomes = await asyncio.gather(*(_send(gate, row, message) for row, message in ready))
    await in_thread(store, outcomes)
    return len(taken)


def take(now: datetime | None = None, resting: Sequence[str] = ()) -> list[Delivery]:
    """Rows that are due, each given to one taker only; not those of services that rest."""
    now = now or timezone.now()
    due = Delivery.objects.filter(due_at__lte=now).exclude(subscription__origin__in=resting)
    if not due.exists():
        return []
    with transaction.atomic():
        related = ("subscription__device__player__user", "game__room__host")
        rows = list(skip_locked(due.order_by("due_at").select_related(*related))[:MOST_AT_ONCE])
        for row in rows:
            row.lease, row.due_at, row.attempts = token_hex(16), now + LEASE, row.attempts + 1
        Delivery.objects.bulk_update(rows, ["lease", "due_at", "attempts"])
    return rows


def _messages(rows: Sequence[Delivery]) -> list[tuple[Delivery, Message]]:
    """The rows that are still to be sent, encrypted; others are dropped or put off."""
    found = []
    for row in rows:
        try:
            is_wanted = _is_young(row) and not _is_pestering(row)
            message = message_for(row, timezone.now()) if is_wanted else None
            if message is None:
                _held(row).delete()
                continue
            limits.check("push", row.subscription_id)
            found.append((row, message))
        except TooFast as refusal:
            _put_off(row, int(str(refusal.facts["seconds"])), attempts=row.attempts - 1)
        except BROKEN_OFF as error:
            log.warning("A notification is made again when its lease ends: %r", error)
        except Exception:
            log.exception("A notification cannot be made.")
            _held(row).delete()
    return found


def _is_young(row: Delivery) -> bool:
    return row.attempts <= MOST_ATTEMPTS and timezone.now() - row.created_at < MOST_AGE


def _is_pestering(row: Delivery) -> bool:
    """Whether it tells of one more invitation than a browser is told of, whoever invites.

    Somebody who was blocked can come back and invite as one guest after another.
    """
    if row.kind != Delivery.Kind.INVITE or row.attempts > 1:
        return False
    try:
        limits.check("invited", row.subscription_id)
    except TooFast:
        return True
    return False


async def _send(gate: asyncio.Semaphore, row: Delivery, message: Message) -> Outcome:
    """The row with the answer; NO_ANSWER if there was none or it was rubbish."""
    async with gate:
        origin = message.endpoint.origin
        if origin in resting.origins():
            return row, NOT_TRIED
        try:
            answer = await push_service.post(message)
        except BadEndpoint:
            return row, Answer(410)
        except (OSError, TimeoutError, ValueError) as error:
            log.info("A push service did not answer: %r", error)
            resting.failed(origin)
            return row, NO_ANSWER
        resting.answered(origin, answer)
        return row, answer


def store(outcomes: Sequence[Outcome]) -> None:
    """Store what came of a batch; an outcome whose lease has ended changes nothing."""
    with transaction.atomic():
        for row, answer in outcomes:
            _store(row, answer)


def _store(row: Delivery, answer: Answer) -> None:
    metrics.notified(row.kind, answer.status)
    if answer is NOT_TRIED:
        _put_off(row, FIRST_PAUSE, attempts=row.attempts - 1)
    elif answer.status in GONE:
        PushSubscription.objects.filter(pk=row.subscription_id).delete()
    elif 200 <= answer.status < 300:
        _sent(row)
    elif answer is NO_ANSWER or answer.status in OVERLOADED or answer.status >= 500:
        _put_off(row, answer.retry_after or pause_after(row.attempts))
    else:
        _refused(row)


def _sent(row: Delivery) -> None:
    if row.kind in ENDS_WITH_SENDING:
        _held(row).delete()
    else:
        _held(row).update(sent_at=timezone.now(), due_at=None, lease="")
    if row.subscription.failures:
        PushSubscription.objects.filter(pk=row.subscription_id).update(failures=0)


def _refused(row: Delivery) -> None:
    """The push service does not want this message; it may take the next one."""
    _held(row).delete()
    mine = PushSubscription.objects.filter(pk=row.subscription_id)
    mine.update(failures=F("failures") + 1)
    mine.filter(failures__gte=MOST_FAILURES).delete()


def _put_off(row: Delivery, seconds: int, attempts: int | None = None) -> None:
    later = timezone.now() + timedelta(seconds=max(1, seconds))
    counted = row.attempts if attempts is None else attempts
    _held(row).update(due_at=later, lease="", attempts=counted)


def pause_after(attempts: int) -> int:
    """How many seconds to wait after so many attempts."""
    return min(LONGEST_PAUSE, FIRST_PAUSE << 2 * max(0, attempts - 1))


def _held(row: Delivery) -> QuerySet[Delivery]:
    """The row, as long as this process's lease holds."""
    return Delivery.objects.filter(pk=row.pk, lease=row.lease)
