"""Operators: what a packet does to the probabilities of the states.

An `Operator` is a stochastic matrix over the states of a unit, kept dense where that is
faster and as sorted entries where the unit is large. All entries are sums of products of
non-negative numbers, so tails keep their relative accuracy.
"""

from __future__ import annotations

import numpy as np

from ..distribution import Array
from ..plan import Group, Packet
from .space import Ints, Space

#: Up to this many states an operator is a dense matrix.
DENSE = 160


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

    __slots__ = ("_entries", "matrix", "size")

    def __init__(self, size: int, moved: Ints, weights: Array) -> None:
        self.size = size
        self.matrix: Array | None = None
        self._entries: tuple[Ints, Array, Ints, Ints] | None = None
        if size <= DENSE:
            flat = (moved + np.arange(0, size * size, size)).ravel()
            if weights.shape[1] != size:
                weights = np.repeat(weights, size, axis=1)
            self.matrix = np.bincount(flat, weights.ravel(), size * size).reshape(size, size)
            return
        source = np.broadcast_to(np.arange(size), moved.shape).ravel()
        share = np.broadcast_to(weights, moved.shape).ravel()
        goal = moved.ravel()
        used = share > 0
        order = np.argsort(goal[used], kind="stable")
        source, share, goal = source[used][order], share[used][order], goal[used][order]
        starts = np.flatnonzero(np.concatenate([[True], goal[1:] != goal[:-1]]))
        self._entries = source, share, starts, goal[starts]

    @property
    def cost(self) -> int:
        """Multiplications that one application to one row takes."""
        if self._entries is None:
            return self.size * self.size
        return 4 * int(self._entries[0].size)

    def apply(self, rows: Array) -> Array:
        """Return the rows after the operator; float64, shape (..., size)."""
        if self.matrix is not None:
            result: Array = rows @ self.matrix
            return result
        assert self._entries is not None
        source, share, starts, goals = self._entries
        result = np.zeros_like(rows)
        result[..., goals] = np.add.reduceat(rows[..., source] * share, starts, axis=-1)
        return result


def ignore_chance(group: Group, mortal: bool) -> float:
    """Return the probability that a lost wound is ignored (Feel No Pain, ward)."""
    threshold = group.ignore_mortal if mortal else group.ignore
    return (7 - threshold) / 6 if threshold else 0.0


def thinned(pmf: Array, threshold: int, most: int) -> Array:
    """Return how many points of an amount are not ignored, cut at `most`.

    Parameters
    ----------
    pmf : ndarray of float64, shape (n,)
    threshold : int
        Of the roll that ignores a point; 0 for none.
    most : int
        Masses above are added to its own.

    Returns
    -------
    ndarray of float64, shape (most + 1,)
    """
    if threshold:
        ignored, suffered = (7 - threshold) / 6, (threshold - 1) / 6
        points = pmf.tolist()
        if len(points) <= 16:
            result = [points[-1]]
            for mass in points[-2::-1]:  # Horner: one more point, ignored or suffered
                longer = [ignored * m for m in result]
                longer.append(0.0)
                for i, m in enumerate(result):
                    longer[i + 1] += suffered * m
                longer[0] += mass
                result = longer
            pmf = np.array(result)
        else:
            die = np.array([ignored, suffered])
            total = pmf[-1:]
            for mass in points[-2::-1]:
                total = np.convolve(total, die)
                total[0] += mass
            pmf = total
    if pmf.size > most + 1:
        cut = pmf[: most + 1].copy()
        cut[most] += pmf[most + 1 :].sum()
        return cut
    return np.concatenate([pmf, np.zeros(most + 1 - pmf.size)]) if pmf.size <= most else pmf


def damage_operator(
    space: Space, packet: Packet, pmf: Array, passed: bool = True, failed: bool = True
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
    """
    groups = space.target.groups
    fails = [1.0] * len(groups) if packet.saves is None else [r.masses()[0] for r in packet.saves]
    most = min(pmf.size - 1, max(g.health for g in groups))
    columns = []
    for group, fail in zip(groups, fails, strict=True):
        threshold = group.ignore_mortal if packet.mortal else group.ignore
        column = thinned(pmf, threshold, most)
        column = fail * column if failed else np.zeros(most + 1)
        if passed and packet.saves is not None:
            roll = packet.saves[len(columns)]
            column[0] += roll.masses()[1]
        columns.append(column)
    hit = space.hit_group(packet.to_character)
    weights = columns[0][:, None] if hit is None else np.array(columns)[hit].T
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


def point_operator(space: Space, mortal: bool) -> Operator:
    """Return what one point that carries over does: one mortal wound (W-1.6, W-1.7)."""
    suffered = np.array([1.0 - ignore_chance(g, mortal) for g in space.target.groups])
    ignored = np.array([ignore_chance(g, mortal) for g in space.target.groups])
    hit = space.hit_group(False)
    at = np.zeros(1, dtype=np.intp) if hit is None else hit
    return Operator(space.size, space.after(1, False), np.array([ignored[at], suffered[at]]))
