"""Ratings made anew from the games that are stored, and compared with what is stored of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from django.db.models import Count, Min, Q

from games.engine.edition_groups import GROUPS
from games.models import Game, RatedSeat
from games.ratings.counting import FACTS, NUMBERS, Total, count_some, counted_rows
from games.ratings.entering import count_from
from games.ratings.rated_games import RatedGame, counted_games, rated_games

CHUNK = 500
COMPARED = ("player_id", "group", "at", *NUMBERS)


def all_rated_games() -> Iterator[list[RatedGame]]:
    """All games that count, in order, so many at a time."""
    numbers = counted_games().values_list("pk", flat=True).iterator(CHUNK)
    while chunk := list(islice(numbers, CHUNK)):
        yield rated_games(chunk)


def rebuild() -> Iterator[int]:
    """Make all ratings anew from the games; the number of games of each part that is done.

    What stays is the strength that people who were forgotten had before their games.
    """
    RatedSeat.objects.exclude(game__in=counted_games().order_by()).delete()
    for games in all_rated_games():
        RatedSeat.objects.bulk_create(
            [row for game in games for row in _uncounted(game)],
            update_conflicts=True,
            unique_fields=["seat"],
            update_fields=FACTS,
        )
    for group in GROUPS:
        first = RatedSeat.objects.filter(group=group).aggregate(first=Min("at"))["first"]
        if first is not None:
            count_from(group, first)
            yield from _counted(group)


def _uncounted(game: RatedGame) -> Iterator[RatedSeat]:
    for seat in game.seats:
        if seat.player is not None:
            facts = {"game_id": game.id, "group": game.group.id, "at": game.at}
            yield RatedSeat(seat_id=seat.id, player_id=seat.player, **facts)


def _counted(group: str) -> Iterator[int]:
    while counted := count_some(group):
        yield counted


def faults() -> Iterator[str]:
    """What is stored otherwise than the games say, as sentences; nothing should wait."""
    totals: dict[str, dict[int, Total]] = defaultdict(dict)
    for games in all_rated_games():
        expected = {
            row.seat_id: row
            for game in games
            for row in counted_rows([game], totals[game.group.id])
        }
        yield from _differences(games, expected)
    yield from _strays()
    for group in GROUPS:
        yield from _wrong_newest(group, totals[group])


def _differences(games: Sequence[RatedGame], expected: dict[int, RatedSeat]) -> Iterator[str]:
    """The faults of the rows of these games."""
    stored = RatedSeat.objects.filter(game__in=[game.id for game in games])
    found = {row.seat_id: row for row in stored.exclude(player=None)}
    for seat in sorted(expected.keys() | found.keys()):
        if (reason := _difference(found.get(seat), expected.get(seat))) is not None:
            row = expected.get(seat) or found[seat]
            yield f"{row.game.code}, seat {row.seat.number}: {reason}"


def _difference(stored: RatedSeat | None, expected: RatedSeat | None) -> str | None:
    """The first column in which a row is not as the games say; None if there is none."""
    if stored is None:
        return "the rating is missing"
    if expected is None:
        return "there is a rating of somebody who did not play"
    for name in COMPARED:
        is_, should_be = getattr(stored, name), getattr(expected, name)
        if is_ != should_be:
            return f"{name} is {is_} and should be {should_be}"
    return None


def _strays() -> Iterator[str]:
    """Ratings of games that do not count."""
    rows = RatedSeat.objects.exclude(game__in=counted_games().order_by())
    codes = Game.objects.filter(pk__in=rows.values("game")).values_list("code", flat=True)
    for code in codes.order_by("pk"):
        yield f"{code}: there are ratings, but the game does not count"


def _wrong_newest(group: str, totals: dict[int, Total]) -> Iterator[str]:
    """People whose newest rating is not their last, or who have more or fewer than one."""
    newest = RatedSeat.objects.filter(group=group, is_newest=True).exclude(player=None)
    games = dict.fromkeys(totals, 0) | dict(newest.values_list("player_id", "games"))
    for player, count in games.items():
        if count != totals.get(player, Total()).games:
            yield f"player {player}: the newest rating in “{group}” is not the last"
    doubles = newest.values("player").annotate(rows=Count("pk")).filter(Q(rows__gt=1))
    for player in doubles.values_list("player", flat=True):
        yield f"player {player}: there are several newest ratings in “{group}”"
