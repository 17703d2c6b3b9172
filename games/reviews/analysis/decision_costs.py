"""The cost of a decision: it is simulated many times against the best alternative (its rival).

Both are simulated in the same random futures, and not in those in which the rival was chosen: so
neither luck nor the choice of the rival favours one of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from games.bots import beliefs
from games.bots.candidates import candidates
from games.bots.fast_table import Table, imagine
from games.bots.future import a_future, numbers, unseen
from games.bots.playout import play_on, purses, winners
from games.bots.search import PLAYOUT
from games.bots.trial import Future, Prospect
from games.engine.actions import Action, Discard
from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.observation import Observation
from games.reviews.analysis.moments import Choice, Interlude
from games.reviews.analysis.read_futures import players, read_prospect

SCOUTING = 0.4  # the part of the effort that is spent on finding the rival
LEAST_FUTURES = 20
SURE = 2.5  # standard errors from which on a difference counts
PLAIN = 4.0  # standard errors by which a decision leads when no more futures are needed
ROUND = 100  # futures between two checks of that
Fate = tuple[float, bool]
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


@dataclass(frozen=True, slots=True)
class Outlook:
    """Each seat's chances to win and to be cast out, and the chance that the next card is the
    last, between two lots, from public knowledge."""

    won: tuple[float, ...]
    out: tuple[float, ...]
    end: float


def weigh(choice: Choice, lots: int, rng: Random) -> Weighed:
    """The decision compared with its best rival, with an effort of `lots` simulated sales."""
    where = read_prospect(choice.view, choice.memory)
    playouts = int(lots / where.length)
    rivals = [action for action in _candidates(choice.view) if action != choice.action]
    if not rivals:
        return _alone(choice, where, max(LEAST_FUTURES, playouts // 4), rng)
    rival = _scout(rivals, where, int(playouts * SCOUTING), rng)
    times = max(LEAST_FUTURES, int(playouts * (1 - SCOUTING) / 2))
    return _judge(choice, rival, where, times, rng)


def look_ahead(interlude: Interlude, lots: int, rng: Random) -> Outlook:
    """The chances from here on if every seat goes on as it has played."""
    view, memory = interlude.view, interlude.memory
    left, to_come, seats = unseen(view), numbers(view), len(view.seats)
    company = players(view, memory)
    start = _between_lots(view, beliefs.hands(view, memory))
    times = max(LEAST_FUTURES, lots // (left.left + 1))
    won, out = [0.0] * seats, [0] * seats
    for _ in range(times):
        table = start.copy()
        play_on(table, a_future(to_come, left, seats, PLAYOUT, rng, company.draw(rng)))
        _count(table, view.edition, won, out)
    return Outlook(tuple(n / times for n in won), tuple(n / times for n in out), left.end_chance)


def _candidates(view: Observation) -> Sequence[Action]:
    """The actions to compare; every discard if a theft is to be paid."""
    if isinstance(view.legal[0], Discard):
        return view.legal
    return candidates(view)


def _between_lots(view: Observation, hands: Sequence[int]) -> Table:
    """The table between two lots; it needs some lot, which the first playout replaces."""
    shown = view._replace(revealed=(*view.revealed, Card.LUXURY_1))
    return imagine(shown, hands, [0] * len(hands))


def _count(table: Table, edition: Edition, won: list[float], out: list[int]) -> None:
    first, money = winners(table, edition), purses(table)
    least = min(money)
    for seat in first:
        won[seat] += 1 / len(first)
    for seat, own in enumerate(money):
        out[seat] += own == least


def _scout(rivals: Sequence[Action], where: Prospect, playouts: int, rng: Random) -> Action:
    """The best of `rivals`, by successive halving."""
    rounds = (len(rivals) - 1).bit_length()
    won = dict.fromkeys(rivals, 0.0)
    while len(rivals) > 1:
        for _ in range(max(1, playouts // rounds // len(rivals))):
            future = where.future(rng)
            for action in rivals:
                won[action] += where.won(action, future)
        rivals = sorted(rivals, key=lambda action: -won[action])[: (len(rivals) + 1) // 2]
    return rivals[0]


def _judge(choice: Choice, rival: Action, where: Prospect, times: int, rng: Random) -> Weighed:
    """Compare both in `times` futures, or in fewer if the decision is clearly better."""
    pairs: list[tuple[Fate, Fate]] = []
    while len(pairs) < times:
        for _ in range(min(ROUND, times - len(pairs))):
            future = where.future(rng)
            pairs.append((_fate(where, choice.action, future), _fate(where, rival, future)))
        gap, error = _gap(pairs)
        if gap > PLAIN * error > 0:
            break
    ours, theirs = ([pair[side] for pair in pairs] for side in (0, 1))
    return Weighed(
        ply=choice.ply,
        action=choice.action,
        chance=_chance(ours),
        out=_danger(ours),
        futures=len(pairs),
        rival=rival,
        rival_chance=_chance(theirs),
        rival_out=_danger(theirs),
        error=error,
    )


def _gap(pairs: Sequence[tuple[Fate, Fate]]) -> tuple[float, float]:
    """By how much the decision is ahead of its rival, and the standard error of that."""
    gaps = [done[0] - rival[0] for done, rival in pairs]
    mean = sum(gaps) / len(gaps)
    spread = sum(gap * gap for gap in gaps) / len(gaps) - mean * mean
    return mean, sqrt(max(0.0, spread) / len(gaps))


def _alone(choice: Choice, where: Prospect, times: int, rng: Random) -> Weighed:
    """A decision without an alternative."""
    fates = [_fate(where, choice.action, where.future(rng)) for _ in range(times)]
    return Weighed(choice.ply, choice.action, _chance(fates), _danger(fates), times)


def _chance(fates: Sequence[Fate]) -> float:
    return sum(share for share, _ in fates) / len(fates)


def _danger(fates: Sequence[Fate]) -> float:
    return sum(is_out for _, is_out in fates) / len(fates)


def _fate(where: Prospect, action: Action, future: Future) -> Fate:
    """The part of the win after `action` in `future`, and whether the seat is cast out."""
    table = where.ending(action, future)
    first, money = winners(table, where.edition), purses(table)
    share = 1 / len(first) if where.seat in first else 0.0
    return share, money[where.seat] == min(money)
