"""Damage pools: every point carries over, so a unit is one line of points (A-2).

What the attacks of an ability inflict is gathered in a pool; each point of it may be
ignored by the ward; what is left is allocated point by point, model after model. Where
nothing is lost on the way from model to model, the points a unit has lost are the points
of all pools together, cut at its health: a pool is a convolution. The points of several
weapons in one pool are those of several pools one after another.
"""

import numpy as np

from mathhammer.core.distribution import Array, compound, flushed, gathered
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact.operators import ignore_chance
from mathhammer.engine.exact.queues import Phase, phases_of
from mathhammer.engine.exact.space import Ints, Space
from mathhammer.engine.exact.tallies import TallyWalker, attack_counts, most_counted, stage_mean
from mathhammer.engine.limits import MAX_STATES, MAX_WORK, too_large
from mathhammer.engine.plays import EXACT_POOLS, require
from mathhammer.plan import Group, Packet, Plan, Volley


class PooledEvolution:
    """The evolution of one target under one action whose damage goes through pools.

    Parameters
    ----------
    plan : Plan
        With one action and one target.
    final : ndarray of float64, optional
        What `final` is, where a batch has computed it.

    Raises
    ------
    NotModelledError
        The plan holds what this engine doesn't play.
    TooLargeError
        Too many states or points; with the size.
    """

    def __init__(self, plan: Plan, final: Array | None = None) -> None:
        if final is not None:
            self.final = final
        require(plan, EXACT_POOLS)
        self.action = action = plan.steps[0]
        self.target = plan.units[0]
        self.space = Space(self.target)
        self.cells = self.space.size
        points = most_counted(action, "damage_rolled")
        self.work = min(points, self.space.size) * self.space.size + points**2
        if self.work > MAX_WORK:
            damage = f"up to {points} points of damage on {self.space.size - 1} of health"
            raise too_large(f"{damage} take about {self.work:.1e} steps", MAX_WORK)

    @lazy
    def skipped(self) -> frozenset[int]:
        """The phases of which nothing is computed: those with too many pairs of states."""
        return frozenset(
            number
            for number, suffered in enumerate(self._suffered)
            if np.count_nonzero(self.states[number]) * min(suffered.size, self.space.size)
            > MAX_STATES
        )

    @lazy
    def phases(self) -> list[Phase]:
        """The weapons, whose points fill one pool in turn, then the pools of the dice."""
        return phases_of(self.action)

    @lazy
    def _suffered(self) -> list[Array]:
        """The pmf of the points of each phase after the ward.

        The ward is rolled for each point, so it may thin each attack instead of the pool.
        """
        group = self.target.groups[0]
        found = [poured(volley, one_attack(volley, group)) for volley in self.action.volleys]
        ignored = ignore_chance(group, True)
        return found + [warded(packet.pmf(), ignored) for packet in self.action.dice_packets]

    @lazy
    def states(self) -> list[Array]:
        """Probabilities of the states before the first phase and after each."""
        found = [self.space.begin()]
        for suffered in self._suffered:
            found.append(allocated(found[-1], suffered))
        return found

    @lazy
    def final(self) -> Array:
        """Probabilities of the states at the end; float64, shape (states,)."""
        return self.states[-1]

    def carry(self, rows: Array) -> Array:
        """Return what becomes of any probabilities of the states.

        Parameters
        ----------
        rows : ndarray of float64, shape (rows, states)

        Returns
        -------
        ndarray of float64, shape (rows, states)
        """
        for suffered in self._suffered:
            rows = allocated(rows, suffered)
        return rows

    def gained(self, number: int, *values: Ints) -> list[Array] | None:
        """Return the pmfs of how much values of states grow in a phase, from 0.

        Parameters
        ----------
        number : int
            Of the phase.
        *values : ndarray of int, shape (states,)
            Points lost, models slain; never decreasing.

        Returns
        -------
        list of ndarray of float64, one for each of `values`
            None for what is `skipped`.
        """
        if number in self.skipped:
            return None
        return [self._gained(number, each) for each in values]

    def _gained(self, number: int, values: Ints) -> Array:
        earlier, suffered = self.states[number], self._suffered[number]
        before = np.flatnonzero(earlier)
        last = self.space.size - 1
        most = int(values[-1] - values[0])
        total = np.zeros(most + 1)
        for state in before.tolist():
            points = _cut(suffered, last - state)
            growth = values[state : state + points.size] - values[state]
            part = gathered(growth, points)
            total[: part.size] += earlier[state] * part
        return np.trim_zeros(total, "b") if total.any() else total[:1]

    @lazy
    def ignored(self) -> float:
        """Expected points that the ward ignored: each point of every pool is rolled for."""
        group, volleys = self.target.groups[0], self.action.volleys
        points = sum(stage_mean(volley, "damage_rolled") for volley in volleys)
        mortal = sum(stage_mean(volley, "mortal") for volley in volleys)
        others = points - mortal
        for packet in self.action.dice_packets:
            pmf = packet.pmf()
            mortal += float(np.dot(pmf, np.arange(pmf.size)))
        return ignore_chance(group, False) * others + ignore_chance(group, True) * mortal


