"""The policy's neural net: from what a seat sees to a score for each choice.

`policy.json` says what made it, and has the weights and biases of each layer, a row an input.
"""

import json
from collections.abc import Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("policy.json")


class Layer(NamedTuple):
    """For each neuron its weights, and the biases of all."""

    weights: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]


@cache
def layers() -> tuple[Layer, ...]:
    """The layers of the net that is shipped."""
    return tuple(
        Layer(tuple(zip(*layer["weights"], strict=True)), tuple(layer["bias"]))
        for layer in json.loads(FILE.read_text())["layers"]
    )


def scores(net: Sequence[Layer], inputs: Sequence[float]) -> list[float]:
    """The score of each choice, and the last one of winning."""
    *hidden, last = net
    heard: Sequence[float] = inputs
    for layer in hidden:
        heard = [max(0.0, total) for total in _through(layer, heard)]
    return _through(last, heard)


def _through(layer: Layer, heard: Sequence[float]) -> list[float]:
    """What each neuron of the layer makes of what it hears."""
    rows = zip(layer.weights, layer.bias, strict=True)
    return [sum(map(mul, weights, heard), bias) for weights, bias in rows]
