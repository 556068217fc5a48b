"""Expected values of many plans that have much in common, such as all subsets of abilities.

What a weapon does is split in two: how many packets act, and how many wait, which is a
matter of its rolls alone; and what one packet does to the states, which is a matter of the
target, AP and damage alone. The plans are the leaves of a tree whose branches are weapons,
in their order. The probabilities of the states, with what waits beside them, go down the
tree once; weapons that send the same packet share the powers of its operator. From the
other end come values instead of probabilities: what each state, with so much still
waiting, is worth once all has been resolved. So the last weapon of a plan, which all its
subsets share, costs no more than a sum of products of its counts.

This is an evaluator of its own because a batch works each plan through by itself, whereas
here what thousands of plans share is computed once, and only three expected values of each:
that is most of the speed of attribution (`benchmarks/attribution.py`). Counts, operators,
queues and walks are those of the exact engine.

A count whose probability is below `UNSEEN` is left out: all of them together are less than
a value is rounded by.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import prod
from typing import NamedTuple, TypeVar

import numpy as np

from mathhammer.core.distribution import Array, compound, flushed
from mathhammer.core.lazy import is_installed
from mathhammer.engine.exact.counts import all_attacks, one_attack, trimmed
from mathhammer.engine.exact.operators import DENSE, Operator, product
from mathhammer.engine.exact.queues import Queue, key_of, queues_of
from mathhammer.engine.exact.space import Space
from mathhammer.engine.exact.tallies import attack_counts
from mathhammer.engine.exact.walks import StateWalker, attack_matrix
from mathhammer.engine.limits import MAX_MEANS_ATTACKS, MAX_MEANS_NUMBERS, MAX_MEANS_STATES
from mathhammer.engine.many.worth import VALUES, End, Tail
from mathhammer.engine.plays import MEANS, is_played
from mathhammer.plan import AFTER, NOW, POOL, Action, Amount, Plan, Target, Volley

#: Counts less likely than this are left out.
UNSEEN = 1e-25

Member = TypeVar("Member")


class _Weapon(NamedTuple):
    """What a weapon of a plan does: places in the lists of a `_Body`."""

    operator: int
    counts: int


class _Case(NamedTuple):
    """A plan: its place among all, its weapons, and what comes after them."""

    number: int
    weapons: tuple[_Weapon, ...]
    end: int


class Means:
    """Plans whose expected values are computed together.

    Examples
    --------
    >>> import mathhammer
    >>> gun = "10x A2 BS3+ S4 AP-1 D1 [Devastating Wounds]"
    >>> means = Means()
    >>> means.add(mathhammer.attack(gun, "5x meq").plan)
    True
    >>> means.run().round(4).tolist()
    [[4.4427, 1.9719, 0.0058]]
    """

    def __init__(self) -> None:
        self._bodies: dict[Target, _Body | None] = {}
        self._count = 0

    def add(self, plan: Plan) -> bool:
        """Take a plan; return whether it is of those whose values are computed here.

        These are of one action on one unit, attack by attack. What acts at once does the same
        damage with all packets of a weapon, or none of them waits; no two kinds of packets of
        one weapon wait for the end of the volleys.
        """
        if not is_played(plan, MEANS):
            return False
        action = plan.steps[0]
        if plan.units[0] not in self._bodies:
            space = Space(plan.units[0])
            self._bodies[plan.units[0]] = _Body(space) if space.size <= MAX_MEANS_STATES else None
        body = self._bodies[plan.units[0]]
        if body is None or not body.add(action, self._count):
            return False
        self._count += 1
        return True

    @property
    def work(self) -> float:
        """About how many nanoseconds `run` takes at most, were nothing shared."""
        return sum(body.work for body in self._bodies.values() if body is not None)

    def run(self, step: Callable[[], None] = lambda: None) -> Array:
        """Return the expected values of all plans that were taken.

        Parameters
        ----------
        step : callable
            Called after each plan.

        Returns
        -------
        ndarray of float64, shape (plans, 3)
            Wounds lost, models slain, P(destroyed).
        """
        values = np.zeros((self._count, VALUES))
        for body in self._bodies.values():
            if body is not None:
                body.run(values, step)
        return values


class _Body:
    """The plans against one target.

    Parameters
    ----------
    space : Space
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.walker = StateWalker(space, [], False)
        self.work = 0.0
        self._operators: list[Operator | Array] = []
        self._counts: list[Array] = []
        self._ends: list[End] = []
        self._places: dict[Hashable, int] = {}
        self._weapons: dict[Hashable, _Weapon | None] = {}
        self._cases: dict[int, list[_Case]] = {}  # by the number of queues
        self._tails: dict[tuple[int, int], Tail] = {}

    # ------------------------------------------------------------------ taking

    def add(self, action: Action, number: int) -> bool:
        """Take an action; return whether it can be taken."""
        queues, mixed = queues_of(action.volleys)
        if mixed:
            return False
        weapons = []
        for volley in action.volleys:
            weapon = self._weapon(volley, queues)
            if weapon is None:
                return False
            weapons.append(weapon)
        lengths = np.ones(len(queues), dtype=np.int64)
        work = 0.0
        for weapon in weapons:
            counts = self._counts[weapon.counts]
            cells = self.space.size * prod(lengths.tolist())
            entering = prod(counts.shape[1:])
            if max(len(counts), VALUES * entering) * cells > MAX_MEANS_NUMBERS:
                return False
            work += len(counts) * (2_000.0 + cells * (0.2 * min(self.space.size, DENSE) + entering))
            lengths += np.array(counts.shape[1:], dtype=np.int64) - 1
        if VALUES * self.space.size * prod(lengths.tolist()) > MAX_MEANS_NUMBERS:
            return False
        self.work += work
        end = self._end(queues, action)
        self._cases.setdefault(len(queues), []).append(_Case(number, tuple(weapons), end))
        return True

    def _weapon(self, volley: Volley, queues: Sequence[Queue]) -> _Weapon | None:
        """Return what a volley does, None where it can't be split."""
        entered = tuple(
            (axis, bool(queue.key))
            for axis, queue in enumerate(queues)
            if any(queue.takes(packet) for packet in volley.packets())
        )
        key = (volley, len(queues), entered)
        if key not in self._weapons:
            self._weapons[key] = self._split(volley, queues)
        return self._weapons[key]

    def _split(self, volley: Volley, queues: Sequence[Queue]) -> _Weapon | None:
        acting = [packet for packet in volley.packets() if packet.when == NOW]
        shared = all(self.walker.shares_save(packet) for packet in acting)
        # Where failed saves are counted, packets may differ in them.
        kinds = {packet if not shared else packet._replace(saves=None) for packet in acting}
        first, counts = attack_counts(volley)
        if len(kinds) != 1:
            if volley.waits() or self.space.size > DENSE:
                return None
            matrix = attack_matrix(self.walker, volley)
            numbers = np.concatenate([np.zeros(first), counts])
            self._operators.append(matrix)
            return _Weapon(len(self._operators) - 1, self._keep(_shaped(numbers, len(queues))))
        packet = acting[0]
        saves = None if shared else packet.saves
        operator = self._once(
            ("operator", packet.amount, packet.mortal, packet.to_character, saves),
            self._operators,
            lambda: self.walker.hurting(packet),
        )
        one = one_attack(volley, queues, shared)
        if one.size == len(one):
            numbers = compound(counts, first, one.reshape(-1))
            return _Weapon(operator, self._keep(_shaped(numbers, len(queues))))
        if first + counts.size - 1 > MAX_MEANS_ATTACKS:
            return None
        return _Weapon(operator, self._keep(_summed(one, first, counts)))

    def _keep(self, counts: Array) -> int:
        """Return the place of some counts; equal ones are kept once."""
        counts = trimmed(counts, range(counts.ndim), UNSEEN)
        key = ("counts", counts.shape, counts.tobytes())
        return self._once(key, self._counts, lambda: counts)

    def _once(self, key: Hashable, known: list[Member], make: Callable[[], Member]) -> int:
        """Return the place of something in its list; it is made at the first time."""
        if key not in self._places:
            self._places[key] = len(known)
            known.append(make())
        return self._places[key]

    def _end(self, queues: Sequence[Queue], action: Action) -> int:
        """Return the place of what comes after the volleys."""
        units = tuple((queue.when, queue.key) for queue in queues)
        key = ("end", units, tuple(dice._replace(name="") for dice in action.dice_packets))

        def end() -> End:
            operators = [self._unit(queue, action.volleys) for queue in queues]
            point = self.walker.point if action.dice_packets else None
            return End(self.space, operators, action.dice_packets, point)

        return self._once(key, self._ends, end)

    def _unit(self, queue: Queue, volleys: Iterable[Volley]) -> tuple[Operator, Array]:
        """Return what one unit of a queue does: an operator, and how often it is applied."""
        if queue.when == POOL:
            amount = queue.key[0] if queue.key else Amount.fixed(1)
            assert isinstance(amount, Amount)
            return self.walker.point, amount.pmf()
        packets = (packet for volley in volleys for packet in volley.packets())
        found = next(p for p in packets if p.when == AFTER and key_of(p) == queue.key)
        return self.walker.operator(found), np.array([0.0, 1.0])

    # ------------------------------------------------------------------ running

    def run(self, values: Array, step: Callable[[], None]) -> None:
        """Write the values of the plans to their rows."""
        for queues, cases in self._cases.items():
            rows = np.zeros((*(1 for _ in range(queues)), self.space.size))
            rows.reshape(-1)[self.space.start] = 1.0
            for case in cases:
                if not case.weapons:
                    worth = np.moveaxis(self._ends[case.end].worth(rows.shape[:-1]), 0, -2)
                    values[case.number] = rows.reshape(-1) @ worth.reshape(-1, VALUES)
                    step()
            armed = [case for case in cases if case.weapons]
            self._tails = self._turned(armed)
            self._descend(rows, armed, 0, values, step)

    def _turned(self, cases: Sequence[_Case]) -> dict[tuple[int, int], Tail]:
        """Return the last weapons that are cheaper to follow back from the end.

        Those are fewer than what comes before them. By operator and end.
        """
        before: dict[tuple[int, int], set[tuple[_Weapon, ...]]] = {}
        after: dict[tuple[int, int], set[int]] = {}
        for case in cases:
            key = case.weapons[-1].operator, case.end
            before.setdefault(key, set()).add(case.weapons[:-1])
            after.setdefault(key, set()).add(case.weapons[-1].counts)
        tails = {}
        size = self.space.size
        for key, found in before.items():
            waiting = self._most_waiting(found)
            sent = max(len(self._counts[counts]) for counts in after[key])
            numbers = sent * size**2, len(after[key]) * prod(waiting) * size * VALUES
            if len(after[key]) < len(found) and max(numbers) <= MAX_MEANS_NUMBERS:
                powers = _powers(self._operators[key[0]], np.eye(size), sent)
                tails[key] = Tail(powers, self._ends[key[1]], waiting, self._counts)
        return tails

    def _most_waiting(self, lists: Iterable[tuple[_Weapon, ...]]) -> tuple[int, ...]:
        """Return how long the queues are at most, after some lists of weapons."""
        shapes = [[self._counts[weapon.counts].shape[1:] for weapon in each] for each in lists]
        sums = [np.array(shape).sum(axis=0) - len(shape) + 1 for shape in shapes if shape]
        return tuple(np.max(sums, axis=0).tolist()) if sums else ()

    def _descend(
        self, rows: Array, cases: list[_Case], depth: int, values: Array, step: Callable[[], None]
    ) -> None:
        """Carry probabilities through the next weapon of some plans, and on.

        Parameters
        ----------
        rows : ndarray of float64, shape (...queues, states)
        cases : list of _Case
            Alike in all weapons before `depth`.
        depth : int
        values : ndarray of float64, shape (plans, 3)
            Written to.
        step : callable
        """
        for operator, group in _grouped(cases, lambda case: case.weapons[depth].operator):
            forward = []
            for case in group:
                tail = self._tails.get((operator, case.end))
                if tail is None or len(case.weapons) > depth + 1:
                    forward.append(case)
                    continue
                worth = tail.worth[case.weapons[-1].counts]
                worth = worth[tuple(map(slice, rows.shape[:-1]))]
                values[case.number] = rows.reshape(-1) @ worth.reshape(-1, VALUES)
                step()
            if not forward:
                continue
            longest = max(len(self._counts[case.weapons[depth].counts]) for case in forward)
            powers = _powers(self._operators[operator], rows, longest)
            last = [case for case in forward if len(case.weapons) == depth + 1]
            for end, ended in _grouped(last, lambda case: case.end):
                self._finish(rows.shape[:-1], powers, self._ends[end], ended, values, step)
            more = [case for case in forward if len(case.weapons) > depth + 1]
            for counts, alike in _grouped(more, lambda case: case.weapons[depth].counts):
                after = _spread(powers, self._counts[counts], rows.shape)
                self._descend(after, alike, depth + 1, values, step)

    def _finish(
        self,
        waiting: tuple[int, ...],
        powers: Array,
        end: End,
        cases: list[_Case],
        values: Array,
        step: Callable[[], None],
    ) -> None:
        """Write the values of plans that differ in the counts of their last weapon alone."""
        found = [self._counts[case.weapons[-1].counts] for case in cases]
        shape = tuple(np.max([counts.shape for counts in found], axis=0).tolist())
        entering = shape[1:]
        worth = end.worth([n + m - 1 for n, m in zip(waiting, entering, strict=True)])
        k = len(waiting)
        windows = worth  # (states, ...entering, values, ...waiting)
        if k:
            view = np.lib.stride_tricks.sliding_window_view
            windows = view(worth, waiting, axis=tuple(range(1, k + 1)))
        order = (*range(k + 2, 2 * k + 2), *range(k + 2))
        table = windows.transpose(order).reshape(powers.shape[1], -1)
        each = product(powers[: shape[0]], table).reshape(*shape, VALUES)
        for case, counts in zip(cases, found, strict=True):
            part = each[tuple(map(slice, counts.shape))]
            values[case.number] = counts.reshape(-1) @ part.reshape(-1, VALUES)
            step()


