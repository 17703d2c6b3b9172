"""How a try compares: its place among all, the best, and what others did with each lot."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median_low
from typing import Any

from games.daily.settling import counted, settle_all
from games.models import DailyDeal, DailyTry, Seat

MOST_BEST = 10
# So many tries are compared lot by lot, the newest.
MOST_COMPARED = 1_000
MOST_SPLITS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A try in the list of results; equal tries share a place."""

    place: int
    player_id: int
    name: str
    is_guest: bool
    code: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class LotFacts:
    """What the players did with a lot: what each who got it paid, and who won of both sides.

    For a lot that nobody wants, `prices` are what those paid who got round it.
    """

    number: int
    card: str
    prices: tuple[int, ...]
    tries: int
    taken: int
    wins_with: int
    wins_without: int

    @property
    def middle(self) -> int | None:
        """The price that half of them paid at most."""
        return median_low(self.prices) if self.prices else None

    @property
    def split(self) -> float:
        """How evenly the players were divided: 0 if all did the same, ¼ if half and half."""
        share = self.taken / self.tries if self.tries else 0
        return share * (1 - share)


def settle(deal: DailyDeal) -> None:
    """Let the tries that have just been finished count."""
    settle_all(deal.tries.all())


def count_of(deal: DailyDeal) -> int:
    """How many tries count."""
    return counted().filter(deal=deal).count()


def place_of(attempt: DailyTry) -> int:
    """The place of a try that counts."""
    return counted().filter(deal=attempt.deal_id, score__gt=attempt.score).count() + 1


def counts(attempt: DailyTry) -> bool:
    """Whether the try counts: settled, finished in time, no repeat, and not void."""
    return counted().filter(pk=attempt.pk).exists()


def best_of(deal: DailyDeal) -> list[Line]:
    """The best tries, at most MOST_BEST; of equal ones first who finished first."""
    rows = counted().filter(deal=deal).select_related("player", "game")
    best = list(rows.order_by("-score", "game__finished_at", "pk")[:MOST_BEST])
    scores = [each.score for each in best]
    return [line_of(each, scores.index(each.score) + 1) for each in best]


def line_of(attempt: DailyTry, place: int) -> Line:
    """A try as a line of the list; the name is the one that the player goes by now."""
    seat = attempt.game.seats.get(number=0)
    player = attempt.player
    return Line(place, player.pk, player.name, player.user_id is None, attempt.game.code, seat)


def lots_of(deal: DailyDeal) -> tuple[LotFacts, ...]:
    """What the players did with each lot."""
    newest = counted().filter(deal=deal).order_by("-pk").values_list("pk", flat=True)
    return _lots(deal.commitment, newest.first(), newest.count())


@lru_cache(maxsize=50)
def _lots(commitment: str, newest: int | None, count: int) -> tuple[LotFacts, ...]:  # noqa: ARG001
    """Cached until another try counts, or one does not any more."""
    rows = counted().filter(deal__commitment=commitment, game__seats__number=0).order_by("-pk")
    known: list[Any] = list(rows.values_list("lots", "game__seats__win")[:MOST_COMPARED])
    if not known:
        return ()
    return tuple(
        _lot(number, [(lots[number], win > 0) for lots, win in known])
        for number in range(len(known[0][0]))
    )


def _lot(number: int, done: Sequence[tuple[tuple[str, int, bool], bool]]) -> LotFacts:
    card = done[0][0][0]
    taken = [has_won for (_card, _paid, is_taken), has_won in done if is_taken]
    without = [has_won for (_card, _paid, is_taken), has_won in done if not is_taken]
    prices = sorted(paid for (_card, paid, _is_taken), _ in done if paid)
    return LotFacts(number, card, tuple(prices), len(done), len(taken), sum(taken), sum(without))


def splits_in(lots: Sequence[LotFacts]) -> list[LotFacts]:
    """The lots that divided the players most evenly, the most even first."""
    divided = [each for each in lots if 0 < each.taken < each.tries]
    return sorted(divided, key=lambda each: (-each.split, each.number))[:MOST_SPLITS]
