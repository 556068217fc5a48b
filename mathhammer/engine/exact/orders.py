"""Which of several attacks, one after another, destroy a unit, over all orders of them.

An attack is a matrix: the probabilities of the states after it, a row for each state before.
P(destroyed) of an order is the product of a row, of its matrices and of the column of the states
without a living model. The products of the first attacks and of the last ones are each made
once, and met in the middle: all orders of five of twenty attacks (1.9 million) are one product
of two tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Array
from mathhammer.engine.limits import MAX_CHAINED, MAX_CHAINS

#: Probabilities that differ by less print the same: of such the cheapest counts.
SAME = 0.0005
#: What misses a level by rounding alone has reached it.
_ROUNDING = 1e-12
#: Orders that are looked at together.
_BLOCK = 1 << 21

Places = npt.NDArray[np.intp]


class Order(NamedTuple):
    """Attacks one after another.

    Attributes
    ----------
    places : tuple of int
        Of the attacks, in order.
    destroyed : float
        P(destroyed) after the last of them.
    cost : float
    """

    places: tuple[int, ...]
    destroyed: float
    cost: float


class _Part(NamedTuple):
    """The first or the last attacks of orders: their places, what they amount to, their costs."""

    places: Places
    values: Array
    costs: Array

    def of(self, which: slice | Places) -> _Part:
        """Return some of them."""
        return _Part(self.places[which], self.values[which], self.costs[which])


class _Block(NamedTuple):
    """Orders that consist of some first attacks and some last ones; -1 where one stands twice."""

    first: _Part
    last: _Part
    destroyed: Array

    def order(self, row: int, column: int) -> Order:
        """Return one of them."""
        places = (*self.first.places[row].tolist(), *self.last.places[column].tolist())
        cost = float(self.first.costs[row] + self.last.costs[column])
        return Order(places, min(1.0, float(self.destroyed[row, column])), cost)


class Orders:
    """All orders of some attacks on one unit.

    Parameters
    ----------
    matrices : sequence of ndarray of float64, shape (states, states)
    start : int
        The state before the first attack.
    dead : ndarray of bool, shape (states,)
        The states without a living model.
    costs : sequence of float

    Examples
    --------
    >>> half, third = ([[1 - p, p], [0, 1]] for p in (1 / 2, 1 / 3))
    >>> orders = Orders([np.array(third), np.array(half)], 0, np.array([False, True]), [50, 90])
    >>> orders.surest(1).places, round(orders.surest(2).destroyed, 4)
    ((1,), 0.6667)
    >>> orders.cheapest(0.3)
    Order(places=(0,), destroyed=0.3333333333333333, cost=50.0)
    """

    def __init__(
        self,
        matrices: Sequence[Array],
        start: int,
        dead: npt.NDArray[np.bool_],
        costs: Sequence[float],
    ) -> None:
        self._matrices = matrices
        self._costs = np.array(costs, dtype=float)
        size = dead.size
        self._firsts = [_Part(np.zeros((1, 0), np.intp), np.eye(1, size, start), np.zeros(1))]
        self._lasts = [_Part(np.zeros((1, 0), np.intp), dead.astype(float)[None], np.zeros(1))]

    @cached_property
    def most(self) -> int:
        """The most attacks of an order that are looked at."""
        number, orders, most = len(self._matrices), 1, 0
        while most < min(number, MAX_CHAINED) and orders * (number - most) <= MAX_CHAINS:
            orders *= number - most
            most += 1
        return most

    def surest(self, number: int) -> Order:
        """Return the order of so many attacks that destroys the unit most surely.

        Of those that print the same the cheapest, of these the first.
        """
        best: Order | None = None
        for block in self._blocks(number):
            high = float(block.destroyed.max())
            if best is not None and high < best.destroyed - SAME:
                continue
            costs = block.first.costs[:, None] + block.last.costs
            costs = np.where(block.destroyed >= high - SAME, costs, np.inf)
            found = block.order(*divmod(int(costs.argmin()), costs.shape[1]))
            if (
                best is None
                or found.destroyed > best.destroyed + SAME
                or (found.destroyed > best.destroyed - SAME and found.cost < best.cost)
            ):
                best = found
        assert best is not None
        return best

    def cheapest(self, level: float) -> Order | None:
        """Return the cheapest order, of up to `most` attacks, with P(destroyed) at a level.

        Of equally cheap ones the surest; None where none has it.
        """
        best: Order | None = None
        for number in range(1, self.most + 1):
            if best is not None and np.sort(self._costs)[:number].sum() > best.cost:
                break
            most = np.inf if best is None else best.cost
            for block in self._blocks(number, level - _ROUNDING, most):
                costs = block.first.costs[:, None] + block.last.costs
                costs = np.where(block.destroyed >= level - _ROUNDING, costs, np.inf)
                least = costs.min()
                if least == np.inf or (best is not None and least > best.cost):
                    continue
                surest = np.where(costs == least, block.destroyed, -1.0)
                found = block.order(*divmod(int(surest.argmax()), surest.shape[1]))
                if best is None or (-found.cost, found.destroyed) > (-best.cost, best.destroyed):
                    best = found
        return best

    def _blocks(self, number: int, least: float = 0.0, most: float = np.inf) -> Iterator[_Block]:
        """Yield orders of so many attacks, some first ones at a time.

        Parameters
        ----------
        number : int
        least : float
            Blocks in which no order has so high a P(destroyed) are left out.
        most : float
            First attacks with which every order costs more are left out.
        """
        behind = number // 2
        first, last = self._first(number - behind), self._last(behind)
        first = first.of(np.flatnonzero(first.costs + last.costs.min() <= most))
        rows = max(1, _BLOCK // len(last.costs))
        for begin in range(0, len(first.costs), rows):
            part = first.of(slice(begin, begin + rows))
            destroyed = part.values @ last.values.T
            if destroyed.max() < least:  # not even if attacks could stand in an order twice
                continue
            if behind:
                destroyed[self._twice(part, last)] = -1.0
            yield _Block(part, last, destroyed)

    def _twice(self, first: _Part, last: _Part) -> npt.NDArray[np.bool_]:
        """Return where an attack stands in both parts of an order; shape (first, last)."""
        if len(self._matrices) < 63:
            return np.asarray((self._bits(first)[:, None] & self._bits(last)) != 0)
        both = [(places[:, :, None] == np.arange(len(self._matrices))).any(axis=1)
                for places in (first.places, last.places)]  # fmt: skip
        return np.asarray(both[0].astype(np.float32) @ both[1].T.astype(np.float32) > 0)

    @staticmethod
    def _bits(part: _Part) -> npt.NDArray[np.int64]:
        return np.asarray((np.int64(1) << part.places.astype(np.int64)).sum(axis=1))

    def _first(self, number: int) -> _Part:
        while len(self._firsts) <= number:
            self._firsts.append(self._longer(self._firsts[-1], False))
        return self._firsts[number]

    def _last(self, number: int) -> _Part:
        while len(self._lasts) <= number:
            self._lasts.append(self._longer(self._lasts[-1], True))
        return self._lasts[number]

    def _longer(self, part: _Part, before: bool) -> _Part:
        """Return parts of one attack more, before or behind those that are there."""
        places, values, costs = [], [], []
        for i, matrix in enumerate(self._matrices):
            free = (part.places != i).all(axis=1)
            own = np.full((int(free.sum()), 1), i)
            kept = part.places[free]
            places.append(np.hstack([own, kept] if before else [kept, own]))
            values.append(part.values[free] @ (matrix.T if before else matrix))
            costs.append(part.costs[free] + self._costs[i])
        return _Part(np.vstack(places), np.vstack(values), np.concatenate(costs))
