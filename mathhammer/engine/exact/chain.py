"""The exact engine: the states of the target as a Markov chain, forward.

Nothing is sampled and nothing is cut off. Volley by volley the probabilities of all
states are carried on; what waits (Devastating Wounds under the errata, the one pool of
mortal wounds) is carried beside them as further axes of the same array, and resolved
when all volleys are done. Cost: attacks times states where nothing waits, times the
length of what waits where something does.
"""

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from mathhammer.core.distribution import Array, flushed, gathered
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact import walks
from mathhammer.engine.exact.operators import DENSE, Operator, ignore_chance
from mathhammer.engine.exact.queues import Phase, Queue, key_of, phases_of, queues_of
from mathhammer.engine.exact.space import Ints, Space
from mathhammer.engine.exact.work import per_state, stepping, tries, volley_work
from mathhammer.engine.limits import MAX_ROWS_WORK, MAX_STATES, MAX_WAITING, MAX_WORK, too_large
from mathhammer.engine.plays import EXACT, require
from mathhammer.plan import AFTER, NOW, POOL, Amount, Plan, Target, Volley

if TYPE_CHECKING:
    from mathhammer.engine.exact.pools import PooledEvolution
    from mathhammer.engine.exact.slain import PlayedDice

#: Steps of a call on a few states, or of a phase of many.
_CALL = 5_000.0
#: Below so many steps no estimate is made: it would take as long.
_LITTLE = 2e7


def _amounts(volley: Volley, waits: bool) -> list[Amount]:
    """Return the amounts of the packets that wait, or of those that don't."""
    return [packet.amount for packet in volley.packets() if (packet.when != NOW) is waits]


