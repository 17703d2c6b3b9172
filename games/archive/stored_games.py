"""Many stored games at a time, with their logs or as records."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from django.db.models import QuerySet

from games.engine.record import Record, to_line
from games.models import Game
from games.play.stored_records import record_of
from games.text.errors import UnreadableGame

CHUNK = 200


def line_of(game: Game) -> str:
    """The stored game as a line of an export; raises UnreadableGame."""
    return to_line(record_of(game))


def readable(games: Iterable[Game]) -> Iterator[tuple[Game, Record]]:
    """Each of these games with its record, without those that cannot be read."""
    for game in games:
        with suppress(UnreadableGame):
            yield game, record_of(game)


def chunks_of(games: QuerySet[Game], size: int = CHUNK) -> Iterator[list[int]]:
    """The numbers of these games in the order in which they began, so many at a time."""
    numbers = array("q", games.order_by("pk").values_list("pk", flat=True).iterator())
    for first in range(0, len(numbers), size):
        yield list(numbers[first : first + size])


def with_logs(numbers: Sequence[int]) -> QuerySet[Game]:
    """These games, with their seats and logs."""
    games = Game.objects.filter(pk__in=numbers).order_by("pk")
    return games.prefetch_related("seats", "log")
