"""The style of a character: how eagerly it bids, beside what a lot is worth."""

from dataclasses import dataclass

from games.engine.cards import Kind
from games.engine.observation import Observation


@dataclass(frozen=True, slots=True)
class Style:
    """`boldness` and `prestige` are factors around 1; `patience`, around 0, bids more later."""

    boldness: float = 1.0
    prestige: float = 1.0
    patience: float = 0.0

    def zeal(self, view: Observation) -> float:
        """The factor on the worth of the lot on the table."""
        seen = len(view.revealed)
        progress = seen / (seen + view.deck_left)
        love = self.prestige if view.revealed[-1].kind is Kind.PRESTIGE else 1.0
        return self.boldness * love * (1 + self.patience * (progress - 0.5))


PLAIN = Style()
