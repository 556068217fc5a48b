"""Walks of attacks and volleys over the states of a unit."""

from __future__ import annotations

import numpy as np

from ..distribution import Array
from ..plan import AFTER, NOW, Amount, Packet, Volley
from .operators import DENSE, Operator, damage_operator, point_operator
from .queues import Queue, key_of
from .sequence import Walker
from .space import Space
from .tallies import ONE, attack_counts, shifted


class StateWalker(Walker):
    """Carries the probabilities of states through the events of an attack.

    The walked array has shape (rows, ...queues, states); in composed form (see
    `Evolution`) the two axes before the last are the states of what waits.
    """

    def __init__(self, space: Space, queues: list[Queue], composed: bool) -> None:
        self.space = space
        self.queues = queues
        self.composed = composed
        self._operators: dict[object, Operator] = {}
        self._kept: list[Packet] = []  # an id stays unique while its packet lives
        self._pmfs: dict[Amount, Array] = {}

    def pmf(self, amount: Amount) -> Array:
        """Return the pmf of an amount, computed once."""
        found = self._pmfs.get(amount)
        if found is None:
            found = self._pmfs[amount] = amount.pmf()
        return found

    def operator(self, packet: Packet) -> Operator:
        """Return what a packet does that doesn't carry over, computed once."""
        found = self._operators.get(id(packet))  # hashing a packet would be slow
        if found is None:
            found = damage_operator(self.space, packet, packet.amount.pmf())
            self._operators[id(packet)] = found
            self._kept.append(packet)
        return found

    def point(self, mortal: bool) -> Operator:
        """Return what one point does that carries over, computed once."""
        found = self._operators.get(mortal)
        if found is None:
            found = self._operators[mortal] = point_operator(self.space, mortal)
        return found

    def send(self, packet: Packet, array: Array) -> Array:
        """Apply a packet, or let it wait; without queues, what waits is left out."""
        if packet.when == NOW:
            return self.operator(packet).apply(array)
        if self.composed and packet.when == AFTER:
            turned = np.swapaxes(array, -1, -2)
            return np.swapaxes(self.operator(packet).apply(turned), -1, -2)
        axis = 1
        for queue in self.queues:
            if queue.when == packet.when and queue.key in ((), key_of(packet)):
                entering = ONE if queue.key else self.pmf(packet.amount)
                return shifted(array, entering, axis)
            axis += 1
        return array


def run_volley(walker: StateWalker, volley: Volley, rows: Array) -> Array:
    """Return the probabilities after all attacks of a volley.

    Parameters
    ----------
    walker : StateWalker
    volley : Volley
    rows : ndarray of float64, shape (rows, ..., states)
    """
    first, counts = attack_counts(volley)
    most = first + counts.size - 1
    if rows.ndim == 2 and walker.space.size <= DENSE:
        one = attack_matrix(walker, volley)
        if counts.size == 1:
            return _advance(rows, one, first)
        rows = _advance(rows, one, first)
        total: Array = counts[-1] * rows
        for mass in counts[-2::-1].tolist():
            total = total.dot(one)
            total += mass * rows
        return total
    total = np.zeros_like(rows)
    for done in range(most + 1):
        if done >= first:
            total += counts[done - first] * rows
        if done < most:
            rows = walker.attack(volley, rows)
    return total


def attack_matrix(walker: StateWalker, volley: Volley) -> Array:
    """Return the dense matrix of one attack; what waits is left out of it.

    Returns
    -------
    ndarray of float64, shape (states, states)
    """
    size = walker.space.size
    if volley.uniform():
        nothing, acts, waits = volley.fates()
        if waits == 0.0 or walker.queues:
            matrix = walker.operator(volley.plain[0]).matrix
            assert matrix is not None
            one: Array = acts * matrix
            one.reshape(-1)[:: size + 1] += nothing
            return one
    if walker.queues:
        return Acting(walker).attack(volley, np.eye(size))
    return walker.attack(volley, np.eye(size))


def _advance(rows: Array, one: Array, times: int) -> Array:
    """Return ``rows @ one**times``, by squaring while that is the cheaper way."""
    size = one.shape[0]
    # A square costs about size / rows products of rows; small products cost their call alone.
    price = 3.0 if size <= 24 else 1.0 + size * size / 1200.0 / max(1, rows.shape[0])
    while times > 1 and times / 2 > price:
        if times & 1:
            rows = rows.dot(one)
        one = one.dot(one)
        times >>= 1
    for _ in range(times):
        rows = rows.dot(one)
    return rows


def resolve(rows: Array, unit: Operator, axis: int = 1) -> Array:
    """Return the probabilities after everything on one axis has been applied.

    By Horner's rule: the last unit is applied to the largest number first.
    """
    view = np.moveaxis(rows, axis, 0)
    total: Array = view[-1]
    for layer in view[-2::-1]:
        total = unit.apply(total) + layer
    return total


def spill_operator(point: Operator, pmf: Array) -> Array | None:
    """Return the dense matrix of a random number of points that carry over, or None."""
    if point.matrix is None:
        return None
    total: Array = pmf[-1] * np.eye(point.size)
    diagonal = np.arange(point.size)
    for mass in pmf[-2::-1].tolist():
        total = total @ point.matrix
        total[diagonal, diagonal] += mass
    return total


def spill(point: Operator, pmf: Array, rows: Array) -> Array:
    """Return the rows after a random number of points that carry over."""
    total: Array = pmf[-1] * rows
    for mass in pmf[-2::-1].tolist():
        total = point.apply(total) + mass * rows
    return total


class SpillOperator(Operator):
    """A pool packet as an operator: some points that carry over."""

    __slots__ = ("_pmf", "_point")

    def __init__(self, point: Operator, pmf: Array) -> None:
        self.size = point.size
        self._entries = None
        self.matrix = spill_operator(point, pmf)
        self._point, self._pmf = point, pmf

    def apply(self, rows: Array) -> Array:
        """Return the rows after the operator; float64, shape (..., states)."""
        if self.matrix is not None:
            result: Array = rows @ self.matrix
            return result
        return spill(self._point, self._pmf, rows)


class Acting(Walker):
    """What an attack does if it doesn't wait: a sub-stochastic walk."""

    def __init__(self, walker: StateWalker) -> None:
        self.walker = walker

    def send(self, packet: Packet, array: Array) -> Array:
        """Apply a packet that acts, drop one that waits."""
        return self.walker.send(packet, array) if packet.when == NOW else np.zeros_like(array)


class Waiting(Walker):
    """The probability that an attack waits: [doesn't, does]."""

    def send(self, packet: Packet, array: Array) -> Array:
        """Move the mass of a packet that waits."""
        return array if packet.when == NOW else np.array([0.0, array.sum()])