def _powers(operator: Operator | Array, rows: Array, number: int) -> Array:
    """Return what becomes of rows after 0, 1, ... packets; shape (number, numbers of rows)."""
    powers = np.empty((number, rows.size))
    powers[0] = rows.reshape(-1)
    now = rows.reshape(-1, rows.shape[-1])
    for i in range(1, number):
        now = product(now, operator) if isinstance(operator, np.ndarray) else operator.apply(now)
        powers[i] = flushed(now).reshape(-1)
        if np.array_equal(powers[i], powers[i - 1]):  # no more can happen
            powers[i + 1 :] = powers[i]
            break
    return powers


def _spread(powers: Array, counts: Array, shape: tuple[int, ...]) -> Array:
    """Return the rows after a random number of packets, with what has entered the queues.

    Parameters
    ----------
    powers : ndarray of float64, shape (n, numbers of the rows)
    counts : ndarray of float64, shape (at most n, ...entering)
    shape : tuple of int
        Of the rows before: what waits, and the states.
    """
    entering = counts.shape[1:]
    parts = product(counts.reshape(len(counts), -1).T, powers[: len(counts)])
    parts = parts.reshape(*entering, *shape)
    if prod(entering) == 1:
        return parts.reshape(shape)
    lengths = [n + m - 1 for n, m in zip(entering, shape, strict=False)]
    after = np.zeros((*lengths, shape[-1]))
    for at in np.ndindex(entering):
        goal = tuple(slice(i, i + n) for i, n in zip(at, shape[:-1], strict=True))
        after[goal] += parts[at]
    return trimmed(after, range(len(entering)), UNSEEN)


def _summed(one: Array, first: int, counts: Array) -> Array:
    """Return the counts of all attacks from those of one; some wait."""
    longer = [axis for axis in range(1, one.ndim) if one.shape[axis] > 1]
    if len(longer) > 1 or not is_installed("numba"):
        return all_attacks(one, first, counts, UNSEEN)
    from mathhammer.engine.many.count_kernels import summed_pairs

    joint = summed_pairs(one.reshape(len(one), -1), first, counts, UNSEEN)
    shape = [1] * one.ndim
    shape[0], shape[longer[0]] = joint.shape
    return joint.reshape(shape)


def _shaped(numbers: Array, queues: int) -> Array:
    """Return counts of what acts, beside queues that nothing enters."""
    return numbers.reshape(-1, *(1 for _ in range(queues)))


def _grouped(
    members: Iterable[Member], key: Callable[[Member], int]
) -> Iterable[tuple[int, list[Member]]]:
    """Return members with their keys, those of equal keys together."""
    groups: dict[int, list[Member]] = {}
    for member in members:
        groups.setdefault(key(member), []).append(member)
    return groups.items()
