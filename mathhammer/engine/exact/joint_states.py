"""The units of a turn side by side: their states as the axes of one array.

Each unit has an axis; where it may come back once destroyed (S-3), its axis holds all
its states twice, before and after that.
"""

from math import prod
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Array
from mathhammer.core.errors import NotModelledError
from mathhammer.engine.exact.space import Ints, ModelLine, Space
from mathhammer.engine.limits import MAX_STATES, too_large
from mathhammer.plan import Target

Flags = npt.NDArray[np.bool_]
Values = TypeVar("Values", Ints, Flags)


class UnitStates:
    """One unit of a turn and its axis.

    Parameters
    ----------
    unit : Target

    Attributes
    ----------
    space : Space
    alone : Target
        The unit as one attack on it meets it, whatever it has lost by then.
    size : int
        Of the axis.
    survivors : ndarray of int, shape (groups, size)
        Living models of each group.
    living : ndarray of int, shape (size,)
        Living models.
    left : ndarray of int, shape (size,)
        Wounds left.
    """

    def __init__(self, unit: Target) -> None:
        self.unit = unit
        self.alone = unit._replace(start=0, returns=False)
        self.space = Space(unit)
        self.copies = 2 if unit.returns else 1
        self.size = self.space.size * self.copies
        models = np.array([group.models for group in unit.groups])
        self.survivors = self._each(models[:, None] - self.space.slain_by_group)
        self.living = self.survivors.sum(axis=0)
        self.left = self._each(self.space.lost[-1] - self.space.lost)

    def _each(self, states: Ints) -> Ints:
        return np.concatenate([states] * self.copies, axis=-1)

    def weak(self) -> Flags:
        """Return in which states the living unit is below half strength (W-5.4)."""
        first, last = self.unit.groups[0], self.unit.groups[-1]
        start, leaders = self.unit.starting_models, self.unit.leaders
        below = self._below_half(self.living, start, first.health)
        if leaders:  # when one part is destroyed, the strength is the other's own (W-2)
            plain = self.survivors[:-leaders].sum(axis=0)
            leading = self.living - plain
            own = self._below_half(plain, start - leaders, first.health)
            below = np.where(leading == 0, own, below)
            own = self._below_half(leading, leaders, last.health)
            below = np.where(plain == 0, own, below)
        found: Flags = below & (self.living > 0)
        return found

    def _below_half(self, living: Ints, start: int, health: int) -> Flags:
        """Return where fewer than half of some models are left, or of one model's wounds."""
        if start > 1:
            return np.asarray(2 * living < start)
        return np.asarray(2 * self.left < health)

    def slain_once(self) -> Ints:
        """Return the state after the front model is slain; shape (states,)."""
        return self._in_a_row("losses of whole models are").end

    def _in_a_row(self, what: str) -> ModelLine:
        """Return the unit's models, where its states are those of one row."""
        space = self.space
        if space.behind is not None or space.doubled:
            raise NotModelledError(
                f"{what} not modelled for a unit whose leader is reached by Precision, or whose "
                "first failed save inflicts nothing"
            )
        return space.front

    def mended(self, points: int, returns: bool) -> Ints:
        """Return the state after some points are regained; shape (states,).

        Slain models come back first, where `returns`; then the front model heals.
        """
        front = self._in_a_row("healing is")
        model, states = front.model, front.states
        begins = np.searchsorted(model, model)
        back = np.zeros_like(states)
        if returns:
            health = self.unit.groups[0].health
            back = np.minimum(model, points // health) * health
        healed = np.minimum(states - begins, points - back)
        goal = states - back - healed
        goal[-1] = states[-1]  # a destroyed unit stays destroyed
        return np.asarray(goal)


class JointStates:
    """All units of a turn.

    Parameters
    ----------
    units : tuple of Target

    Raises
    ------
    TooLargeError
        More than `MAX_STATES` joint states.
    """

    def __init__(self, units: tuple[Target, ...]) -> None:
        self.seats = [UnitStates(unit) for unit in units]
        self.shape = tuple(seat.size for seat in self.seats)
        self.cells = prod(self.shape)
        if self.cells > MAX_STATES:
            sizes = " x ".join(str(size) for size in self.shape)
            what = f"the states of all units make {sizes} = {self.cells} joint states"
            raise too_large(what, MAX_STATES)

    def start(self) -> Array:
        """Return the joint probabilities at the beginning; shape (size of each unit...)."""
        array = np.zeros(self.shape)
        array[tuple(seat.unit.start for seat in self.seats)] = 1.0
        return array

    def along(self, unit: int, values: Values) -> Values:
        """Return values of a unit's states so that they broadcast over the joint."""
        shape = [1] * len(self.shape)
        shape[unit] = -1
        return values.reshape(shape)

    def alive(self, units: tuple[int, ...]) -> Flags:
        """Return where some units are alive, broadcasting over the joint."""
        mask = np.ones([1] * len(self.shape), dtype=np.bool_)
        for unit in units:
            mask = mask & self.along(unit, self.seats[unit].living > 0)
        return mask

    def gone(self, array: Array, units: tuple[int, ...]) -> tuple[float, float]:
        """Return P(any of some units is destroyed) and P(all of them are)."""
        some, every = np.False_, np.True_
        for unit in units:
            dead = self.along(unit, self.seats[unit].living == 0)
            some, every = some | dead, every & dead
        first, second = (
            float(array[np.broadcast_to(mask, array.shape)].sum()) for mask in (some, every)
        )
        return min(1.0, first), min(1.0, second)

    def marginal(self, array: Array, unit: int) -> Array:
        """Return the probabilities of one unit's states; shape (size,)."""
        others = tuple(axis for axis in range(array.ndim) if axis != unit)
        return np.asarray(array.sum(axis=others))

    def moved(self, array: Array, unit: int, goals: Ints, shares: Array) -> Array:
        """Return the joint after one unit's states were moved.

        Parameters
        ----------
        array : ndarray of float64
        unit : int
        goals : ndarray of int, shape (k, states)
            Where a share of each state goes; both halves of an axis are moved alike.
        shares : ndarray of float64, shape (k, states) or (k, 1)
        """
        ahead = np.moveaxis(array, unit, 0)
        states = self.seats[unit].space.size
        result = np.zeros_like(ahead)
        for start in range(0, ahead.shape[0], states):
            half = ahead[start : start + states]
            for goal, share in zip(goals, shares, strict=True):
                weights = share.reshape(-1, *[1] * (half.ndim - 1))
                np.add.at(result, goal + start, half * weights)
        return np.moveaxis(result, 0, unit)

    def control(
        self, arrays: list[Array], weights: tuple[tuple[int, ...], ...]
    ) -> tuple[float, float, float]:
        """Return P(first side controls), P(contested), P(second side) (W-5.8, A-7).

        Parameters
        ----------
        arrays : list of ndarray of float64
            The joint in each branch.
        weights : tuple of (tuple of int, ...)
            For each branch what a living model of each unit counts; negative: for the second.
        """
        found = [0.0, 0.0, 0.0]
        for array, of_units in zip(arrays, weights, strict=True):
            level = np.zeros(array.shape, dtype=np.int64)
            for unit, weight in enumerate(of_units):
                level += weight * self.along(unit, self.seats[unit].living)
            for i, mask in enumerate((level > 0, level == 0, level < 0)):
                found[i] += float(array[mask].sum())
        return found[0], found[1], found[2]
