"""What a player of the population looks at when a lot is for sale."""

from dataclasses import dataclass
from random import Random

from games.bots import beliefs
from games.bots.appraisal import TUNED, appraise, limits
from games.bots.fast_table import imagine
from games.bots.future import unseen
from games.bots.memory import Memory
from games.engine.cards import Card, Kind
from games.engine.observation import Observation

CALM = TUNED._replace(noise=0.0)
WORTH_OF = {Card.MINUS_FIVE: 5.0, Card.THEFT: 3.0, Card.GAMBLING: 6.0}
A_POINT = 2.0  # a fair price for a point of status, in thousands


@dataclass(frozen=True, slots=True)
class Scene:
    """The table as one seat sees it; money is in thousands, open bids included."""

    view: Observation
    memory: Memory
    seat: int
    money: list[int]

    @property
    def lot(self) -> Card:
        return self.view.revealed[-1]

    @property
    def own(self) -> int:
        return self.money[self.seat]

    @property
    def others(self) -> list[int]:
        """The money of the others, the poorest first."""
        return sorted(self.money[: self.seat] + self.money[self.seat + 1 :])

    @property
    def is_near_end(self) -> bool:
        """Whether the next card may be the last."""
        return self.view.end_cards_left == 1

    @property
    def worth(self) -> float:
        """The points that the lot brings, or that it is worth to be spared."""
        if self.lot.is_luxury:
            return float(self.lot.worth)
        points = sum(card.worth for card in self.view.seats[self.seat].luxuries)
        if self.lot.kind is Kind.PRESTIGE:
            return max(5.0, 0.8 * points)
        return WORTH_OF.get(self.lot, max(3.0, points / 2))

    @property
    def fair(self) -> float:
        """A fair price: so much for each point."""
        return A_POINT * self.worth

    @property
    def usual(self) -> float:
        """The most that a `regular` with a perfect memory would pay."""
        seats = range(len(self.money))
        table = imagine(self.view, [0] * len(self.money), [0] * len(self.money))
        lot = appraise(table.lot, unseen(self.view), CALM, [0.5 for _ in seats])
        return limits(table, self.money, lot)[self.seat]

    @property
    def dice(self) -> Random:
        """Chance that stays the same as long as the lot is for sale."""
        return Random(f"{self.seat}|{[card.id for card in self.view.revealed]}")


def scene(view: Observation, memory: Memory, seat: int) -> Scene:
    """What `seat` sees and remembers."""
    return Scene(view, memory, seat, beliefs.exact(view, memory))
