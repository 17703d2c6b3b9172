"""The decisions of one auction, weighed together.

All of them have the same unseen cards and the same odds of minds, read from what was seen before
the auction. Whoever bids what, only so many positions come of it: one future is drawn for all
decisions, and each position in it is played to its end once. This changes no number. The futures of
an auction come from its seed alone, in a fixed order, so what is found for a decision is the same
whether it is weighed alone or with others, some of which were made later and are unknown to its
seat.

The effort goes where the answer is open. First, the alternatives are compared with each other
(scouting); after each round the surely worse ones are dropped. The best one is the rival. Then the
decision is compared with its rival (judging) in fresh futures, so that neither luck nor the choice
of the rival favours one of them, until all futures are used or the answer is settled:
- the decision is better by PLAIN standard errors; the chance of an error is below 1 in 10 000, or
- it costs less than SLIP by SURE standard errors; for a cost just above SLIP this is wrong in 1 of
  160 checks, for one of MISTAKE practically never, or
- the difference is known to within FINE.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from games.bots.appraisal import appraise, limits
from games.bots.candidates import candidates
from games.bots.trial import PLAYOUT, Future, Prospect, act, prospect
from games.engine.actions import Action, Discard
from games.engine.observation import Observation
from games.reviews.analysis.decision_costs import SLIP, SURE, Weighed
from games.reviews.analysis.futures import Fate, a_course, counts_all_ends, fate_of
from games.reviews.analysis.mind_odds import MindOdds, odds_before
from games.reviews.analysis.moments import Choice

SCOUTING, JUDGING = 0.08, 0.3  # the most futures, as a part of the playouts that are paid for
ALL_ENDS = 2.2  # what a future is worth that counts every place where the game may end
SCOUT_ROUND, JUDGE_ROUND = 16, 50  # futures between two checks
BEHIND = 3.0  # standard errors behind the best at which an alternative is dropped,
HOPE, ALIKE = 1.5, 0.01  # or if with so many standard errors more it is hardly better than the best
PLAIN = 4.0
FINE = 0.004


@dataclass(slots=True)
class Trial:
    """What an action brings to its seat in each future: the part of the win, and whether it is
    cast out."""

    action: Action
    won: list[float] = field(default_factory=list)
    out: list[float] = field(default_factory=list)

    def add(self, seat: int, fate: Fate) -> None:
        self.won.append(fate.won[seat])
        self.out.append(fate.out[seat])

    @property
    def chance(self) -> float:
        return sum(self.won) / len(self.won)

    @property
    def danger(self) -> float:
        return sum(self.out) / len(self.out)

    def lead(self, other: "Trial") -> tuple[float, float]:
        """How much more often this action wins in the same futures, and the standard error."""
        gaps = [one - two for one, two in zip(self.won, other.won, strict=True)]
        mean = sum(gaps) / len(gaps)
        spread = sum(gap * gap for gap in gaps) / len(gaps) - mean * mean
        return mean, sqrt(max(0.0, spread) / len(gaps))

    def wary_lead(self, other: "Trial") -> tuple[float, float]:
        """The same with the error that it has if one more future turns out quite differently."""
        mean, error = self.lead(other)
        return mean, sqrt(error * error + 1 / len(self.won) ** 2)


@dataclass(slots=True)
class Case:
    """A decision under study, and the alternatives that are left."""

    choice: Choice
    where: Prospect
    done: Trial
    rivals: list[Trial]

    def play(self, scene: "Scene") -> None:
        """Try the decision and all that is left in one more future."""
        future = scene.sale(self.where)
        for trial in (self.done, *self.rivals):
            trial.add(self.where.seat, scene.fate(self.where, trial.action, future))

    def drop(self) -> None:
        """Drop the alternatives that are surely worse than the best one, or just like it."""
        best, *others = sorted(self.rivals, key=lambda each: -each.chance)
        self.rivals = [best, *(each for each in others if _may_be_better(each, best))]

    @property
    def is_scouted(self) -> bool:
        """Whether the rival is found, or none can be one: the decision is free against all."""
        if len(self.rivals) < 2:
            return True
        return all(_is_free(*self.done.wary_lead(rival)) for rival in self.rivals)

    def begin_judging(self) -> None:
        """Forget the futures in which the rival was found."""
        self.done = Trial(self.choice.action)
        self.rivals = [Trial(each.action) for each in self.rivals[:1]]

    @property
    def is_settled(self) -> bool:
        if not self.rivals:
            return True
        lead, error = self.done.wary_lead(self.rivals[0])
        return _is_free(lead, error) or error < FINE

    @property
    def weighed(self) -> Weighed:
        choice, done, futures = self.choice, self.done, len(self.done.won)
        if not self.rivals:
            return Weighed(choice.ply, choice.action, done.chance, done.danger, futures)
        rival = self.rivals[0]
        return Weighed(
            ply=choice.ply,
            action=choice.action,
            chance=done.chance,
            out=done.danger,
            futures=futures,
            rival=rival.action,
            rival_chance=rival.chance,
            rival_out=rival.danger,
            error=done.lead(rival)[1],
        )


def _may_be_better(trial: Trial, best: Trial) -> bool:
    lead, error = best.wary_lead(trial)
    return lead <= BEHIND * error and HOPE * error - lead > ALIKE


def _is_free(lead: float, error: float) -> bool:
    """Whether a decision with this lead surely costs less than SLIP."""
    return lead > PLAIN * error or lead - SURE * error > -SLIP


class Scene:
    """One future for all decisions of an auction, and the fates of the positions seen in it."""

    def __init__(self, where: Prospect, odds: MindOdds, rng: Random) -> None:
        self.ahead = a_course(where.to_come, where.unseen, odds, where.temper, rng)
        self.fates: dict[tuple[int, ...], Fate] = {}

    def sale(self, where: Prospect) -> Future:
        """The limits of all seats for the lot on the table."""
        minds, chances, *_ = self.ahead
        lot = appraise(where.table.lot, where.unseen, where.temper, chances, minds)
        return Future(limits(where.table, where.money, lot), chances)

    def fate(self, where: Prospect, action: Action, sale: Future) -> Fate:
        """What comes of `action`."""
        table = where.table.copy()
        act(table, action, sale)
        position = (table.turn, table.theft, *table.hands, *table.luxuries)
        found = self.fates.get(position)
        if found is None:
            found = self.fates[position] = fate_of(table, self.ahead, where.edition)
        return found


def weigh(choices: Sequence[Choice], lots: int, seed: str) -> list[Weighed]:
    """The decisions of one auction, each compared with its best rival; `lots` is the effort for
    one of them, in simulated sales of lots."""
    cases = [_case(choice) for choice in choices]
    where = cases[0].where
    playouts = lots / where.length / (ALL_ENDS if counts_all_ends(where.unseen) else 1)
    odds = odds_before(choices[0].view, choices[0].memory)
    _scout(cases, int(SCOUTING * playouts), odds, Random(f"{seed}|scout"))
    _judge(cases, int(JUDGING * playouts), odds, Random(f"{seed}|judge"))
    return [case.weighed for case in cases]


def _case(choice: Choice) -> Case:
    others = [action for action in _candidates(choice.view) if action != choice.action]
    where = prospect(choice.view, choice.memory, PLAYOUT)
    return Case(choice, where, Trial(choice.action), [Trial(action) for action in others])


def _candidates(view: Observation) -> Sequence[Action]:
    """The actions to compare; every discard if a theft is to be paid."""
    if isinstance(view.legal[0], Discard):
        return view.legal
    return candidates(view)


def _scout(cases: Sequence[Case], times: int, odds: MindOdds, rng: Random) -> None:
    """Leave the best alternative of each decision, by about `times` futures."""
    left = [case for case in cases if len(case.rivals) > 1]
    for _ in range(0, max(times, 1), SCOUT_ROUND):
        _play(left, SCOUT_ROUND, odds, rng)
        for case in left:
            case.drop()
        left = [case for case in left if not case.is_scouted]


def _judge(cases: Iterable[Case], times: int, odds: MindOdds, rng: Random) -> None:
    """Compare each decision with its rival in `times` futures, or fewer if that settles it."""
    left = list(cases)
    for case in left:
        case.begin_judging()
    for begin in range(0, max(times, 1), JUDGE_ROUND):
        _play(left, min(JUDGE_ROUND, max(times, JUDGE_ROUND) - begin), odds, rng)
        left = [case for case in left if not case.is_settled]


def _play(cases: Sequence[Case], times: int, odds: MindOdds, rng: Random) -> None:
    for _ in range(times if cases else 0):
        scene = Scene(cases[0].where, odds, rng)
        for case in cases:
            case.play(scene)
