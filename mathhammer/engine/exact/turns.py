"""The exact engine for whole turns: the branches, and in each the joint states of all units.

Each step takes every branch's joint probabilities to those after it. An attack depends
on the survivors of the actor (attack counts) and on the size of the target (Blast), so
the joint is cut along the actor's axis into classes that attack alike; for each class
the attack is a stochastic matrix on the target's axis, computed by the same evolution
that a single attack has.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from mathhammer.core.distribution import Array, power
from mathhammer.core.errors import TooLargeError, inside
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact.chain import Evolution
from mathhammer.engine.exact.explosions import Explosions
from mathhammer.engine.exact.fights import fight
from mathhammer.engine.exact.joint_states import JointStates, UnitStates
from mathhammer.engine.exact.operators import DENSE, ignore_chance
from mathhammer.engine.exact.outcomes import After, StepOutcome
from mathhammer.engine.exact.pools import allocated, one_attack, pool_matrix, poured, warded
from mathhammer.engine.exact.space import Ints
from mathhammer.engine.exact.walks import StateWalker, spill
from mathhammer.engine.limits import MAX_STATES, MAX_WORK, OFFER, too_large
from mathhammer.engine.plays import EXACT_TURN, require
from mathhammer.plan.steps import Action, OwnLosses, Plan
from mathhammer.plan.turns import Fights, ModelTests, Move, Reinforce, Restore, SelfDamage, TurnPlan


class TurnEvolution:
    """The evolution of all units through a turn.

    Parameters
    ----------
    plan : TurnPlan

    Raises
    ------
    TooLargeError
        Too many joint states, or too much work; with the size.
    NotModelledError
        The plan holds what this engine doesn't play.
    """

    def __init__(self, plan: TurnPlan) -> None:
        require(plan, EXACT_TURN)
        self.plan = plan
        self.table = JointStates(plan.units)
        for number, step in enumerate(plan.steps):
            size = step.branches * self.table.cells
            if size > MAX_STATES:
                cells = f"{self.table.cells} joint states"
                what = f"{step.branches} branches of {cells} make {size}"
                raise too_large(what, MAX_STATES, f"step[{number}]")
        self.work = 0.0
        self._known: dict[object, Array] = {}
        self._ones: dict[tuple[int, int], Array] = {}

    @lazy
    def outcomes(self) -> list[StepOutcome]:
        """What is known after each step."""
        return self._played[0]

    @lazy
    def branches(self) -> list[float]:
        """The probability of each branch at the end."""
        return [float(array.sum()) for array in self._played[1]]

    @property
    def seats(self) -> list[UnitStates]:
        """The units."""
        return self.table.seats

    def end(self, unit: int) -> Array:
        """Return the probabilities of a unit's states at the end; shape (size,)."""
        return self.table.marginal(self.final, unit)

    def within(self, branch: int, unit: int) -> Array:
        """Return the same of one branch; they sum to the branch's probability."""
        return self.table.marginal(self._played[1][branch], unit)

    @lazy
    def several(self) -> dict[int, tuple[float, float]]:
        """Of each unit with several targets, P(any is destroyed) and P(all are), at the end."""
        return {
            actor: self.table.gone(self.final, targets)
            for actor, targets in self.plan.several_targets.items()
        }

    @lazy
    def joint(self) -> Array:
        """Joint probabilities of the models left of the first two units, or of the one."""
        total: Array = self.final.sum(axis=tuple(range(2, self.final.ndim)))
        for axis in range(total.ndim):
            living = self.seats[axis].living
            ahead = np.moveaxis(total, axis, 0)
            moved = np.zeros((int(living.max()) + 1, *ahead.shape[1:]))
            np.add.at(moved, living, ahead)
            total = np.moveaxis(moved, 0, axis)
        return total

    @lazy
    def final(self) -> Array:
        """The joint probabilities of all units' states at the end, over all branches."""
        return np.asarray(np.sum(self._played[1], axis=0))

    @lazy
    def _played(self) -> tuple[list[StepOutcome], list[Array]]:
        arrays = [self.table.start()]
        outcomes = []
        for number, step in enumerate(self.plan.steps):
            control = self.table.control(arrays, step.control) if step.control else None
            after = After(self.table.shape, step.branches)
            probability = 0.0
            for branch, (move, array) in enumerate(zip(step.moves, arrays, strict=True)):
                after.before = branch
                if isinstance(move, int):
                    after.add(move, array)
                else:
                    with inside(f"step[{number}]"):
                        probability += self._move(move, array, after)
            if control is not None:
                probability = sum(float(array.sum()) for array in arrays)
            arrays = after.arrays
            total = np.sum(arrays, axis=0)
            states = tuple(self.table.marginal(total, u) for u in range(total.ndim))
            outcomes.append(StepOutcome(min(1.0, probability), states, control, after.flows))
        return outcomes, arrays

    # ------------------------------------------------------------------ the steps

    def _move(self, move: Move, array: Array, after: After) -> float:
        """Play a move into the branches after it; return the probability that it takes place."""
        there = self.table.alive(move.units)
        after.add(move.otherwise, np.where(there, 0.0, array))
        array = np.where(there, array, 0.0)
        probability = float(array.sum())
        around = Explosions(self.table, move.explosions, self._spilled)
        for event in move.events:
            if isinstance(event, Fights):
                attack = partial(self._attack, around=around)
                array, probability = fight(event, array, self.table, attack)
            elif isinstance(event, Reinforce):
                array, back = self._reinforce(event.unit, array)
                after.add(move.otherwise, array)
                after.add(move.then, back)
                return float(back.sum())
            else:
                array = self._event(event, array, around)
        if move.check is None:
            after.add(move.then, array)
            return probability
        weak, taken = move.check.weak, self.table.alive(move.check.units)
        if weak is not None:
            taken = taken & self.table.along(weak, self.seats[weak].weak())
        after.add(move.then, np.where(taken, 0.0, array))
        array = np.where(taken, array, 0.0)
        for share, branch in move.check.outcomes:
            after.add(branch, share * array)
        return float(array.sum()) if weak is not None else probability

    def _event(
        self, event: Action | SelfDamage | ModelTests | Restore, array: Array, around: Explosions
    ) -> Array:
        """Return the joint after an event, and after what it makes explode."""
        if isinstance(event, Action):
            return self._attack(event, array, around)
        total = np.zeros_like(array)
        for armed, part in around.armed(array):
            for _, after in around.after(armed, self._alone(event, part)):
                total += after
        return total

    def _alone(self, event: SelfDamage | ModelTests | Restore, array: Array) -> Array:
        """Return the joint after what happens to one unit."""
        seat = self.seats[event.unit]
        if isinstance(event, ModelTests):
            living = seat.living[: seat.space.size]
            return self._slain(array, event.unit, living, event.roll.masses()[0])
        if isinstance(event, Restore):
            points = event.points.pmf()
            goals = [seat.mended(k, event.returns) for k in range(points.size)]
            return self.table.moved(array, event.unit, np.array(goals), points[:, None])
        points = event.packet.pmf()
        if not event.pooled:
            return self._spilled(array, event.unit, points)
        points = warded(points, ignore_chance(seat.unit.groups[0], True))
        return self._on_states(array, event.unit, lambda rows: allocated(rows, points))

    # ------------------------------------------------------------------ attacks

    def _attack(self, action: Action, array: Array, around: Explosions) -> Array:
        """Return the joint after one unit attacked another, with its own losses.

        A target that is destroyed explodes before the tests of hazardous weapons, an attacker
        that they destroy after them.
        """
        total = np.zeros_like(array)
        for armed, part in around.armed(array):
            joint, losses = self._strike(action, part)
            for dice, of_dice in self._by_dice(action, losses, joint):
                for left, after in around.after(armed, of_dice):
                    hurt = self._hazards(action, dice, after) if dice else after
                    for _, there in around.after(left, hurt):
                        total += there
        return total

    def _strike(self, action: Action, array: Array) -> tuple[Array, dict[int, list[int]]]:
        """Return the joint after one unit attacked another, without its own losses.

        Also, for each number of dice that it must roll for its hazardous weapons, its states.
        """
        actor = action.actor
        ahead = array[None] if actor is None else np.moveaxis(array, actor, 0)
        target = action.target + (actor is None or action.target < actor)
        ahead = np.moveaxis(ahead, target, -1)
        shape = ahead.shape
        seat = self.seats[action.target]
        blocks = ahead.reshape(shape[0], -1, seat.space.size)
        result = np.zeros_like(blocks)
        losses: dict[int, list[int]] = {}
        for survivors, states in self._alike(action).items():
            block = blocks[states]
            if block.any():
                result[states], own = self._against(action, survivors, block)
                if own is not None and own.dice:
                    losses.setdefault(own.dice, []).extend(states)
        joint: Array = np.moveaxis(result.reshape(shape), -1, target)
        return joint[0] if actor is None else np.moveaxis(joint, 0, actor), losses

    def _alike(self, action: Action) -> dict[tuple[int, ...], list[int]]:
        """Return the actor's states by the survivors of its groups: alike under one of them."""
        if action.actor is None:
            return {(): [0]}
        survivors = self.seats[action.actor].survivors.T.tolist()
        first: dict[object, tuple[int, ...]] = {}
        found: dict[tuple[int, ...], list[int]] = {}
        dice = [packet for packet in action.dice_packets if packet.per_model]
        for state, of_groups in enumerate(survivors):
            copies = [
                volley.copies_by[sum(of_groups[g] for g in volley.bearers)]
                if volley.copies_by else volley.copies
                for volley in action.volleys
            ]  # fmt: skip
            key = (*copies, *(sum(of_groups[g] for g in packet.bearers) for packet in dice))
            found.setdefault(first.setdefault(key, tuple(of_groups)), []).append(state)
        return found

    def _against(
        self, action: Action, survivors: tuple[int, ...], block: Array
    ) -> tuple[Array, OwnLosses | None]:
        """Return rows of the target's states after an attack; shape as `block`."""
        seat = self.seats[action.target]
        states = seat.space.size
        flat = block.reshape(-1, states)
        result = np.zeros_like(flat)
        own = None
        for of_crowd in _crowds(action, seat.living[:states]):
            there = action.at(survivors, int(seat.living[of_crowd[0]]))
            own = there.own_losses
            part = flat[:, of_crowd]
            if part.any():
                result += self._carried(action, there, of_crowd, part)
        return result.reshape(block.shape), own

    def _carried(self, action: Action, there: Action, of_crowd: list[int], part: Array) -> Array:
        """Return rows after an attack on the states of one crowd; shape (rows, states)."""
        seat = self.seats[action.target]
        key = (there, of_crowd[0], len(of_crowd), action.target)
        matrix = self._known.get(key)
        if matrix is None:
            if action.pooled:
                return self._pooled(self._pool(action, there), of_crowd, part, seat.space.size)
            evolution = Evolution(Plan((seat.alone,), (there,)))
            few = len(part) < len(of_crowd)
            rows = np.zeros((len(part) if few else len(of_crowd), seat.space.size))
            rows[:, of_crowd] = part if few else np.eye(len(of_crowd))
            self._count(evolution.work * len(rows))
            if few:
                return evolution.carry(rows)
            matrix = self._known[key] = evolution.carry(rows)
        self._count(part.size * seat.space.size)
        return np.asarray(part.dot(matrix))

    def _pooled(self, pool: Array, states: list[int], part: Array, size: int) -> Array:
        """Return rows after a pool on some of the states; shape (rows, states)."""
        self._count(part.size * min(pool.size, size))
        if size <= DENSE:
            return np.asarray(part.dot(pool_matrix(pool, size)[states]))
        rows = np.zeros((len(part), size))
        rows[:, states] = part
        return allocated(rows, pool)

    def _pool(self, action: Action, there: Action) -> Array:
        """Return the pmf of all that an action pours into its pools, after the ward (A-2)."""
        seat = self.seats[action.target]
        group, total = seat.unit.groups[0], np.ones(1)
        for number, volley in enumerate(there.volleys):
            key = (id(action), number)
            one = self._ones.get(key)
            if one is None:
                one = self._ones[key] = one_attack(volley, group)
            total = np.convolve(total, poured(volley, one))
        ignored = ignore_chance(group, True)
        for packet in there.dice_packets:
            total = np.convolve(total, warded(packet.pmf(), ignored))
        return total

    def _count(self, work: float) -> None:
        self.work += work
        if self.work > MAX_WORK:
            raise TooLargeError(
                f"the turn takes more than {MAX_WORK:.0e} steps; the exact engine takes up to "
                f"that{OFFER}"
            )

    # ------------------------------------------------------------------ other events

    @staticmethod
    def _by_dice(
        action: Action, losses: dict[int, list[int]], joint: Array
    ) -> list[tuple[int, Array]]:
        """Return the joint cut by how many dice the actor rolls for its hazardous weapons."""
        if not losses:
            return [(0, joint)]
        assert action.actor is not None
        before = np.moveaxis(joint, action.actor, 0)
        rest = before.copy()
        found = []
        for dice, of_states in losses.items():
            part = np.zeros_like(before)
            part[of_states] = before[of_states]
            rest[of_states] = 0.0
            found.append((dice, np.moveaxis(part, 0, action.actor)))
        return [(0, np.moveaxis(rest, 0, action.actor)), *found]

    def _hazards(self, action: Action, dice: int, joint: Array) -> Array:
        """Return the joint after so many dice for Hazardous weapons (W-3)."""
        own, actor = action.own_losses, action.actor
        assert own is not None and actor is not None
        fail = own.roll.masses()[0]
        if own.mortal:
            ones = power(np.array([1.0 - fail, fail]), dice)
            points = np.zeros((ones.size - 1) * own.mortal + 1)
            points[:: own.mortal] = ones
            return self._spilled(joint, actor, points)
        states = self.seats[actor].space.size
        return self._slain(joint, actor, np.full(states, dice), fail)

    def _slain(self, array: Array, unit: int, dice: Ints, chance: float) -> Array:
        """Return the joint after each of some dice slew the front model with a chance.

        Parameters
        ----------
        array : ndarray of float64
        unit : int
        dice : ndarray of int, shape (states,)
        chance : float
        """
        seat = self.seats[unit]
        once = seat.slain_once()
        models = int(seat.living.max())
        goal = np.arange(seat.space.size)
        goals, shares = [], np.zeros((models + 1, seat.space.size))
        for _ in range(models + 1):
            goals.append(goal)
            goal = once[goal]
        for number in np.unique(dice).tolist():
            pmf = power(np.array([1.0 - chance, chance]), number)
            if pmf.size > models + 1:
                pmf = np.append(pmf[:models], pmf[models:].sum())
            shares[: pmf.size, dice == number] = pmf[:, None]
        return self.table.moved(array, unit, np.array(goals), shares)

    def _spilled(self, array: Array, unit: int, points: Array) -> Array:
        """Return the joint after mortal wounds to one unit (W-1.6)."""
        walker = StateWalker(self.seats[unit].space, [], False)
        return self._on_states(array, unit, lambda rows: spill(walker.point, points, rows))

    def _on_states(self, array: Array, unit: int, change: Callable[[Array], Array]) -> Array:
        moved = np.moveaxis(array, unit, -1)
        rows = moved.reshape(-1, self.seats[unit].space.size)
        return np.moveaxis(change(rows).reshape(moved.shape), -1, unit)

    def _reinforce(self, unit: int, array: Array) -> tuple[Array, Array]:
        """Return the joint where a unit doesn't come back, and that where it does (S-3)."""
        seat = self.seats[unit]
        if not seat.unit.returns:
            return array, np.zeros_like(array)
        result = np.moveaxis(array, unit, 0).copy()
        states = seat.space.size
        gone = np.flatnonzero(seat.living[:states] == 0)
        back = np.zeros_like(result)
        back[states] = result[gone].sum(axis=0)
        result[gone] = 0.0
        return np.moveaxis(result, 0, unit), np.moveaxis(back, 0, unit)


def _crowds(action: Action, living: Ints) -> list[list[int]]:
    """Return a target's states, those together in which as many attacks are made.

    Parameters
    ----------
    action : Action
    living : ndarray of int, shape (states,)
        The models that live.
    """
    tables = [volley.attacks_by_target_models for volley in action.volleys]
    follows = [table for table in tables if table]
    if not follows:
        return [list(range(living.size))]
    crowds: dict[object, list[int]] = {}
    for state, models in enumerate(living.tolist()):
        crowds.setdefault(tuple([table[models] for table in follows]), []).append(state)
    return list(crowds.values())
