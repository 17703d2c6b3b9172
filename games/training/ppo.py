"""Trains the policy by proximal policy optimisation: small steps towards what did better."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.training.adam import Adam
from games.training.arrays import Array
from games.training.lessons import Lesson, School
from games.training.policy_net import PolicyNet, chances, expected

BAND = 0.2  # how far a chance may move away from what it was when the games were played
VALUE = 1.0  # the weight of predicting the win
STEEPEST = 0.5  # slopes are shortened to this length


@dataclass(frozen=True, slots=True)
class Course:
    """How the policy is trained: `games` in all, `at_once` of them between two lessons.

    Nothing but the end depends on `games`: a longer course begins like a shorter one.
    """

    games: int
    at_once: int = 4096
    hidden: tuple[int, int] = (256, 128)
    rounds: int = 2
    batch: int = 8192
    pace: float = 8e-4
    slower: int = 200  # the lesson at which the pace is half of that
    curiosity: float = 0.04
    calmer: int = 80
    keeping: float = 0.9  # how slowly the mean of all nets so far follows the last one
    stars: float = 0.25
    parts: tuple[float, ...] = (0.55, 0.18, 0.06, 0.06, 0.07, 0.08)
    elders: int = 12
    ages: int = 8  # lessons between two elders

    @property
    def lessons(self) -> int:
        return max(1, self.games // self.at_once)

    def pace_at(self, lesson: int) -> float:
        return self.pace / (1 + lesson / self.slower)

    def curiosity_at(self, lesson: int) -> float:
        return self.curiosity / (1 + lesson / self.calmer)


@dataclass(frozen=True, slots=True)
class Report:
    """How a lesson went: the mean of the nets so far, the learner's shares of wins by the sort of
    table, and how many decisions it made."""

    net: PolicyNet
    shares: dict[str, float]
    decisions: int


def train(course: Course, seed: int) -> Iterator[Report]:
    """What was learnt after each lesson."""
    chance = np.random.default_rng(seed)
    net = PolicyNet.new(course.hidden, chance)
    adam, mean, elders = Adam(net.parts), net.copy(), [net.copy()]
    for number in range(course.lessons):
        school = School(course.at_once, course.stars, course.parts, chance)
        school.play(net, elders[chance.integers(len(elders))])
        lesson = school.lesson()
        for part, better in _portions(lesson, course, chance):
            found = slopes(net, part, better, course.curiosity_at(number))
            adam.step(net.parts, shortened(found), course.pace_at(number))
        keeping = min(course.keeping, number / (number + 1))
        for kept, new in zip(mean.parts, net.parts, strict=True):
            kept[...] += (1 - keeping) * (new - kept)
        if number % course.ages == course.ages - 1:
            elders = [*elders[-course.elders + 1 :], mean.copy()]
        yield Report(mean, school.shares(), len(lesson))


def _portions(lesson: Lesson, course: Course, chance: Any) -> Iterator[tuple[Lesson, Array]]:
    """The decisions of a lesson in random portions, with how much better each was than usual."""
    middle, spread = lesson.better.mean(), lesson.better.std() + 1e-6
    for _ in range(course.rounds):
        order = chance.permutation(len(lesson))
        for start in range(0, len(order), course.batch):
            part = lesson.part(order[start : start + course.batch])
            yield part, (part.better - middle) / spread


def slopes(net: PolicyNet, part: Lesson, better: Array, curiosity: float) -> list[Array]:
    """How the loss grows with each weight."""
    layers, count = net.forward(part.inputs), np.arange(len(part))
    found = chances(layers[-1][:, :-1], part.allowed)
    now = found[count, part.chosen]
    ratio = now / part.chance
    moves = np.where(better > 0, ratio < 1 + BAND, ratio > 1 - BAND)
    pull = np.where(moves, better * ratio, 0)
    slope = np.empty_like(layers[-1])
    logs = np.log(np.maximum(found, 1e-9))
    spread = -(found * logs).sum(1, keepdims=True)
    slope[:, :-1] = pull[:, None] * found + curiosity * found * (logs + spread)
    slope[count, part.chosen] -= pull
    slope[:, -1] = VALUE * (expected(layers[-1][:, -1]) - part.won)
    return net.backward(layers, slope / np.float32(len(part)))


def shortened(found: list[Array]) -> list[Array]:
    """The slopes, no longer than STEEPEST in all."""
    length = float(np.sqrt(sum(float((each**2).sum()) for each in found)))
    return found if length <= STEEPEST else [each * (STEEPEST / length) for each in found]
