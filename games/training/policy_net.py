"""The policy as it is trained: two hidden layers, a number for each choice and one for the win."""

from itertools import pairwise

import numpy as np

from games.bots.choices import CHOICES
from games.bots.policy_inputs import INPUTS
from games.training.arrays import Array, zeros
from games.training.deals import Chance

NEVER = -1e9  # the score of what may not be chosen


class PolicyNet:
    """`parts` are the weights and biases of the layers, one after the other."""

    def __init__(self, parts: list[Array]) -> None:
        self.parts = parts

    @classmethod
    def new(cls, hidden: tuple[int, int], chance: Chance) -> "PolicyNet":
        wide = (INPUTS, *hidden, CHOICES + 1)
        parts: list[Array] = []
        for index, (into, out) in enumerate(pairwise(wide)):
            spread = (2 / into) ** 0.5 if index < len(hidden) else 0.01
            parts.append(chance.normal(0, spread, (into, out)).astype(np.float32))
            parts.append(zeros(out))
        return cls(parts)

    def copy(self) -> "PolicyNet":
        return PolicyNet([part.copy() for part in self.parts])

    def forward(self, inputs: Array) -> list[Array]:
        """The values of each layer; the last are the scores of the choices, and of winning."""
        layers, last = [inputs], len(self.parts) - 2
        for index in range(0, len(self.parts), 2):
            out = layers[-1] @ self.parts[index]
            out += self.parts[index + 1]
            layers.append(out if index == last else np.maximum(out, 0, out=out))
        return layers

    def backward(self, layers: list[Array], slope: Array) -> list[Array]:
        """How the loss grows with each of `parts`, from how it grows with the last layer."""
        slopes: list[Array] = []
        for index in range(len(self.parts) - 2, -1, -2):
            below = layers[index // 2]
            slopes = [below.T @ slope, slope.sum(0), *slopes]
            if index:
                slope = (slope @ self.parts[index].T) * (below > 0)
        return slopes


def chances(scores: Array, allowed: Array) -> Array:
    """The chance of each choice."""
    scores = np.where(allowed, scores, NEVER)
    found = np.exp(scores - scores.max(1, keepdims=True))
    return found / found.sum(1, keepdims=True)


def choose(found: Array, chance: Chance) -> Array:
    """One choice for each row, by its chances."""
    sums = found.cumsum(1)
    return (sums < chance.random((len(found), 1), dtype=np.float32) * sums[:, -1:]).sum(1)


def expected(scores: Array) -> Array:
    """The chance to win from its score."""
    return 1 / (1 + np.exp(-scores))
