"""A small net with one hidden layer: from numbers of a table to the chances to win.

`weights.json` has a line a neuron: weights for the numbers of a seat, for those of the outlook that
all seats share, and for its voice in the sum.
"""

import json
from collections.abc import Iterable, Sequence
from math import exp
from operator import mul
from pathlib import Path
from typing import NamedTuple

_WEIGHTS = json.loads(Path(__file__).with_name("weights.json").read_text())


class Neuron(NamedTuple):
    """What a neuron makes of the numbers of a seat, and what it adds to the seat's score."""

    weights: tuple[float, ...]
    bias: float
    weight: float


def neurons(outlook: Sequence[float]) -> list[Neuron]:
    """The net in the light of this outlook, whose part is summed up once for all seats."""
    return [
        Neuron(tuple(row["seat"]), row["bias"] + _dot(row["outlook"], outlook), row["weight"])
        for row in _WEIGHTS
    ]


def chances(net: Sequence[Neuron], seats: Iterable[Sequence[float]]) -> list[float]:
    """The chance of each of `seats` to win, 1 in all."""
    scores = [exp(_score(net, numbers)) for numbers in seats]
    total = sum(scores)
    return [score / total for score in scores]


def _score(net: Sequence[Neuron], numbers: Sequence[float]) -> float:
    score = 0.0
    for weights, bias, weight in net:
        heard = sum(map(mul, weights, numbers)) + bias
        if heard > 0:
            score += weight * heard
    return score


def _dot(weights: Sequence[float], numbers: Sequence[float]) -> float:
    total: float = sum(map(mul, weights, numbers))
    return total
