"""What is known of a turn after each of its steps, and the ways between its branches."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from mathhammer.core.distribution import Array


class StepOutcome(NamedTuple):
    """What is known after a step.

    Attributes
    ----------
    probability : float
        That it takes place.
    states : tuple of ndarray of float64
        For each unit the probabilities of its states, shape (size,).
    control : tuple of float
        Where the step asks for it: P(first side controls), P(contested), P(second).
    flows : tuple of (int, int, float)
        From which branch before the step to which after it, with the probability of having
        gone that way; empty where they were not followed (Monte Carlo).
    """

    probability: float
    states: tuple[Array, ...]
    control: tuple[float, float, float] | None
    flows: tuple[tuple[int, int, float], ...] = ()


class After:
    """The branches after a step while it is played, and how much came from where.

    Parameters
    ----------
    shape : tuple of int
        Of the joint.
    branches : int
    """

    def __init__(self, shape: tuple[int, ...], branches: int) -> None:
        self.arrays = [np.zeros(shape) for _ in range(branches)]
        self.before = 0
        self._flows: dict[tuple[int, int], float] = defaultdict(float)

    def add(self, branch: int, array: Array) -> None:
        """Take what came from the branch `before` into one after the step."""
        self.arrays[branch] += array
        self._flows[self.before, branch] += float(array.sum())

    @property
    def flows(self) -> tuple[tuple[int, int, float], ...]:
        """The ways that were gone, in order."""
        return tuple((i, j, p) for (i, j), p in sorted(self._flows.items()) if p > 0.0)
