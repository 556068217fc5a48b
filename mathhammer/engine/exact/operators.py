"""Operators: what a packet does to the probabilities of the states.

An `Operator` is a stochastic matrix over the states of a unit, kept dense where that is
faster. Where the unit is large it is kept as diagonals: in a row of models damage adds to
the state, so what moves by the same distance is a slice times weights. What moves by a
distance that few states share is kept as sorted entries. All are sums of products of
non-negative numbers, so tails keep their relative accuracy.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Array, gathered
from mathhammer.engine.exact.space import Ints, Space
from mathhammer.plan import Group, Packet

#: Up to this many states an operator is a dense matrix.
DENSE = 160
#: A distance becomes a diagonal if this share of the states between moves by it.
_FILLED = 0.25
#: Numbers that are worked on at once: a block and its product stay in the processor's cache.
_BLOCK = 16_384
#: Up to so many multiplications a product of matrices is done by one thread. Larger ones are
#: cut into such: with threads that wait for each other they take ten times as long as soon
#: as another program is busy.
_ALONE = 262_144
#: Rows and columns of such a piece, where the matrix is large.
_PIECE = 64


class Operator:
    """A linear map of row vectors of probabilities.

    Parameters
    ----------
    size : int
    moved : ndarray of int, shape (k, size)
        ``moved[i, s]`` is where a share of state s goes.
    weights : ndarray of float64, shape (k, size) or (k, 1)
        The share.
    """

    __slots__ = ("_diagonals", "_entries", "matrix", "size")

    def __init__(self, size: int, moved: Ints, weights: Array) -> None:
        self.size = size
        self.matrix: Array | None = None
        self._diagonals: list[tuple[int, int, int, Array]] = []
        self._entries: tuple[Ints, Array, Ints, Ints] | None = None
        if size <= DENSE:
            flat = (moved + np.arange(0, size * size, size)).ravel()
            if weights.shape[1] != size:
                weights = np.repeat(weights, size, axis=1)
            self.matrix = gathered(flat, weights.ravel(), size * size).reshape(size, size)
            return
        source = np.broadcast_to(np.arange(size), moved.shape).ravel()
        share = np.broadcast_to(weights, moved.shape).ravel()
        used = share > 0
        source, share, goal = source[used], share[used], moved.ravel()[used]
        left = self._take_diagonals(source, share, goal)
        if not left.any():
            return
        source, share, goal = source[left], share[left], goal[left]
        order = np.argsort(goal, kind="stable")
        source, share, goal = source[order], share[order], goal[order]
        starts = np.flatnonzero(np.diff(goal, prepend=-1))
        self._entries = source, share, starts, goal[starts]

    def _take_diagonals(self, source: Ints, share: Array, goal: Ints) -> npt.NDArray[np.bool_]:
        """Keep the distances that many states share; return which entries are left."""
        distance = goal - source
        left = np.ones(distance.size, dtype=np.bool_)
        number = np.bincount(distance)
        for by in np.flatnonzero(number >= _FILLED * (self.size - np.arange(number.size))).tolist():
            at = distance == by
            weights = gathered(source[at], share[at], self.size)
            first, last = int(source[at].min()), int(source[at].max()) + 1
            self._diagonals.append((by, first, last, weights[first:last]))
            left[at] = False
        return left

    @classmethod
    def of_even_models(cls, models: int, health: int, shares: list[float]) -> Operator:
        """Return the dense operator of damage to models that are all alike.

        Parameters
        ----------
        models, health : int
        shares : list of float, at most health + 1
            Probabilities of 0, 1, ... damage; the last is that of as much or more.
        """
        made = cls.__new__(cls)
        made.size = size = models * health + 1
        made._diagonals, made._entries = [], None
        count = len(shares)
        rows: list[list[float]] = []
        for wounded in range(health):
            room = health - wounded  # that much damage or more is death
            row = [0.0] * wounded + shares[:room]
            rest = shares[room:]
            rows.append([*row, sum(rest)] if rest else row + [0.0] * (room + 1 - count))
        made.matrix = matrix = np.zeros((size, size))
        step = matrix.itemsize
        strides = ((health * size + health) * step, size * step, step)
        np.ndarray((models, health, health + 1), np.float64, matrix, 0, strides)[...] = rows
        matrix[-1, -1] = sum(shares)
        return made

    def apply(self, rows: Array) -> Array:
        """Return the rows after the operator; float64, shape (..., size)."""
        if self.matrix is not None:
            # ndarray.dot has half the overhead of @, but is slow beyond two axes.
            if rows.size * self.size <= _ALONE and rows.ndim <= 2:
                result: Array = rows.dot(self.matrix)
                return result
            return product(rows.reshape(-1, self.size), self.matrix).reshape(rows.shape)
        flat = rows.reshape(-1, self.size)
        moved = np.zeros(flat.shape)
        # Damage only moves up: beyond what is reached there is nothing to add.
        possible = np.flatnonzero(flat[0] if len(flat) == 1 else flat.any(axis=0))
        if possible.size:
            reached = int(possible[-1]) + 1
            step = max(1, _BLOCK // reached)
            for begin in range(0, len(flat), step):
                self._move(flat[begin : begin + step], moved[begin : begin + step], reached)
        return moved.reshape(rows.shape)

    def _move(self, rows: Array, into: Array, reached: int) -> None:
        """Add what becomes of some rows, empty from the state `reached` on, to others."""
        for by, first, last, weights in self._diagonals:
            last = min(last, reached)
            if first < last:
                into[:, first + by : last + by] += rows[:, first:last] * weights[: last - first]
        if self._entries is not None:
            source, share, starts, goals = self._entries
            into[:, goals] += np.add.reduceat(rows[:, source] * share, starts, axis=1)

    def values_before(self, values: Array) -> Array:
        """Return what states are worth before the operator, from what they are worth after.

        Parameters
        ----------
        values : ndarray of float64, shape (size, n)

        Returns
        -------
        ndarray of float64, shape (size, n)
        """
        if self.matrix is not None:
            return product(self.matrix, values)
        result = np.zeros_like(values)
        for by, first, last, weights in self._diagonals:
            result[first:last] += values[first + by : last + by] * weights[:, None]
        if self._entries is not None:
            source, share, starts, goals = self._entries
            goal = np.repeat(goals, np.diff(np.append(starts, source.size)))
            np.add.at(result, source, values[goal] * share[:, None])
        return result

    def apply_columns(self, columns: Array) -> Array:
        """Return columns of probabilities after the operator; float64, shape (size, n)."""
        if self.matrix is not None:
            return product(columns.T, self.matrix).T
        result = np.zeros_like(columns)
        for by, first, last, weights in self._diagonals:
            result[first + by : last + by] += columns[first:last] * weights[:, None]
        if self._entries is not None:
            source, share, starts, goals = self._entries
            # The first entry of each goal, then the second, ...: whole rows at a time.
            lengths = np.diff(np.append(starts, source.size))
            for rank in range(int(lengths.max(initial=0))):
                has = lengths > rank
                entry = starts[has] + rank
                result[goals[has]] += columns[source[entry]] * share[entry, None]
        return result


def product(rows: Array, matrix: Array) -> Array:
    """Return ``rows @ matrix``, in pieces that one thread takes alone."""
    if matrix.size <= _ALONE // 4:
        step = max(1, _ALONE // matrix.size)
        result = np.empty((len(rows), matrix.shape[1]))
        for begin in range(0, len(rows), step):
            np.dot(rows[begin : begin + step], matrix, out=result[begin : begin + step])
        return result
    result = np.zeros((len(rows), matrix.shape[1]))
    for i in range(0, len(rows), _PIECE):
        for k in range(0, len(matrix), _PIECE):
            part = rows[i : i + _PIECE, k : k + _PIECE]
            for j in range(0, matrix.shape[1], _PIECE):
                piece = part.dot(matrix[k : k + _PIECE, j : j + _PIECE])
                result[i : i + _PIECE, j : j + _PIECE] += piece
    return result


def ignore_chance(group: Group, mortal: bool) -> float:
    """Return the probability that a lost wound is ignored (Feel No Pain, ward)."""
    threshold = group.ignore_mortal if mortal else group.ignore
    return (7 - threshold) / 6 if threshold else 0.0


def thinned(masses: list[float], threshold: int, most: int) -> list[float]:
    """Return how many points of an amount are not ignored, cut at `most`.

    Parameters
    ----------
    masses : list of float
        Probabilities of 0, 1, ... points.
    threshold : int
        Of the roll that ignores a point; 0 for none.
    most : int
        Masses above are added to its own.

    Returns
    -------
    list of float, of length most + 1

    Examples
    --------
    >>> thinned([0.0, 0.0, 1.0], 4, 2)
    [0.25, 0.5, 0.25]
    """
    if threshold:
        ignored, suffered = (7 - threshold) / 6, (threshold - 1) / 6
        if len(masses) <= 16:
            result = masses[-1:]
            for mass in masses[-2::-1]:  # Horner: one more point, ignored or suffered
                longer = [ignored * m for m in result]
                longer.append(0.0)
                for i, m in enumerate(result):
                    longer[i + 1] += suffered * m
                longer[0] += mass
                result = longer
            masses = result
        else:
            die, total = np.array([ignored, suffered]), np.array(masses[-1:])
            for mass in masses[-2::-1]:
                total = np.convolve(total, die)
                total[0] += mass
            masses = total.tolist()
    if len(masses) > most + 1:
        return [*masses[:most], sum(masses[most:])]
    return masses + [0.0] * (most + 1 - len(masses))


def damage_operator(
    space: Space,
    packet: Packet,
    pmf: Array,
    passed: bool = True,
    failed: bool = True,
    sent: float = 1.0,
    kept: float = 0.0,
) -> Operator:
    """Return what one packet that doesn't carry over does to a unit (W-1.4, W-1.5, W-1.7).

    Parameters
    ----------
    space : Space
    packet : Packet
        Its `saves` decide, where there are any.
    pmf : ndarray of float64
        Of the damage.
    passed, failed : bool
        Leave out the share of passed or of failed saves (for tallies).
    sent, kept : float
        Probability that the packet is sent at all, and that nothing happens instead.
    """
    groups = space.target.groups
    healthiest = groups[0].health if len(groups) == 1 else max([g.health for g in groups])
    most = min(pmf.size - 1, healthiest)
    masses = pmf.tolist()
    columns: list[list[float]] = []
    for i, group in enumerate(groups):
        column = thinned(masses, group.ignore_mortal if packet.mortal else group.ignore, most)
        if packet.saves is not None:
            fail, success, _ = packet.saves[i].masses()
            fail = fail * sent if failed else 0.0
            column = [fail * share for share in column]
            if passed:
                column[0] += success * sent + kept
        columns.append(column)
    even = space.front.even
    if even and len(groups) == 1 and space.size <= DENSE and not space.doubled:
        return Operator.of_even_models(groups[0].models, even, columns[0])
    hit = space.hit_group(packet.to_character)
    each = np.array(columns)
    weights = each[0][:, None] if hit is None else each[hit].T
    moved = space.after(most, packet.to_character)
    if space.doubled and packet.saves is not None:
        moved, weights = _first_ignored(space, packet, moved, weights, hit, passed, failed)
    return Operator(space.size, moved, weights)


def _first_ignored(
    space: Space,
    packet: Packet,
    moved: Ints,
    weights: Array,
    hit: Ints | None,
    passed: bool,
    failed: bool,
) -> tuple[Ints, Array]:
    """Before the first failed save: it moves to the state after it, and does nothing else."""
    assert packet.saves is not None
    half = space.doubled
    masses = np.array([roll.masses()[:2] for roll in packet.saves])
    of_state = masses[np.zeros(half, dtype=np.intp) if hit is None else hit[:half]]
    if moved.shape[0] == 1:
        moved = np.concatenate([moved, moved])
        weights = np.concatenate([weights, np.zeros_like(weights)])
    moved = moved.copy()
    weights = np.array(np.broadcast_to(weights, moved.shape))
    weights[:, :half] = 0.0
    moved[0, :half] = np.arange(half)
    moved[1, :half] = np.arange(half, 2 * half)
    if passed:
        weights[0, :half] = of_state[:, 1]
    if failed:
        weights[1, :half] = of_state[:, 0]
    return moved, weights


def point_operator(space: Space) -> Operator:
    """Return what one point that carries over does: one mortal wound (W-1.6, W-1.7)."""
    ignored = np.array([ignore_chance(group, True) for group in space.target.groups])
    hit = space.hit_group(False)
    ignored = ignored[:1] if hit is None else ignored[hit]
    return Operator(space.size, space.after(1, False), np.array([ignored, 1.0 - ignored]))
