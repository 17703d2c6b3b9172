"""Random futures in which every seat goes on as it has played: with a mind read from its bids."""

from dataclasses import dataclass, fields
from itertools import accumulate
from random import Random

from games.bots.appraisal import Mind, appraise, limits
from games.bots.future import a_future
from games.bots.memory import Memory
from games.bots.minds import MINDS
from games.bots.reading import read
from games.bots.search import PLAYOUT
from games.bots.trial import Future, Prospect, prospect
from games.engine.observation import Observation


@dataclass(frozen=True, slots=True)
class Players:
    """How likely each mind is for each seat, added up, so that minds can be drawn."""

    sums: tuple[list[float], ...] = ()

    def draw(self, rng: Random) -> list[Mind]:
        """A mind for each seat, as likely as its play makes it."""
        return [rng.choices(MINDS, cum_weights=sums)[0] for sums in self.sums]


def players(view: Observation, memory: Memory) -> Players:
    """The players of a table, from what everybody has seen."""
    return Players(tuple(list(accumulate(row)) for row in read(view, memory).weights))


@dataclass(frozen=True, slots=True)
class ReadProspect(Prospect):
    """A decision whose futures have players of the minds that were read."""

    company: Players = Players()

    def future(self, rng: Random) -> Future:
        """One random future, to be used for every action that is compared."""
        minds, seats = self.company.draw(rng), len(self.money)
        chances = [rng.random() for _ in minds]
        lot = appraise(self.table.lot, self.unseen, self.temper, chances, minds)
        most = limits(self.table, self.money, lot)
        lots = a_future(self.to_come, self.unseen, seats, self.temper, rng, minds)
        return Future(most, chances, lots)


def read_prospect(view: Observation, memory: Memory) -> ReadProspect:
    """The decision that `view` asks its seat for; ValueError for a spectator."""
    plain = prospect(view, memory, PLAYOUT)
    known = {field.name: getattr(plain, field.name) for field in fields(plain)}
    return ReadProspect(**known, company=players(view, memory))