class Warded(TallyWalker):
    """Counts the points of attacks that the wards of a group leave (A-2)."""

    def __init__(self, group: Group) -> None:
        super().__init__("damage_rolled")
        self.group = group

    def points(self, packet: Packet) -> Array:
        """Return the pmf of the points of a packet that its ward leaves."""
        return warded(packet.amount.pmf(), ignore_chance(self.group, packet.mortal))


def one_attack(volley: Volley, group: Group) -> Array:
    """Return the pmf of the points of one attack that the wards of a group leave (A-2)."""
    return Warded(group).one_attack(volley)


def poured(volley: Volley, one: Array) -> Array:
    """Return the pmf of the points of all attacks of a volley, from that of one."""
    first, counts = attack_counts(volley)
    return compound(counts, first, one)


def pool_matrix(suffered: Array, states: int) -> Array:
    """Return what a pool does to the states as a matrix; float64, shape (states, states).

    Examples
    --------
    >>> pool_matrix(np.array([0.25, 0.25, 0.5]), 3).tolist()
    [[0.25, 0.25, 0.5], [0.0, 0.25, 0.75], [0.0, 0.0, 1.0]]
    """
    tail = np.zeros(states)
    kept = suffered[:states]
    line = np.zeros(2 * states - 1)
    line[states - 1 : states - 1 + kept.size] = kept
    matrix = np.lib.stride_tricks.sliding_window_view(line, states)[::-1].copy()
    after = np.cumsum(suffered[::-1])[::-1][:states]
    tail[: after.size] = after
    matrix[:, -1] = tail[::-1]
    return matrix


def warded(points: Array, ignored: float) -> Array:
    """Return how many points are left of a random number, each ignored with a chance (A-2).

    Examples
    --------
    >>> warded(np.array([0.0, 0.0, 1.0]), 0.5).tolist()
    [0.25, 0.5, 0.25]
    """
    if not ignored:
        return points
    return compound(points, 0, np.array([ignored, 1.0 - ignored]))


def _cut(points: Array, most: int) -> Array:
    """Return a pmf whose masses above `most` are added to its own."""
    if points.size <= most + 1:
        return points
    cut = points[: most + 1].copy()
    cut[most] = points[most:].sum()
    return cut


def allocated(states: Array, suffered: Array) -> Array:
    """Return the states after some points, allocated one by one and carried over (A-2).

    Parameters
    ----------
    states : ndarray of float64, shape (..., states)
        State s has lost s points; the last is destroyed.
    suffered : ndarray of float64
        The pmf of the points.

    Examples
    --------
    >>> allocated(np.array([1.0, 0.0, 0.0]), np.array([0.25, 0.25, 0.0, 0.5])).tolist()
    [0.25, 0.25, 0.5]
    """
    last = states.shape[-1] - 1
    suffered = _cut(suffered, last)
    result = np.zeros_like(states)
    if states.ndim == 1 and np.count_nonzero(states) == 1:
        state = int(np.flatnonzero(states)[0])
        points = _cut(suffered, last - state)
        result[state : state + points.size] = states[state] * points
        return flushed(result)
    for by, mass in enumerate(suffered.tolist()):
        if mass:
            result[..., by:] += mass * states[..., : last + 1 - by]
            if by:
                result[..., last] += mass * states[..., last + 1 - by :].sum(axis=-1)
    return flushed(result)
