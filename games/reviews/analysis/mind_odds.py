"""The odds of minds for each seat, read from its bids: in random futures all play on as before."""

from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random

from games.bots.appraisal import Mind
from games.bots.memory import NEVER, NOBODY_YET, Memory
from games.bots.minds import MINDS
from games.bots.reading import read
from games.engine.observation import Observation
from games.engine.seats import MOST_SEATS


@dataclass(frozen=True, slots=True)
class MindOdds:
    """How likely each mind is for each seat, added up, so that minds can be drawn."""

    sums: tuple[list[float], ...]

    def draw(self, rng: Random) -> list[Mind]:
        """A mind for each seat, as likely as its play makes it."""
        return [rng.choices(MINDS, cum_weights=sums)[0] for sums in self.sums]


def odds_of(view: Observation, memory: Memory) -> MindOdds:
    """The players of a table, from what everybody has seen."""
    return MindOdds(tuple(list(accumulate(row)) for row in read(view, memory).weights))


def odds_before(view: Observation, memory: Memory) -> MindOdds:
    """The same from what was seen before the running auction, for all its decisions."""
    if not memory.sales:
        return odds_of(view, memory)
    *before, sale = memory.sales
    fresh = replace(sale, bids=NOBODY_YET, refused=(NEVER,) * MOST_SEATS)
    return odds_of(view, replace(memory, sales=(*before, fresh)))
