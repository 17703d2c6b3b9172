"""A slight taste of one's own: how eagerly a bot goes for a lot, beside what the lot is worth."""

from dataclasses import dataclass

from games.engine.cards import Kind
from games.engine.observation import Observation

LEAN = 0.1  # how much chance to win someone twice as eager would give away for a raise


@dataclass(frozen=True, slots=True)
class Style:
    """`boldness` and the love of `prestige` are around 1; `patience`, around 0, saves for late."""

    boldness: float = 1.0
    prestige: float = 1.0
    patience: float = 0.0

    def zeal(self, view: Observation) -> float:
        """By how much the lot on the table draws more, or less, than it should."""
        seen = len(view.revealed)
        progress = seen / (seen + view.deck_left)
        love = self.prestige if view.revealed[-1].kind is Kind.PRESTIGE else 1.0
        return self.boldness * love * (1 + self.patience * (progress - 0.5))

    def lean(self, view: Observation) -> float:
        """The chance to win that a raise is credited with."""
        return LEAN * (self.zeal(view) - 1)


PLAIN = Style()
