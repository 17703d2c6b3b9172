"""Fits the neural net to games: one hidden layer, the chances of a table's seats by softmax.

numpy computes on one core and in a fixed order, so that the same games give the same weights.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.training.self_play import Position

MOST_SEATS = 5
DIGITS = 5
Array = Any


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions as arrays: features by position and seat, chances to be predicted, a mask of the
    seats that are there."""

    inputs: Array
    won: Array
    there: Array

    def part(self, rows: Array) -> "Batch":
        return Batch(self.inputs[rows], self.won[rows], self.there[rows])

    def __len__(self) -> int:
        return len(self.won)


@dataclass(frozen=True, slots=True)
class Course:
    """How the net is trained."""

    neurons: int = 32
    rounds: int = 20
    batch: int = 256
    pace: float = 0.004
    decay: float = 1e-5


def batch_of(positions: Sequence[Position]) -> Batch:
    """These positions as arrays."""
    width = len(positions[0].seats[0]) + len(positions[0].outlook)
    inputs: Array = np.zeros((len(positions), MOST_SEATS, width), np.float32)
    won: Array = np.zeros((len(positions), MOST_SEATS))
    there: Array = np.zeros((len(positions), MOST_SEATS), bool)
    for row, position in enumerate(positions):
        for seat, features in enumerate(position.seats):
            inputs[row, seat] = (*features, *position.outlook)
        won[row, : len(position.won)] = position.won
        there[row, : len(position.won)] = True
    return Batch(inputs, won, there)


def joined(batches: Sequence[Batch]) -> Batch:
    """All of `batches` in one."""
    parts = ("inputs", "won", "there")
    return Batch(*(np.concatenate([getattr(each, part) for each in batches]) for part in parts))


class Net:
    """The weights: into each neuron, its bias, and its weight in the sum."""

    def __init__(self, width: int, neurons: int, chance: Any) -> None:
        self.into = chance.normal(0, (2 / width) ** 0.5, (width, neurons))
        self.bias = np.zeros(neurons)
        self.out = chance.normal(0, (1 / neurons) ** 0.5, neurons)

    @property
    def parts(self) -> list[Array]:
        return [self.into, self.bias, self.out]

    def chances(self, batch: Batch) -> tuple[Array, Array]:
        """The chance of each seat, and what each neuron says."""
        heard = np.maximum(batch.inputs @ self.into + self.bias, 0)
        scores = np.where(batch.there, heard @ self.out, -np.inf)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True), heard

    def loss(self, batch: Batch) -> float:
        """The mean surprise at who won, in nats."""
        chances, _ = self.chances(batch)
        return float(-(batch.won * np.log(np.maximum(chances, 1e-12))).sum() / len(batch))

    def slopes(self, batch: Batch) -> list[Array]:
        """How the loss grows with each of `parts`."""
        chances, heard = self.chances(batch)
        off = (chances - batch.won) / len(batch)
        back = off[..., None] * self.out * (heard > 0)
        return [
            np.tensordot(batch.inputs, back, ((0, 1), (0, 1))),
            back.sum(axis=(0, 1)),
            np.tensordot(heard, off, ((0, 1), (0, 1))),
        ]

    def neurons(self, seat_features: int) -> list[dict[str, Any]]:
        """The rows of `weights.json`."""
        into = np.round(self.into, DIGITS)
        return [
            {
                "seat": into[:seat_features, each].tolist(),
                "outlook": into[seat_features:, each].tolist(),
                "bias": round(float(self.bias[each]), DIGITS),
                "weight": round(float(self.out[each]), DIGITS),
            }
            for each in range(len(self.bias))
        ]


class Adam:
    """Steps against the slopes, each weight at a pace of its own."""

    def __init__(self, parts: Sequence[Array], decay: float) -> None:
        self.decay, self.steps = decay, 0
        self.means = [np.zeros_like(part) for part in parts]
        self.squares = [np.zeros_like(part) for part in parts]

    def step(self, parts: Sequence[Array], slopes: Sequence[Array], pace: float) -> None:
        self.steps += 1
        rows = zip(parts, slopes, self.means, self.squares, strict=True)
        rate = pace * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for part, slope, mean, square in rows:
            mean[...] += 0.1 * (slope - mean)
            square[...] += 0.001 * (slope**2 - square)
            part[...] -= rate * mean / (np.sqrt(square) + 1e-8) + pace * self.decay * part


def train(batch: Batch, course: Course, seed: int) -> Iterator[Net]:
    """The net after each round over all positions; the pace slows down to nothing."""
    chance = np.random.default_rng(seed)
    net = Net(batch.inputs.shape[2], course.neurons, chance)
    adam = Adam(net.parts, course.decay)
    for number in range(course.rounds):
        order = chance.permutation(len(batch))
        for start in range(0, len(order), course.batch):
            part = batch.part(order[start : start + course.batch])
            done = (number + start / len(order)) / course.rounds
            adam.step(net.parts, net.slopes(part), course.pace * (1 - done))
        yield net
