"""The review of a whole game: cut into tasks, joined from their answers, stored as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from games.engine.cards import BY_ID
from games.engine.observation import observe
from games.engine.record import Record
from games.engine.wire import action_dict, action_from
from games.reviews.analysis.auctions import weigh
from games.reviews.analysis.decision_costs import Weighed
from games.reviews.analysis.moments import Auction, Interlude, auctions_of, interludes_of
from games.reviews.analysis.offers import Offer, offers_of
from games.reviews.analysis.outlooks import Outlook, look_ahead
from games.reviews.analysis.reasons import reason

FORMAT = 2
READABLE = (1, FORMAT)  # reports of format 1 differ only in how they were made
LOTS = 3_000_000  # the effort for a whole game, in simulated sales of lots
OUTLOOKS = 0.12  # the part of it that goes to the interludes
GLANCE = 0.05  # of the effort for a decision, the part that goes to its first impression
MOST_LOTS = 50_000  # for one decision
TURNING_POINTS = 3
STUDY = 2  # the size of a task that studies an auction

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """An auction or interlude to analyse, with its effort (for an auction, that for each decision)
    and its random seed; it contains no deck."""

    subject: Auction | Interlude
    lots: int
    seed: str
    size: int = 1  # the part of a slice that it takes


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
    """All tasks of the review of a finished game; the same for the same arguments.

    At first a glance at every auction, so that there is something to read at once, then the
    interludes, then every auction in earnest.
    """
    auctions, interludes = auctions_of(record), interludes_of(record)
    each = min(MOST_LOTS, int(lots * (1 - OUTLOOKS) / max(1, len(record.actions))))
    between = min(MOST_LOTS, int(lots * OUTLOOKS / record.final.revealed))
    glances = [Task(auction, int(each * GLANCE), seed) for auction in auctions]
    outlooks = [Task(interlude, between, seed) for interlude in interludes]
    studies = [Task(auction, each, seed, STUDY) for auction in auctions]
    tasks = enumerate((*glances, *outlooks, *studies))
    return tuple(replace(task, seed=f"{seed}|{number}") for number, task in tasks)


def solve(tasks: Sequence[Task]) -> list[Answer]:
    """The answers to `tasks` in plain JSON types."""
    return [_solve(task) for task in tasks]


def _solve(task: Task) -> Answer:
    if isinstance(task.subject, Interlude):
        return _rounded(asdict(look_ahead(task.subject, task.lots, Random(task.seed))))
    return {"weighed": [_weighed_dict(each) for each in weigh(task.subject, task.lots, task.seed)]}


def fits(answers: Sequence[Answer], tasks: Sequence[Task]) -> bool:
    """Whether these can be the answers to the first of the tasks: a process of another version,
    which has tasks of its own, may have added some."""
    kinds = [isinstance(task.subject, Interlude) for task in tasks]
    return ["weighed" not in answer for answer in answers] == kinds[: len(answers)]


def put_together(record: Record, answers: Sequence[Answer]) -> Report:
    """The review from the answers to all tasks of `record`; ValueError if some are missing."""
    auctions, interludes = len(auctions_of(record)), len(interludes_of(record))
    if len(answers) != 2 * auctions + interludes:
        raise ValueError("there is not one answer for each task")
    weighed = _all_weighed(answers[auctions + interludes :])
    outlooks = tuple(_outlook(answer) for answer in answers[auctions : auctions + interludes])
    return Report(weighed, outlooks, offers_of(record), turning_points(record, weighed))


def weighed_so_far(record: Record, answers: Sequence[Answer]) -> tuple[Weighed, ...]:
    """What the first answers tell of decisions, in the order of play: of an auction that was not
    studied yet only the glance. Answers that are of another version tell nothing."""
    auctions, interludes = len(auctions_of(record)), len(interludes_of(record))
    glances, studies = answers[:auctions], answers[auctions + interludes :]
    return _all_weighed((*studies, *glances[len(studies) :]))


def _all_weighed(answers: Sequence[Answer]) -> tuple[Weighed, ...]:
    return tuple(_weighed(each) for answer in answers for each in answer.get("weighed", ()))


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
    if data.get("format") not in READABLE:
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
