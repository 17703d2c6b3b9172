"""Stored games as records, one by one or many at a time."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from django.db.models import QuerySet

from games.engine.record import BadRecord, Record
from games.engine.violations import RuleViolation
from games.models import Game
from games.play.log import line_of
from games.play.position import deal_of
from games.text.errors import UnreadableGame

CHUNK = 200
UNSOUND = (BadRecord, RuleViolation, ValueError, LookupError, TypeError, AttributeError)


def record_of(game: Game) -> Record:
    """The stored game as a record, replayed from its log; UnreadableGame where that fails."""
    try:
        return _record_of(game)
    except UNSOUND as error:
        raise UnreadableGame(reason=error) from error


def readable(games: Iterable[Game]) -> Iterator[tuple[Game, Record]]:
    """Each of these games with its record, without those that cannot be read."""
    for game in games:
        with suppress(UnreadableGame):
            yield game, record_of(game)


def _record_of(game: Game) -> Record:
    seats = list(game.seats.all())
    names = tuple(seat.name for seat in seats)
    entries = [line_of(row).entry() for row in game.log.all()]
    actions, actors = zip(*entries, strict=True) if entries else ((), ())
    seed = None if game.laid else bytes.fromhex(game.seed)
    return Record(deal_of(game, len(seats)), names, actions, seed, actors)


def chunks_of(games: QuerySet[Game], size: int = CHUNK) -> Iterator[list[int]]:
    """The numbers of these games in the order in which they began, so many at a time."""
    numbers = array("q", games.order_by("pk").values_list("pk", flat=True).iterator())
    for first in range(0, len(numbers), size):
        yield list(numbers[first : first + size])


def with_logs(numbers: Sequence[int]) -> QuerySet[Game]:
    """These games, with their seats and logs."""
    games = Game.objects.filter(pk__in=numbers).order_by("pk")
    return games.prefetch_related("seats", "log")
