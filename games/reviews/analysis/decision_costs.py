"""What a decision cost: the chances to win with it and with the best alternative (its rival)."""

from dataclasses import dataclass

from games.engine.actions import Action

SURE = 2.5  # standard errors from which on a difference counts
SLIP, MISTAKE, BLUNDER = 0.02, 0.05, 0.10


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision and its best rival: the chances to win and to be cast out with each.

    `error` is the standard error of the difference between the two chances to win.
    """

    ply: int
    action: Action
    chance: float
    out: float
    futures: int
    rival: Action | None = None
    rival_chance: float = 0.0
    rival_out: float = 0.0
    error: float = 0.0

    @property
    def before(self) -> float:
        """The chance to win with the better of the two."""
        return max(self.chance, self.rival_chance)

    @property
    def cost(self) -> float:
        """The chance to win that was given away; 0 if the difference is within the error."""
        lost = self.rival_chance - self.chance
        return lost if self.rival is not None and lost > SURE * self.error else 0.0

    @property
    def is_costly(self) -> bool:
        return self.cost >= SLIP
