"""What states are worth before the end: expected values, from the last event backward."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.lazy import Filled
from mathhammer.engine.exact.operators import Operator, product
from mathhammer.engine.exact.space import Space
from mathhammer.plan import DicePacket

#: Wounds lost, models slain, and whether the unit is destroyed.
VALUES = 3


class Tail:
    """What states are worth before the last weapon, by its counts.

    Parameters
    ----------
    powers : ndarray of float64, shape (n, states, states)
        Of the operator of one packet, from 0.
    end : End
    waiting : tuple of int
        How long the queues are at most before it.
    counts : list of ndarray of float64
        All counts.
    """

    def __init__(
        self, powers: Array, end: End, waiting: tuple[int, ...], counts: Sequence[Array]
    ) -> None:
        self._powers = powers.reshape(len(powers), -1)
        self._end = end
        self._waiting = waiting
        self._counts = counts
        #: By the number of the counts, values before the weapon; shape (...waiting, states, 3).
        self.worth = Filled(self._made)

    def _made(self, number: int) -> Array:
        counts = self._counts[number]
        waiting, entering = self._waiting, counts.shape[1:]
        matrices = product(counts.reshape(len(counts), -1).T, self._powers[: len(counts)])
        worth = self._end.worth([n + m - 1 for n, m in zip(waiting, entering, strict=True)])
        size = len(worth)
        total = np.zeros((size, prod(waiting) * VALUES))
        for at, matrix in zip(np.ndindex(entering), matrices, strict=True):
            window = tuple(slice(i, i + n) for i, n in zip(at, waiting, strict=True))
            later = worth[(slice(None), *window)].reshape(size, -1)
            total += product(matrix.reshape(size, size), later)
        return np.ascontiguousarray(np.moveaxis(total.reshape(size, *waiting, VALUES), 0, -2))


class End:
    """What is worth what, once all volleys are done.

    Parameters
    ----------
    space : Space
    units : list of (Operator, ndarray of float64)
        For each queue what one unit does: an operator, and the pmf of how often.
    dice : tuple of DicePacket
    point : Operator or None
        What one point of the dice does.
    """

    def __init__(
        self,
        space: Space,
        units: Sequence[tuple[Operator, Array]],
        dice: Sequence[DicePacket],
        point: Operator | None,
    ) -> None:
        slain = space.slain
        values = np.array([space.lost, slain, slain == slain[-1]], dtype=np.float64).T.copy()
        for packet in reversed(dice):
            assert point is not None
            values = _before(point, packet.pmf(), values)
        self._values = values
        self._units = units
        self._worth: Array | None = None

    def worth(self, lengths: Sequence[int]) -> Array:
        """Return the values of each state with so much waiting.

        Returns
        -------
        ndarray of float64, shape (states, ...lengths, 3)
        """
        if self._worth is None or any(
            n > m for n, m in zip(lengths, self._worth.shape[1:], strict=False)
        ):
            known = lengths if self._worth is None else self._worth.shape[1:]
            longer = [max(n, m) for n, m in zip(lengths, known, strict=False)]
            self._worth = self._made(longer)
        return self._worth[(slice(None), *map(slice, lengths))]

    def _made(self, lengths: Sequence[int]) -> Array:
        worth = self._values[..., None]  # (states, values, ...)
        for (operator, pmf), length in zip(reversed(self._units), reversed(lengths), strict=True):
            layers = [worth.reshape(len(worth), -1)]
            while len(layers) < length:
                layers.append(_before(operator, pmf, layers[-1]))
            worth = np.stack(layers, axis=1).reshape(len(worth), length, *worth.shape[1:])
        return worth.reshape(*worth.shape[: len(lengths) + 1], VALUES)


def _before(operator: Operator, pmf: Array, values: Array) -> Array:
    """Return the values of states before an operator is applied a random number of times."""
    total: Array = pmf[-1] * values
    for mass in pmf[-2::-1].tolist():
        total = operator.values_before(total)
        if mass:
            total = total + mass * values
    return total
