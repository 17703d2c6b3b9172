"""The review of a whole game: cut into tasks, joined from their answers, stored as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from games.engine.cards import BY_ID
from games.engine.observation import observe
from games.engine.record import Record
from games.engine.wire import action_dict, action_from
from games.reviews.analysis.decision_costs import Outlook, Weighed, look_ahead, weigh
from games.reviews.analysis.moments import Choice, Moment, interludes_of, moments_of
from games.reviews.analysis.offers import Offer, offers_of
from games.reviews.analysis.reasons import reason

FORMAT = 1
LOTS = 3_000_000  # the effort for a whole game, in simulated sales of lots
OUTLOOKS = 0.12  # the part of it that goes to the interludes
MOST_LOTS = 50_000  # for one decision
TURNING_POINTS = 3

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """One moment to analyse, with its effort and its random seed; it contains no deck."""

    moment: Moment
    lots: int
    seed: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of the costliest decisions, and the code of the reason."""

    ply: int
    code: str


@dataclass(frozen=True, slots=True)
class Report:
    """The review of a game."""

    weighed: tuple[Weighed, ...]
    outlooks: tuple[Outlook, ...]
    offers: tuple[Offer, ...]
    turning: tuple[TurningPoint, ...]


def tasks_of(record: Record, seed: str, lots: int = LOTS) -> tuple[Task, ...]:
    """All tasks of the review of a finished game; the same for the same arguments."""
    decisions = max(1, len(record.actions))
    each = min(MOST_LOTS, int(lots * (1 - OUTLOOKS) / decisions))
    between = min(MOST_LOTS, int(lots * OUTLOOKS / record.final.revealed))
    return tuple(
        Task(moment, each if isinstance(moment, Choice) else between, f"{seed}|{number}")
        for number, moment in enumerate(moments_of(record))
    )


def solve(tasks: Sequence[Task]) -> list[Answer]:
    """The answers to `tasks` in plain JSON types."""
    return [_solve(task) for task in tasks]


def _solve(task: Task) -> Answer:
    rng = Random(task.seed)
    if isinstance(task.moment, Choice):
        return _weighed_dict(weigh(task.moment, task.lots, rng))
    return _rounded(asdict(look_ahead(task.moment, task.lots, rng)))


def put_together(record: Record, answers: Sequence[Answer]) -> Report:
    """The review from the answers to all tasks of `record`; ValueError if some are missing."""
    count = len(record.actions)
    weighed = tuple(_weighed(answer) for answer in answers[:count])
    outlooks = tuple(_outlook(answer) for answer in answers[count:])
    if len(weighed) != count or len(outlooks) != len(interludes_of(record)):
        raise ValueError("there is not one answer for each task")
    return Report(weighed, outlooks, offers_of(record), turning_points(record, weighed))


def turning_points(record: Record, weighed: Sequence[Weighed]) -> tuple[TurningPoint, ...]:
    """The costliest of these decisions, each with its reason; at most TURNING_POINTS."""
    costly = sorted((each for each in weighed if each.is_costly), key=lambda each: -each.cost)
    return tuple(
        TurningPoint(each.ply, reason(each, observe(record.states[each.ply], each.action.seat)))
        for each in costly[:TURNING_POINTS]
    )


def report_dict(report: Report) -> dict[str, Any]:
    """`report` in plain JSON types."""
    return {
        "format": FORMAT,
        "weighed": [_weighed_dict(each) for each in report.weighed],
        "outlooks": [asdict(each) for each in report.outlooks],
        "offers": [asdict(each) | {"lot": each.lot.id} for each in report.offers],
        "turning": [asdict(each) for each in report.turning],
    }


def report_from(data: Mapping[str, Any]) -> Report:
    """The report in `data`; ValueError if it is of another format."""
    if data.get("format") != FORMAT:
        raise ValueError("a review of another format")
    return Report(
        tuple(_weighed(each) for each in data["weighed"]),
        tuple(_outlook(each) for each in data["outlooks"]),
        tuple(Offer(**each | {"lot": BY_ID[each["lot"]]}) for each in data["offers"]),
        tuple(TurningPoint(**each) for each in data["turning"]),
    )


def _weighed_dict(weighed: Weighed) -> Answer:
    rival = None if weighed.rival is None else action_dict(weighed.rival)
    return _rounded(asdict(weighed)) | {"action": action_dict(weighed.action), "rival": rival}


def _weighed(answer: Answer) -> Weighed:
    rival = None if answer["rival"] is None else action_from(answer["rival"])
    return Weighed(**answer | {"action": action_from(answer["action"]), "rival": rival})


def _outlook(answer: Answer) -> Outlook:
    return Outlook(tuple(answer["won"]), tuple(answer["out"]), answer["end"])


def _rounded(answer: Answer) -> Answer:
    """Numbers rounded to four digits, which is finer than their standard error."""
    return {name: _round(value) for name, value in answer.items()}


def _round(value: object) -> object:
    if isinstance(value, tuple):
        return [_round(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value
