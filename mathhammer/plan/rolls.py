"""What one D6 does, and numbers that are rolled: faces are kept, not only masses."""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

import numpy as np

from mathhammer.core.dice import Dice, Term
from mathhammer.core.distribution import Array, Distribution, gathered

FAIL, SUCCESS, CRITICAL = 0, 1, 2

_NEVER = (False,) * 6


class Roll(NamedTuple):
    """What each face of a D6 means, and which faces are rolled again once (D-2).

    Attributes
    ----------
    outcome : tuple of int, shape (6,)
        `FAIL`, `SUCCESS` or `CRITICAL` for the faces 1 to 6.
    again : tuple of bool, shape (6,)
        The faces that are re-rolled.
    """

    outcome: tuple[int, ...]
    again: tuple[bool, ...] = _NEVER

    def masses(self) -> tuple[float, float, float]:
        """Return P(fail), P(success), P(critical), each counted from the faces.

        Examples
        --------
        >>> Roll((0, 0, 1, 1, 1, 2)).masses()
        (0.3333333333333333, 0.5, 0.16666666666666666)
        """
        faces = self.outcome.count
        if self.again is _NEVER:
            wins, criticals = faces(SUCCESS), faces(CRITICAL)
            return (6 - wins - criticals) / 6, wins / 6, criticals / 6
        again = tuple(compress(self.outcome, self.again))
        fail, success, critical = (
            (6 * (faces(outcome) - again.count(outcome)) + len(again) * faces(outcome)) / 36
            for outcome in (FAIL, SUCCESS, CRITICAL)
        )
        return fail, success, critical


class Amount(NamedTuple):
    """A number that is rolled: dice, a re-roll of the whole, and a table to the final value.

    Attributes
    ----------
    terms : tuple of Term
        The dice; empty for a fixed number.
    base : int
        The lowest possible total of the printed expression, which `values` starts at.
    again_below : int
        Printed totals below this are rolled again once, all dice together.
    values : tuple of int
        ``values[total - base]`` is the final value: modifiers live in this table.
    """

    terms: tuple[Term, ...]
    base: int
    again_below: int
    values: tuple[int, ...]

    @classmethod
    def fixed(cls, value: int) -> Amount:
        """Return an amount that is always `value`."""
        return cls((), value, 0, (value,))

    @property
    def maximum(self) -> int:
        """The highest possible final value."""
        return self.values[0] if len(self.values) == 1 else max(self.values)

    def pmf(self) -> Array:
        """Return the exact pmf of the final value, from 0; float64, shape (maximum + 1,).

        Examples
        --------
        >>> Amount.fixed(2).pmf().tolist()
        [0.0, 0.0, 1.0]
        """
        values = self.values
        if len(values) == 1:
            array = np.zeros(values[0] + 1)
            array[-1] = 1.0
            return array
        if len(self.terms) == 1 and self.again_below <= self.base:
            number, sides, _, _ = self.terms[0]
            low = values[0]
            if number == 1 and values == tuple(range(low, low + sides)):  # one plain die
                array = np.zeros(low + sides)
                array[low:] = 1.0 / sides
                return array
        constant = self.base - sum(t.keep for t in self.terms)
        printed = Dice(self.terms, constant).distribution().array
        if self.again_below > self.base:
            low = self.again_below - self.base
            kept = printed.copy()
            kept[:low] = 0.0
            printed = kept + printed[:low].sum() * printed
        return gathered(np.array(self.values), printed)

    def distribution(self) -> Distribution:
        """Return the exact distribution of the final value."""
        return Distribution.trusted(self.pmf())
