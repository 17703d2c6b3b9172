"""A small neural net with one hidden layer: from features of a table to chances to win.

`weights.json` says what made it, and has a line a neuron: weights for the features of a seat, for
those of the outlook that all seats share, and its weight in the sum.
"""

import json
from collections.abc import Iterable, Sequence
from math import exp
from operator import mul
from pathlib import Path
from typing import NamedTuple

_WEIGHTS = json.loads(Path(__file__).with_name("weights.json").read_text())["neurons"]


class Neuron(NamedTuple):
    """The weights of a neuron for the features of a seat, its bias, and its output weight."""

    weights: tuple[float, ...]
    bias: float
    weight: float


def neurons(outlook: Sequence[float]) -> list[Neuron]:
    """The net for this outlook, whose part of each sum goes into the bias once for all seats."""
    return [
        Neuron(tuple(row["seat"]), row["bias"] + _dot(row["outlook"], outlook), row["weight"])
        for row in _WEIGHTS
    ]


def chances(net: Sequence[Neuron], seats: Iterable[Sequence[float]]) -> list[float]:
    """The chance of each of `seats` to win; they sum up to 1."""
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
