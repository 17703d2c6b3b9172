"""What a finished first try comes to: its score, and what the player did with each lot.

A try is settled once its game is finished, by whoever looks first: the scheduler, or the page that
compares. All of it follows from the game, so it does not matter who is first, nor how often.
"""

import logging
from typing import Any

from django.db.models import F, QuerySet

from games.engine.timeline import payments, sales
from games.models import DailyTry, Game, Seat
from games.play.position import position_of

PLAYER_SEAT = 0
MOST_AT_ONCE = 50
log = logging.getLogger(__name__)


def settle_due() -> int:
    """Settle finished tries, MOST_AT_ONCE at a time; how many."""
    return settle_all(DailyTry.objects.all())


def settle_all(tries: QuerySet[DailyTry]) -> int:
    """Settle those of the tries that are finished, MOST_AT_ONCE at a time; how many."""
    due = tries.filter(score=None, game__status=Game.Status.FINISHED).order_by("pk")
    settled = 0
    for each in due.select_related("game")[:MOST_AT_ONCE]:
        try:
            settle(each)
            settled += 1
        except Exception:
            log.exception("The try %s cannot be settled.", each.pk)
    return settled


def settle(attempt: DailyTry) -> None:
    """Store the score and the lots of a finished try."""
    game = attempt.game
    seat = game.seats.get(number=PLAYER_SEAT)
    DailyTry.objects.filter(pk=attempt.pk).update(score=score_of(seat), lots=lots_of(game))


def score_of(seat: Seat) -> int:
    """A number that is higher for a better result.

    Who is not cast out comes before who is; then the place at the table, the status, the money.
    """
    status = round(((seat.status or 0) + 1_000) * 8)
    table = (not seat.is_cast_out) * 10 + 9 - (seat.place or 9)
    return (table * 1_000_000 + status) * 1_000 + (seat.money or 0) // 1_000


def lots_of(game: Game) -> list[Any]:
    """For every lot in order: its card, what the player paid, and whether they got it."""
    story = position_of(game.pk, game.version).story
    return [
        [sale.lot.id, paid[PLAYER_SEAT], sale.seat == PLAYER_SEAT]
        for sale, paid in zip(sales(story), payments(story), strict=True)
    ]


def counted() -> QuerySet[DailyTry]:
    """The tries that count: settled, finished before the deal opened, no repeats, no void games."""
    in_time = DailyTry.objects.filter(game__finished_at__lte=F("deal__opens_at"))
    return in_time.filter(score__isnull=False, is_repeat=False, game__voided_at=None)
