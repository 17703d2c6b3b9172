"""Reviews of finished games: stored once, computed slice by slice by any process that has time.

A review that was asked for is due until its last slice is stored. A process takes the next slice
under a lease: it writes a new token into `lease` and sets `due_at` to LEASE from now. The answers
are stored only if the token is still there and no other slice was stored meanwhile, so a slice
counts once. A process that is slow keeps its lease, for MOST_KEPT halves of one. After a crash the
slice is due again when `due_at` has passed; MOST_ATTEMPTS in a row without an answer make the
review a failed one, which can be asked for again.

While two versions run, one of them may make reviews in a format that the other does not know yet.
The older one leaves these alone: it neither computes nor replaces them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from secrets import token_hex

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from games.models import Game, NotificationKind, Player, Review
from games.models.locking import skip_locked
from games.play.outbox import tell
from games.play.stored_records import record_of
from games.reviews.analysis.report import (
    FORMAT,
    READABLE,
    Answer,
    Task,
    fits,
    put_together,
    report_dict,
    tasks_of,
)
from games.text.errors import Busy, NotPlayedToTheEnd, TooManyReviews

LEASE = timedelta(seconds=30)
PAUSE = timedelta(seconds=2)
MOST_KEPT = 20
SLICE = 4  # the tasks of a slice have this size together, so that others have their turn soon
FIRST = 2  # the size of a review's first slice: who waits has something to read at once
MOST_ATTEMPTS = 3
MOST_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Slice:
    """The next few tasks of a review, from number `start` on."""

    review_id: int
    start: int
    lease: str
    tasks: tuple[Task, ...]


def review_of(game: Game) -> Review | None:
    """The review of a game in the present format, whatever its state, or one that was done in an
    earlier format that can be read; None if nobody asked."""
    return _made().filter(game=game).first()


def _made() -> QuerySet[Review]:
    is_readable = Q(state=Review.State.DONE, format__in=READABLE)
    return Review.objects.filter(Q(format=FORMAT) | is_readable)


def ask(game: Game, player: Player | None = None) -> Review:
    """The review of a finished game, in the making if there is none yet or the last try failed.

    TooManyReviews for who already has as many in the making as one person may, Busy if a newer
    version of the site, which runs beside this one, has made the review.
    """
    if game.status != Game.Status.FINISHED:
        raise NotPlayedToTheEnd
    made = _made().filter(game=game).exclude(state=Review.State.FAILED)
    if (review := made.first()) is not None:
        return review
    if Review.objects.filter(game=game, format__gt=FORMAT).exists():
        raise Busy
    total = len(_tasks(game))
    with transaction.atomic():
        if player is not None:
            _check_waiting(player)
        return _begin(game, player, total)


def _check_waiting(player: Player) -> None:
    Player.objects.select_for_update().get(pk=player.pk)  # several asked for at once
    waiting = Review.objects.filter(asked_by=player, state=Review.State.ASKED).count()
    if waiting >= settings.MOST_REVIEWS:
        raise TooManyReviews(count=waiting)


def _begin(game: Game, player: Player | None, total: int) -> Review:
    new = {"format": FORMAT, "total": total, "asked_by": player}
    review, _ = Review.objects.get_or_create(game=game, defaults=new)
    again = {
        "attempts": 0,
        "error": "",
        "due_at": timezone.now(),
        "state": Review.State.ASKED,
        "asked_by": player,
    }
    anew = {"format": FORMAT, "total": total, "done": 0, "answers": [], "report": None}
    same = Review.objects.filter(pk=review.pk)
    same.filter(format__lt=FORMAT).update(**again, **anew)
    same.filter(state=Review.State.FAILED).update(**again)
    review.refresh_from_db()
    return review


def take(now: datetime | None = None) -> Slice | None:
    """The next slice that is due, under a lease; None if there is none."""
    now = now or timezone.now()
    if not _due(now).exists():
        return None
    with transaction.atomic():
        review = _next(now)
        if review is None:
            return None
        if review.attempts >= MOST_ATTEMPTS:
            _fail(review)
            return None
        if review.format != FORMAT:
            _begin_anew(review)
        review.attempts, review.due_at = review.attempts + 1, now + LEASE
        review.lease = token_hex(16)
        review.save()
    return _slice(review)


def store(piece: Slice, answers: Sequence[Answer]) -> bool:
    """Store the answers to a slice; False if its lease has ended."""
    review = _held(piece).first()
    if review is None:
        return False
    found = [*review.answers, *answers]
    changes = {"answers": found, "done": len(found), "attempts": 0, "error": "", "lease": ""}
    ending = _ending(review, found)
    with transaction.atomic():
        is_stored = bool(_held(piece).update(**changes | ending))
        if is_stored and ending.get("state") == Review.State.DONE:
            tell(NotificationKind.REVIEW, [review.asked_by_id], review.game)
    return is_stored


def keep(piece: Slice) -> None:
    """Extend the lease of a slice that is still being computed."""
    _held(piece).update(due_at=timezone.now() + LEASE)


def give_back(piece: Slice, error: str) -> None:
    """Let a slice that failed be taken again in a moment."""
    _held(piece).update(due_at=timezone.now() + PAUSE, error=error[:200], lease="")


def release(piece: Slice) -> None:
    """Let another process take the slice at once, without counting an attempt."""
    _held(piece).update(due_at=timezone.now(), attempts=F("attempts") - 1, lease="")


def _ending(review: Review, answers: list[Answer]) -> dict[str, object]:
    """What else changes: when the next slice is due, or that there is none and the report."""
    now = timezone.now()
    if len(answers) < review.total:
        return {"due_at": now}
    report = put_together(record_of(review.game), answers)
    return {
        "state": Review.State.DONE,
        "report": report_dict(report),
        "answers": [],
        "due_at": None,
        "finished_at": now,
    }


def _begin_anew(review: Review) -> None:
    """Drop the answers that a process of another version has found."""
    review.format, review.total = FORMAT, len(_tasks(review.game))
    review.done, review.answers = 0, []


def _fail(review: Review) -> None:
    review.state, review.due_at = Review.State.FAILED, None
    review.save(update_fields=["state", "due_at"])


def _slice(review: Review) -> Slice:
    """The next tasks; all of them again if a process of another version has answered some."""
    tasks = _tasks(review.game)
    if not fits(review.answers, tasks):
        review.done, review.answers = 0, []
        same = Review.objects.filter(pk=review.pk, lease=review.lease)
        same.update(done=0, answers=[])
    left = tasks[review.done :]
    sizes, most = accumulate(task.size for task in left), SLICE if review.done else FIRST
    tasks = tuple(task for task, size in zip(left, sizes, strict=True) if size <= most)
    return Slice(review.pk, review.done, review.lease, tasks)


def _tasks(game: Game) -> tuple[Task, ...]:
    return tasks_of(record_of(game), game.code, settings.REVIEW_LOTS)


def _held(piece: Slice) -> QuerySet[Review]:
    """The review, as long as the lease of this slice holds."""
    return Review.objects.filter(
        pk=piece.review_id, state=Review.State.ASKED, lease=piece.lease, done=piece.start
    )


def _due(now: datetime) -> QuerySet[Review]:
    """Reviews in the making of which a slice can be taken."""
    return Review.objects.filter(due_at__lte=now, format__lte=FORMAT)


def _next(now: datetime) -> Review | None:
    """The first that nobody else is about to take.

    Of each person only the review asked for first is in turn; of these comes first whose last
    slice, or whose asking, is longest ago. However many somebody asks for, others go on.
    """
    place = Window(RowNumber(), partition_by=F("asked_by"), order_by=("asked_at", "pk"))
    turn = _due(now).annotate(place=place).order_by("place", "due_at", "pk")
    numbers = list(turn.values_list("pk", flat=True)[:MOST_LOOKED_AT])
    claims = (skip_locked(_due(now).filter(pk=number)).first() for number in numbers)
    return next((review for review in claims if review is not None), None)
