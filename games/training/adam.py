"""Steps against the slopes of a loss, each weight at a pace of its own."""

from collections.abc import Sequence

import numpy as np

from games.training.arrays import Array

FAST, SLOW = 0.1, 0.001  # how quickly the means of slopes and of their squares follow


class Adam:
    """Keeps the running means for `parts`, which `step` changes in place."""

    def __init__(self, parts: Sequence[Array]) -> None:
        self.steps = 0
        self.means = [np.zeros_like(part) for part in parts]
        self.squares = [np.zeros_like(part) for part in parts]

    def step(self, parts: Sequence[Array], slopes: Sequence[Array], pace: float) -> None:
        self.steps += 1
        rows = zip(parts, slopes, self.means, self.squares, strict=True)
        rate = pace * (1 - (1 - SLOW) ** self.steps) ** 0.5 / (1 - (1 - FAST) ** self.steps)
        for part, slope, mean, square in rows:
            mean[...] += FAST * (slope - mean)
            square[...] += SLOW * (slope**2 - square)
            part[...] -= rate * mean / (np.sqrt(square) + 1e-8)
