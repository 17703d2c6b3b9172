"""New arrays, of a type that is not checked further."""

from typing import Any

import numpy as np

Array = Any
WHOLE, REAL = np.int32, np.float32


def zeros(shape: Any, kind: Any = REAL) -> Array:
    return np.zeros(shape, kind)


def full(shape: Any, value: float, kind: Any = REAL) -> Array:
    return np.full(shape, value, kind)
