"""Everybody's chances between two lots, from public knowledge."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.bots import beliefs
from games.bots.fast_table import Table, imagine
from games.bots.future import numbers, unseen
from games.bots.trial import PLAYOUT
from games.engine.cards import Card
from games.engine.observation import Observation
from games.reviews.analysis.futures import a_course, fate_of
from games.reviews.analysis.mind_odds import odds_of
from games.reviews.analysis.moments import Interlude

LEAST_FUTURES = 20
EFFORT = 0.5  # futures for each that a playout to one end would need


@dataclass(frozen=True, slots=True)
class Outlook:
    """Each seat's chances to win and to be cast out, and the chance that the next card is the
    last."""

    won: tuple[float, ...]
    out: tuple[float, ...]
    end: float


def look_ahead(interlude: Interlude, lots: int, rng: Random) -> Outlook:
    """The chances from here on if every seat goes on as it has played."""
    view, memory = interlude.view, interlude.memory
    left, to_come, seats = unseen(view), numbers(view), len(view.seats)
    odds = odds_of(view, memory)
    start = _between_lots(view, beliefs.hands(view, memory))
    times = max(LEAST_FUTURES, int(EFFORT * lots / (left.left + 1)))
    won, out = [0.0] * seats, [0.0] * seats
    for _ in range(times):
        ahead = a_course(to_come, left, odds, PLAYOUT, rng)
        fate = fate_of(start.copy(), ahead, view.edition)
        won = [one + more for one, more in zip(won, fate.won, strict=True)]
        out = [one + more for one, more in zip(out, fate.out, strict=True)]
    return Outlook(tuple(n / times for n in won), tuple(n / times for n in out), left.end_chance)


def _between_lots(view: Observation, hands: Sequence[int]) -> Table:
    """The table between two lots; it needs some lot, which the first playout replaces."""
    shown = view._replace(revealed=(*view.revealed, Card.LUXURY_1))
    return imagine(shown, hands, [0] * len(hands))
