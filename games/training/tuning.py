"""Searches the weights of an appraisal by the cross-entropy method, on the bots' fast table.

In each generation many tempers are tried, each alone among players of the population's minds on the
same decks; the next generation is drawn around the best of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev

from games.bots.appraisal import TUNED, Mind, Temper, limits
from games.bots.fast_table import NUMBER, owning
from games.bots.future import a_future, unseen_after
from games.bots.minds import MINDS, USUAL
from games.bots.playout import sell, winners
from games.bots.raises import AMOUNT
from games.engine.cards import status_cards
from games.engine.editions import EDITIONS
from games.engine.money import ALL
from games.engine.seats import SEATS

SPREAD = 0.3  # of the first generation, as a part of each weight
ELITE = 0.25  # the part of a generation that the next one is drawn around
LEAST_SPREAD = 0.02
NOISE = 0.1
"""How far everybody is off while they are tuned: the noise itself is no matter of strength."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """A search: `games` on the same decks for each of `tries` tempers in each generation."""

    seed: str
    generations: int
    tries: int
    games: int
    usual: float = 0.5

    def means(self) -> Iterator[tuple[Temper, float]]:
        """After each generation the temper in its middle, and the share that its best won."""
        middle = list(TUNED)
        spread = [SPREAD * abs(value) for value in middle]
        for generation in range(self.generations):
            rng = Random(f"{self.seed}|{generation}")
            tried = [Temper(*middle), *(_draw(middle, spread, rng) for _ in range(self.tries - 1))]
            shares = [self.share(temper, generation) for temper in tried]
            order = sorted(range(self.tries), key=lambda each: (-shares[each], each))
            best = [tried[each] for each in order[: max(2, int(ELITE * self.tries))]]
            middle = [fmean(values) for values in zip(*best, strict=True)]
            spread = [
                max(stdev(values), LEAST_SPREAD * abs(mean))
                for values, mean in zip(zip(*best, strict=True), middle, strict=True)
            ]
            yield rounded(middle), fmean(shares[each] for each in order[: len(best)])

    def share(self, temper: Temper, generation: object) -> float:
        """The part of the wins of a lone player of this temper; the same decks for each."""
        won = (self._game(temper, f"{self.seed}|{generation}|{game}") for game in range(self.games))
        return sum(won) / self.games

    def _game(self, temper: Temper, seed: str) -> float:
        rng = Random(seed)
        seats, edition = rng.choice(SEATS), EDITIONS[rng.choice(list(EDITIONS))]
        like_ours = rng.random() < self.usual
        minds = [rng.choice(MINDS[:USUAL] if like_ours else MINDS) for _ in range(seats)]
        ours = rng.randrange(seats)
        lots = [NUMBER[card] for card in status_cards(())]
        start = unseen_after((), ())
        chances = rng.getrandbits(64)
        common, own = Random(chances), Random(chances)
        theirs = a_future(lots, start, seats, TUNED._replace(noise=NOISE), common, minds)
        plain = temper._replace(noise=NOISE)
        mine = a_future(lots, start, seats, plain, own, [Mind(reserve=plain.reserve)] * seats)
        table = owning([()] * seats, 0)
        table.hands, table.turn = [ALL] * seats, rng.randrange(seats)
        for usual, tuned in zip(theirs, mine, strict=True):
            money = [AMOUNT[hand] for hand in table.hands]
            table.lot, table.highest, table.active = usual.number, 0, (1 << seats) - 1
            most = limits(table, money, usual)
            most[ours] = limits(table, money, tuned)[ours]
            sell(table, most)
        first = winners(table, edition)
        return 1 / len(first) if ours in first else 0.0


def _draw(middle: Sequence[float], spread: Sequence[float], rng: Random) -> Temper:
    return rounded([max(0.0, rng.gauss(*each)) for each in zip(middle, spread, strict=True)])


def rounded(values: Sequence[float]) -> Temper:
    """A temper with four significant digits."""
    return Temper(*(float(f"{value:.4g}") for value in values))
