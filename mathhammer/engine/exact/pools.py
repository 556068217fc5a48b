"""Damage pools: every point carries over, so a unit is one line of points (A-2).

What the attacks of an ability inflict is gathered in a pool; each point of it may be
ignored by the ward; what is left is allocated point by point, model after model. Where
nothing is lost on the way from model to model, the points a unit has lost are the points
of all pools together, cut at its health: a pool is a convolution. The points of several
weapons in one pool are those of several pools one after another.
"""

from typing import TYPE_CHECKING

import numpy as np

from mathhammer.core.distribution import Array, compound, flushed, gathered
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact.counts import all_attacks
from mathhammer.engine.exact.operators import ignore_chance
from mathhammer.engine.exact.queues import Phase, phases_of
from mathhammer.engine.exact.space import Ints, Space
from mathhammer.engine.exact.tallies import (
    TallyWalker,
    attack_counts,
    most_counted,
    shifted,
    stage_mean,
)
from mathhammer.engine.limits import MAX_PAIRS, MAX_STATES, MAX_WORK, too_large
from mathhammer.engine.plays import EXACT_POOLS, require
from mathhammer.plan import Action, Group, Packet, Plan, Volley

if TYPE_CHECKING:
    from mathhammer.engine.exact.slain import PlayedDice


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
            for number, parts in enumerate(self._parts)
            if sum(
                np.count_nonzero(states) * min(suffered.size, self.space.size)
                for states, suffered in parts
            )
            > MAX_STATES
        )

    @lazy
    def phases(self) -> list[Phase]:
        """The weapons, whose points fill one pool in turn, then the pools of the dice."""
        return phases_of(self.action)

    @lazy
    def _suffered(self) -> list[Array]:
        """The pmf of the points of each volley after the ward.

        The ward is rolled for each point, so it may thin each attack instead of the pool.
        """
        group = self.target.groups[0]
        return [poured(volley, one_attack(volley, group)) for volley in self.action.volleys]

    @lazy
    def _attacked(self) -> list[Array]:
        """The states before the first volley and after each."""
        states = [self.space.begin()]
        for suffered in self._suffered:
            states.append(allocated(states[-1], suffered))
        return states

    def _played(self, states: Array) -> "PlayedDice":
        from mathhammer.engine.exact.slain import PlayedDice

        return PlayedDice(
            self.action.dice_packets,
            self.space,
            states,
            lambda part, points: allocated(part, self._warded(points)),
        )

    def _warded(self, points: Array) -> Array:
        """Return the pmf of the points of dice that the ward leaves."""
        return warded(points, ignore_chance(self.target.groups[0], True))

    @lazy
    def _dice(self) -> "PlayedDice":
        """The dice that come last, where there are any."""
        return self._played(self._attacked[-1])

    @lazy
    def _parts(self) -> list[list[tuple[Array, Array]]]:
        """The states before each phase, each with the pmf of the points suffered in it.

        Several of them where dice follow the models that the volleys slew.
        """
        volleys = [[pair] for pair in zip(self._attacked, self._suffered, strict=False)]
        return volleys + [
            [(part, self._warded(points)) for part, points in self._dice.rolled(number)]
            for number in range(len(self.action.dice_packets))
        ]

    @lazy
    def states(self) -> list[Array]:
        """Probabilities of the states before the first phase and after each."""
        return self._attacked + (self._dice.states if self.action.dice_packets else [])

    def dice_points(self, number: int) -> Array:
        """Return the pmf of the mortal damage that some of the dice inflict."""
        return self._dice.points(number)

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
        return self._played(rows).states[-1] if self.action.dice_packets else rows

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
        last = self.space.size - 1
        most = int(values[-1] - values[0])
        total = np.zeros(most + 1)
        for earlier, suffered in self._parts[number]:
            for state in np.flatnonzero(earlier).tolist():
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
        for number in range(len(self.action.dice_packets)):
            pmf = self.dice_points(number)
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


class BothWalker(Warded):
    """Counts what the wards leave (axis 0) and a stage (axis 1) together."""

    def __init__(self, group: Group, stage: str) -> None:
        super().__init__(group)
        self.counts_all = stage == "damage_rolled"

    def send(self, packet: Packet, array: Array) -> Array:
        """Count a packet."""
        fail, passed, _ = (1.0, 0.0, 0.0) if packet.saves is None else packet.saves[0].masses()
        result = passed * array
        counted = self.counts_all or packet.mortal
        for points, mass in enumerate(packet.amount.pmf().tolist()):
            if mass:
                all_of_them = np.append(np.zeros(points), 1.0)
                left = warded(all_of_them, ignore_chance(self.group, packet.mortal))
                moved = mass * shifted(array, left)
                by = points if counted else 0
                result[:, by:] += fail * moved[:, : moved.shape[1] - by]
        return result


def state_and_count(action: Action, space: Space, stage: str) -> Array:
    """Return the joint of the state and a stage's count after volleys; shape (states, count).

    Raises
    ------
    TooLargeError
        More pairs than `MAX_PAIRS`.
    """
    walker = BothWalker(space.target.groups[0], stage)
    most = [walker.most_per_attack(volley) for volley in action.volleys]
    points = sum(n * v.most_attacks() for n, v in zip(most, action.volleys, strict=True))
    pairs = (points + 1) ** 2
    if pairs > MAX_PAIRS:
        what = f"{stage.replace('_', ' ')} with models slain takes {points + 1} x {points + 1}"
        raise too_large(f"{what} pairs", MAX_PAIRS)
    total = np.ones((1, 1))
    for volley, length in zip(action.volleys, most, strict=True):
        start = np.zeros((length + 1, length + 1))
        start[0, 0] = 1.0
        counts = all_attacks(walker.attack(volley, start), *attack_counts(volley))
        longer = np.zeros([n + m - 1 for n, m in zip(total.shape, counts.shape, strict=True)])
        for (left, counted), mass in np.ndenumerate(counts):
            if mass:
                into = longer[left : left + total.shape[0], counted : counted + total.shape[1]]
                into += mass * total
        total = longer
    last = space.size - 1
    if len(total) <= last:
        return np.pad(total, ((0, last + 1 - len(total)), (0, 0)))
    return np.concatenate([total[:last], total[last:].sum(axis=0, keepdims=True)])


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