class Evolution:
    """The evolution of one target under one action.

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
        Too many states, or too much work; with the size.

    Notes
    -----
    Where `AFTER` packets of one volley differ, counting them would lose their order. The
    *composed* form then keeps, beside the state, the product of their operators: axes
    (rows, pool, before, after, state), S^3 numbers instead of S times their count.
    """

    def __init__(self, plan: Plan, final: Array | None = None) -> None:
        if final is not None:
            self.final = final
        require(plan, EXACT)
        self.action = action = plan.steps[0]
        self.target: Target = plan.units[0]
        self.space = Space(self.target)
        self.queues: list[Queue] = []
        self.composed = False
        self.cells = self.space.size
        for volley in action.volleys:
            if volley.waits():
                self._prepare_queues()
                break
        self._check_size()
        self.walker = walks.StateWalker(
            self.space,
            [q for q in self.queues if q.when == POOL] if self.composed else self.queues,
            self.composed,
        )

    def _prepare_queues(self) -> None:
        """Decide how what waits is carried along."""
        self.queues, mixed = queues_of(self.action.volleys)
        cells = self.space.size * prod(queue.length + 1 for queue in self.queues)
        self.composed = mixed or (
            cells > MAX_STATES and sum(q.when == AFTER for q in self.queues) > 1
        )
        self.cells = prod(self._shape) if self.composed else cells

    @property
    def _pool(self) -> Queue | None:
        """The pool of mortal wounds, resolved last."""
        return self.queues[-1] if self.queues and self.queues[-1].when == POOL else None

    @property
    def _shape(self) -> tuple[int, ...]:
        """The shape in composed form: (rows, pool, before, after, state), without pool if none."""
        size, pool = self.space.size, self._pool
        return (1, *(() if pool is None else (pool.length + 1,)), size, size, size)

    def _check_size(self) -> None:
        if self.cells > MAX_STATES:
            waiting = "what waits (Devastating Wounds, mortal wounds)"
            what = f"the target's states and {waiting} make {self.cells} states together"
            raise too_large(what, MAX_STATES)
        self.work = work = self._work()
        if work > MAX_WORK:
            what = f"the evaluation takes about {work:.1e} steps ({self.cells} states)"
            raise too_large(what, MAX_WORK)

    def _work(self) -> float:
        """Return about how many nanoseconds `final` takes; little work is only bounded."""
        size, volleys = self.space.size, self.action.volleys
        steps = 0
        for volley in volleys:
            steps += volley.most_attacks() * (tries(volley) if self.queues else 1)
        work = steps * (1000.0 + self.cells * size * (1.0 if self.queues else 0.2))
        if size > DENSE or (self.queues and work > _LITTLE):
            work = self._large_work()
        for packet in self.action.dice_packets:
            points = packet.maximum
            each = per_state([Amount.fixed(1)], self.space)
            cuts = 1 + sum(g.models for g in self.target.groups) * bool(packet.per_slain)
            work += cuts * (2.0 * points * points + points * (_CALL + size * each))
        return work

    def _large_work(self) -> float:
        """Return about how many nanoseconds the volleys and what waits take."""
        from mathhammer.engine.exact.counts import most_entering

        size, volleys = self.space.size, self.action.volleys
        work, carried = 0.0, 1
        for volley in volleys:
            if self.composed:
                each = per_state(_amounts(volley, False), self.space)
                work += stepping(volley, self.cells, each)
                continue
            work += volley_work(volley, self.queues, carried, self.space)
            for queue in self.queues:
                carried *= 1 + volley.most_attacks() * most_entering(volley, queue)
                carried = min(carried, self.cells // size)
        amounts = [amount for volley in volleys for amount in _amounts(volley, True)]
        each = per_state(amounts, self.space) if amounts else 0.0
        pool = [q for q in self.queues if q.when == POOL]
        if pool and size > DENSE:  # point by point
            each *= max(amount.maximum for amount in amounts)
        lengths = [q.length for q in (pool if self.composed else self.queues)]
        return work + self.cells * each + _CALL * sum(lengths)

    # --------------------------------------------------------------- evolution

    def _start(self) -> Array:
        """Return the array at the beginning; one row."""
        row = self.space.begin()
        if self.composed:
            return self._composed(row)
        return row.reshape([1] * (len(self.queues) + 1) + [row.size])  # nothing waits yet

    def _composed(self, row: Array) -> Array:
        """Return states in composed form, where whatever waits changes nothing yet."""
        size = row.size
        array = np.zeros(self._shape)
        array.reshape(-1, size, size, size)[0, range(size), range(size)] = row
        return array

    def _states(self, array: Array) -> Array:
        """Return the probabilities of the states alone, what waits left aside."""
        if self.composed:
            # any starting state of what waits holds the same total
            flat = array.reshape(-1, *array.shape[-3:])[:, 0].reshape(-1, array.shape[-1])
        else:
            flat = array.reshape(-1, array.shape[-1])
        return flat[0] if len(flat) == 1 else np.asarray(flat.sum(axis=0))

    def _composed_joint(self, array: Array) -> Array:
        """Return the joint of the state before and after what waited; (pool, before, after)."""
        inner = array.reshape(-1, *array.shape[-3:])
        return np.asarray(np.einsum("psbs->psb", inner))

    def operator_of_one(self, queue: Queue) -> Operator:
        """Return what one unit of a queue does."""
        if queue.when == POOL:
            point = self.walker.point
            if not queue.key:
                return point
            amount = queue.key[0]
            assert isinstance(amount, Amount)
            return walks.SpillOperator(point, self.walker.pmfs[amount])
        for volley in self.action.volleys:
            for packet in volley.packets():
                if packet.when == AFTER and key_of(packet) == queue.key:
                    return self.walker.operator(packet)
        raise AssertionError("a queue without packets")

    @lazy
    def _volleys(self) -> tuple[list[Array], Array]:
        """The states before each volley, and the array after the last."""
        one_by_one = bool(self.queues) and self._one_by_one()
        array = self._start()
        if one_by_one:
            array = array.reshape(1, -1)
        states = []
        last = len(self.action.volleys) - 1
        for i, volley in enumerate(self.action.volleys):
            states.append(self._states(array) if array.ndim > 2 else array[0])
            if one_by_one and i == last:
                array = walks.waiting_layers(self.walker, volley, array)[None]
            else:
                array = walks.run_volley(self.walker, volley, array)
        return states, array

    def after_dice(self, states: Array) -> Array:
        """Return the states after the dice that come last; shape (..., states)."""
        return self._played(states).states[-1] if self.action.dice_packets else states

    def _played(self, states: Array) -> "PlayedDice":
        from mathhammer.engine.exact.slain import PlayedDice

        return PlayedDice(self.action.dice_packets, self.space, states, self._spilt)

    def _spilt(self, states: Array, points: Array) -> Array:
        return walks.spill(self.walker.point, points, states)

    @property
    def _attacked(self) -> Array:
        """The states after the volleys and what waited."""
        return self._resolved[-1] if self.queues else self._states(self._volleys[1])

    @lazy
    def _dice(self) -> "PlayedDice":
        """The dice that come last, where there are any."""
        return self._played(self._attacked)

    def dice_points(self, number: int) -> Array:
        """Return the pmf of the mortal wounds that some of the dice inflict."""
        return self._dice.points(number)

    @lazy
    def final(self) -> Array:
        """Probabilities of the states at the end; float64, shape (states,)."""
        return self._dice.states[-1] if self.action.dice_packets else self._attacked

    @lazy
    def _resolved(self) -> list[Array]:
        """The states after each queue of what waited."""
        array = self._volleys[1]
        if self.composed:
            return self._resolved_composed(array)
        states = []
        for queue in self.queues:
            array = walks.resolve(array, self.operator_of_one(queue))
            states.append(array.reshape(-1, array.shape[-1]).sum(axis=0))
        return states

    def _resolved_composed(self, array: Array) -> list[Array]:
        """Return the states after what waited packet by packet, and after the pool."""
        left = self._composed_joint(array).sum(axis=1)  # (pool, states)
        states = [left.sum(axis=0)]
        if self._pool is not None:
            states.append(walks.resolve(left, self.operator_of_one(self._pool), 0))
        return states

    def carry(self, rows: Array) -> Array:
        """Return what becomes of any probabilities of the states; for turns.

        Parameters
        ----------
        rows : ndarray of float64, shape (rows, states)

        Returns
        -------
        ndarray of float64, shape (rows, states)
        """
        if self.composed:
            done = []
            for row in rows:
                array = self._composed(row)
                for volley in self.action.volleys:
                    array = walks.run_volley(self.walker, volley, array)
                done.append(self._resolved_composed(array)[-1])
            return self.after_dice(np.array(done))
        array = np.zeros((len(rows), *(q.length + 1 for q in self.queues), self.space.size))
        array.reshape(len(rows), -1, self.space.size)[:, 0] = rows
        for volley in self.action.volleys:
            array = walks.run_volley(self.walker, volley, array)
        for queue in self.queues:
            array = walks.resolve(array, self.operator_of_one(queue))
        return self.after_dice(array)

    def _one_by_one(self) -> bool:
        """Return whether only the last volley waits, each attack as a whole, densely."""
        if self.composed or len(self.queues) != 1 or self.space.size > DENSE:
            return False
        *before, last = self.action.volleys
        return (
            not any(volley.waits() for volley in before)
            and bool(self.queues[0].key)
            and last.extra is None
            and not last.on_critical
            and last.most_attacks() <= MAX_WAITING
            and len(last.hit_then_critical_wound) == len(last.critical_critical) == 1
        )

    # ------------------------------------------------------------------- rows

    @lazy
    def phases(self) -> list[Phase]:
        """The steps in order: volleys, what waited, the dice that come last."""
        return phases_of(self.action, self.queues, self.composed)

    @lazy
    def states(self) -> list[Array]:
        """Probabilities of the states before the first phase and after each."""
        before, array = self._volleys
        states = [*before, self._states(array)]
        if self.queues:
            states += self._resolved
        return states + self._dice.states if self.action.dice_packets else states

    @lazy
    def skipped(self) -> frozenset[int]:
        """The phases whose own effect is not computed, because it is too much work.

        A phase needs the joint of the states before and after it: a row of states for each
        state that is possible before.
        """
        size, phases = self.space.size, self.phases
        if len(phases) == 1:
            return frozenset()
        everything = [self._phase_work(phase, size) for phase in phases]
        if size * size <= MAX_STATES and sum(everything) <= MAX_ROWS_WORK:
            return frozenset()
        skipped, spent = set(), 0.0
        for number, phase in enumerate(phases):
            before = int(np.count_nonzero(self.states[number]))
            if before == 1:
                continue
            work = self._phase_work(phase, before)
            if before * size > MAX_STATES or spent + work > MAX_ROWS_WORK:
                skipped.add(number)
            else:
                spent += work
        return frozenset(skipped)

    def _phase_work(self, phase: Phase, rows: int) -> float:
        """Return about how many nanoseconds the joint of a phase takes, of so many rows."""
        size = self.space.size
        if phase.kind == "volley":
            return volley_work(self.action.volleys[phase.number], [], rows, self.space)
        if phase.kind == "dice":
            packet = self.action.dice_packets[phase.number]
            units, amounts, points = packet.maximum, [], 1
            rows *= len(self._dice.cuts[phase.number])
        elif self.composed and phase.kind == "after":
            return 0.0
        else:
            queue = self.queues[phase.number]
            units = queue.length
            amounts = [a for v in self.action.volleys for a in _amounts(v, True)]
            spilling = queue.when == POOL and size > DENSE
            points = max(a.maximum for a in amounts) if spilling else 1
        each = per_state(amounts, self.space)
        return units * points * (_CALL + rows * size * each)

    def joint(self, number: int) -> tuple[Ints, Array] | None:
        """Return the joint of the states before and after a phase.

        Returns
        -------
        before : ndarray of int, shape (rows,)
            States that are possible before.
        joint : ndarray of float64, shape (rows, states)
            None instead of both for what is `skipped`.
        """
        if number in self.skipped:
            return None
        phase = self.phases[number]
        earlier = self.states[number]
        before = np.flatnonzero(earlier)
        size = self.space.size
        if before.size == 1:
            return before, self.states[number + 1][None, :]
        if phase.kind == "dice":
            joint = np.zeros((before.size, size))
            for part, points in self._dice.rolled(phase.number):
                rows = np.zeros((before.size, size))
                rows[np.arange(before.size), before] = part[before]
                joint += self._spilt(rows, points)
            return before, joint
        if phase.kind == "volley":
            rows = np.zeros((before.size, size))
            rows[np.arange(before.size), before] = earlier[before]
            walker = walks.StateWalker(self.space, [], False)
            return before, walks.run_volley(walker, self.action.volleys[phase.number], rows)
        if self.composed and phase.kind == "after":
            return before, self._composed_joint(self._volleys[1]).sum(axis=0)[before]
        return before, self._queue_joint(phase, before)

    def _queue_joint(self, phase: Phase, before: Ints) -> Array:
        """Return the states after a queue, a row for each state before."""
        array = self._volleys[1]
        size = self.space.size
        if self.composed:
            layers = self._composed_joint(array).sum(axis=1)
        else:
            for queue in self.queues[: phase.number]:
                array = walks.resolve(array, self.operator_of_one(queue))
            # axes: 1 row, this queue, later queues, states
            layers = array.reshape(array.shape[1], -1, size).sum(axis=1)
        one, at = self.operator_of_one(self.queues[phase.number]), np.arange(before.size)
        total = np.zeros((before.size, size))
        for layer in layers[::-1]:  # as `resolve`, a layer being a diagonal
            total = flushed(one.apply(total))
            total[at, before] += layer[before]
        return total

    def gained(self, number: int, *values: Ints) -> list[Array] | None:
        """Return the pmfs of how much values of states grow in a phase, from 0.

        Parameters
        ----------
        number : int
            Of the phase.
        *values : ndarray of int, shape (states,)
            Wounds lost, models slain; never decreasing.

        Returns
        -------
        list of ndarray of float64, one for each of `values`
            None for what is `skipped`.
        """
        both = self.joint(number)
        if both is None:
            return None
        before, joint = both
        possible = joint > 0
        masses = joint[possible].ravel()
        return [
            gathered((value - value[before][:, None])[possible].ravel(), masses) for value in values
        ]

    @lazy
    def ignored(self) -> float:
        """Expected wounds that Feel No Pain ignored.

        Each point rolled for is ignored with the same chance, so the expected number
        ignored is the expected number lost times the odds (optional stopping).
        """
        total = 0.0
        by_group = self.space.lost_by_group
        groups = self.space.target.groups
        for mortal in (False, True):
            odds = [
                chance / (1.0 - chance) for chance in (ignore_chance(g, mortal) for g in groups)
            ]
            if not any(odds):
                continue
            for number, phase in enumerate(self.phases):
                if phase.mortal is mortal:
                    change = self.states[number + 1] - self.states[number]
                    total += float(np.dot(odds, by_group @ change))
        return total


def evolve(plan: Plan, final: Array | None = None) -> "Evolution | PooledEvolution":
    """Return the evolution of a plan of one action on one unit.

    Parameters
    ----------
    plan : Plan
    final : ndarray of float64, optional
        Probabilities of the states at the end, where they are known already.

    Raises
    ------
    NotModelledError
        The plan holds what this engine doesn't play.
    TooLargeError
        Too many states, or too much work; with the size.
    """
    if plan.steps and plan.steps[0].pooled:
        from mathhammer.engine.exact.pools import PooledEvolution

        return PooledEvolution(plan, final)
    return Evolution(plan, final)
