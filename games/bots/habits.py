"""What each seat was seen to bid and to let go so far, compared with what is usual.

A bid above what our heuristic would pay shows eagerness, a pass below it thrift or care. How far
above the poorest other a seat stayed when it dared, and when it did not, tells the two apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from games.bots.appraisal import KIND, TUNED, appraise, limits
from games.bots.fast_table import NUMBER, YACHT_CLUB, owning
from games.bots.future import unseen_after
from games.bots.memory import NEVER, Sale
from games.bots.raises import AMOUNT
from games.engine.cards import Card
from games.engine.money import ALL

KINDS = 3  # luxury, prestige, and all others
FADING = 0.6  # how much of what was seen still counts after the next lot
TRUST, TRUST_LATELY, TRUST_IN_KIND = 10.0, 5.0, 5.0  # so many thousands are taken as usual unseen
NO_BID = 30.0
NEAR = 30.0
RICH = 106.0
STEEP = 3.0
CALM = TUNED._replace(noise=0.0)


@dataclass(slots=True)
class Habit:
    """Sums over the sales so far for one seat, in thousands."""

    shown: float = 0.0
    usual: float = 0.0
    shown_lately: float = 0.0
    usual_lately: float = 0.0
    shown_by_kind: list[float] = field(default_factory=lambda: [0.0] * KINDS)
    usual_by_kind: list[float] = field(default_factory=lambda: [0.0] * KINDS)
    dared: float = NO_BID
    kept: float = RICH
    top: float = 0.0
    shied: float = -NO_BID

    def remember(
        self, bid: int, refused: int, price: float, money: int, spare: int, kind: int
    ) -> None:
        """Add a sale: the seat's highest bid, the bid it let go, what was usual, its money as it
        counts, how much of that is more than the poorest other has, and the kind of the lot."""
        cheap = refused != NEVER and refused + 1 < price
        if not bid and refused == NEVER:
            self._add(0.0, 0.0, kind)
            return
        self._add(refused if cheap else max(bid, price), price, kind)
        if bid:
            self.dared = min(self.dared, spare - bid)
            self.kept = min(self.kept, money - bid)
            self.top = max(self.top, bid)
        if cheap:
            self.shied = max(self.shied, spare - refused - 1)

    def _add(self, shown: float, usual: float, kind: int) -> None:
        self.shown += shown
        self.usual += usual
        self.shown_lately = FADING * self.shown_lately + shown
        self.usual_lately = FADING * self.usual_lately + usual
        self.shown_by_kind[kind] += shown
        self.usual_by_kind[kind] += usual

    @property
    def numbers(self) -> list[float]:
        """The inputs of the policy."""
        by_kind = zip(self.shown_by_kind, self.usual_by_kind, strict=True)
        return [
            _ratio(self.shown, self.usual, TRUST),
            _ratio(self.shown_lately, self.usual_lately, TRUST_LATELY),
            *(_ratio(shown, usual, TRUST_IN_KIND) for shown, usual in by_kind),
            min(self.usual / 50, 2.0),
            max(-1.0, min(1.0, self.dared / NEAR)),
            self.kept / RICH,
            self.top / NEAR,
            max(-1.0, min(1.0, self.shied / NEAR)),
        ]


def _ratio(shown: float, usual: float, trust: float) -> float:
    return min((shown + trust) / (usual + trust), STEEP) - 1


@lru_cache(maxsize=512)
def habits(sales: tuple[Sale, ...], advanced: tuple[Card, ...], seats: int) -> list[list[float]]:
    """For each seat the inputs of the policy after these finished sales."""
    found = [Habit() for _ in range(seats)]
    for number, sale in enumerate(sales, start=1):
        lots = tuple(each.lot for each in sales[:number])
        _remember(found, sale, lots, advanced)
    return [habit.numbers for habit in found]


def _remember(
    found: Sequence[Habit], sale: Sale, lots: tuple[Card, ...], advanced: tuple[Card, ...]
) -> None:
    number, seats = NUMBER[sale.lot], len(found)
    if number == YACHT_CLUB:
        return
    table = owning(sale.claimed[:seats], number)
    money = [AMOUNT[ALL & ~spent] for spent in sale.spent[:seats]]
    lot = appraise(number, unseen_after(lots, advanced), CALM, [0.5] * seats)
    prices = limits(table, money, lot)
    counted = [own * 2 if seat == table.gambling else own for seat, own in enumerate(money)]
    poorest, second, *_ = sorted(counted)
    for seat, habit in enumerate(found):
        own = counted[seat]
        spare = own - (second if own == poorest else poorest)
        kind = min(KIND[number], KINDS - 1)
        price = max(prices[seat], 1.0)
        habit.remember(sale.bids[seat], sale.refused[seat], price, own, spare, kind)
