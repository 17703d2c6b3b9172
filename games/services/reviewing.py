"""Reviews: asked for once, taken slice by slice under a lease by whoever is awake."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game, Review
from games.refusals import NotPlayedToTheEnd
from games.review.report import FORMAT, Answer, Task, put_together, report_dict, tasks_of
from games.selectors import record_of

# Who has taken a slice answers for it so long; if they are gone, somebody else takes it.
LEASE = timedelta(seconds=30)
PAUSE = timedelta(seconds=2)
SLICE = 4
MOST_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Slice:
    """The next few tasks of a review, from number `start` on."""

    review_id: int
    start: int
    lease: datetime
    tasks: tuple[Task, ...]


def ask(game: Game) -> Review:
    """The review of a finished game, in the making if there is none yet or the last try failed."""
    if game.status != Game.Status.FINISHED:
        raise NotPlayedToTheEnd
    review, _ = Review.objects.get_or_create(
        game=game, defaults={"format": FORMAT, "total": len(_tasks(game))}
    )
    again = {"attempts": 0, "error": "", "due_at": timezone.now(), "state": Review.State.ASKED}
    anew = {"format": FORMAT, "total": review.total, "done": 0, "answers": [], "report": None}
    same = Review.objects.filter(pk=review.pk)
    same.exclude(format=FORMAT).update(**again, **anew)
    same.filter(state=Review.State.FAILED).update(**again)
    review.refresh_from_db()
    return review


def take(now: datetime | None = None) -> Slice | None:
    """The next slice that is due, given to one taker only; None when there is nothing to do."""
    now = now or timezone.now()
    if not _due(now).exists():
        return None
    with transaction.atomic():
        review = _unclaimed(_due(now)).first()
        if review is None:
            return None
        if review.attempts >= MOST_ATTEMPTS:
            _fail(review)
            return None
        review.attempts, review.due_at = review.attempts + 1, now + LEASE
        review.save(update_fields=["attempts", "due_at"])
    return _slice(review)


def store(piece: Slice, answers: Sequence[Answer]) -> bool:
    """Keep the answers to a slice; False where somebody else has taken it meanwhile."""
    review = _held(piece).first()
    if review is None:
        return False
    found = [*review.answers, *answers]
    changes = {"answers": found, "done": len(found), "attempts": 0, "error": ""}
    return bool(_held(piece).update(**changes | _ending(review, found)))


def give_back(piece: Slice, error: str) -> None:
    """The slice could not be thought out: soon somebody may try it again, a few times."""
    _held(piece).update(due_at=timezone.now() + PAUSE, error=error[:200])


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


def _fail(review: Review) -> None:
    review.state, review.due_at = Review.State.FAILED, None
    review.save(update_fields=["state", "due_at"])


def _slice(review: Review) -> Slice:
    tasks = _tasks(review.game)[review.done : review.done + SLICE]
    lease = review.due_at or timezone.now()
    return Slice(review.pk, review.done, lease, tasks)


def _tasks(game: Game) -> tuple[Task, ...]:
    return tasks_of(record_of(game), game.code, settings.REVIEW_LOTS)


def _held(piece: Slice) -> QuerySet[Review]:
    """The review, as long as the lease of this slice holds."""
    return Review.objects.filter(
        pk=piece.review_id, state=Review.State.ASKED, due_at=piece.lease, done=piece.start
    )


def _due(now: datetime) -> QuerySet[Review]:
    """Reviews in the making of which a slice can be taken, those asked for first before others."""
    return Review.objects.filter(due_at__lte=now).order_by("asked_at", "pk")


def _unclaimed(reviews: QuerySet[Review]) -> QuerySet[Review]:
    """On PostgreSQL each taker gets another row; SQLite has one writer at a time anyway."""
    if connection.features.has_select_for_update_skip_locked:
        return reviews.select_for_update(skip_locked=True)
    return reviews
