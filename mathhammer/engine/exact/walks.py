"""Walks of attacks and volleys over the states of a unit.

Arrays of probabilities have the shape (rows, ...queues, states): a row for each beginning
that is followed by itself (one, but in turns), an axis for each queue with an entry for none,
one, two, ... units that wait, and the states of the unit last.
"""

from math import comb

import numpy as np

from mathhammer.core.distribution import FLUSHED_ABOVE, Array, flushed, power
from mathhammer.core.lazy import Filled, lazy
from mathhammer.engine.exact.operators import DENSE, Operator, damage_operator, point_operator
from mathhammer.engine.exact.queues import Queue
from mathhammer.engine.exact.sequence import Walker
from mathhammer.engine.exact.space import Space
from mathhammer.engine.exact.tallies import ONE, attack_counts, shifted
from mathhammer.engine.exact.work import counts_pay
from mathhammer.plan import AFTER, NOW, Amount, Packet, Volley

#: The most numbers of states that are kept before they are shared out.
_STACKED = 1_000_000
#: Fewer counts of what waits take their shares one by one.
_FEW = 8


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

    @lazy
    def pmfs(self) -> Filled[Amount, Array]:
        """The pmf of each amount, computed once."""
        return Filled(Amount.pmf)

    def operator(self, packet: Packet) -> Operator:
        """Return what a packet does that doesn't carry over, computed once."""
        found = self._operators.get(id(packet))  # hashing a packet would be slow
        if found is None:
            found = damage_operator(self.space, packet, packet.amount.pmf())
            self._operators[id(packet)] = found
            self._kept.append(packet)
        return found

    def shares_save(self, packet: Packet) -> bool:
        """Return whether all models save alike, so that failed saves may be counted first."""
        saves = packet.saves
        return saves is not None and not self.space.doubled and saves.count(saves[0]) == len(saves)

    def hurting(self, packet: Packet) -> Operator:
        """Return what a packet does, a failed save given where all models save alike."""
        if not self.shares_save(packet):
            return self.operator(packet)
        found = self._operators.get((packet.amount, packet.mortal, packet.to_character))
        if found is None:
            bare = packet._replace(saves=None)
            found = damage_operator(self.space, bare, packet.amount.pmf())
            self._operators[packet.amount, packet.mortal, packet.to_character] = found
        return found

    def attack_operator(self, packet: Packet, sent: float, kept: float) -> Array:
        """Return the dense matrix of an attack that sends one packet or nothing."""
        space, pmf = self.space, packet.amount.pmf()
        if packet.saves is not None and not space.doubled:
            matrix = damage_operator(space, packet, pmf, sent=sent, kept=kept).matrix
        else:
            matrix = self.operator(packet).matrix
            if matrix is not None:
                matrix = sent * matrix
                matrix.reshape(-1)[:: space.size + 1] += kept
        assert matrix is not None
        return matrix

    @lazy
    def point(self) -> Operator:
        """What one mortal wound does, which carries over."""
        return point_operator(self.space)

    def send(self, packet: Packet, array: Array) -> Array:
        """Apply a packet, or let it wait; without queues, what waits is left out."""
        if packet.when == NOW:
            return self.operator(packet).apply(array)
        if self.composed and packet.when == AFTER:
            turned = np.swapaxes(array, -1, -2)
            return np.swapaxes(self.operator(packet).apply(turned), -1, -2)
        for axis, queue in enumerate(self.queues, 1):
            if queue.takes(packet):
                entering = ONE if queue.key else self.pmfs[packet.amount]
                return shifted(array, entering, axis)
        return array


def run_volley(walker: StateWalker, volley: Volley, rows: Array) -> Array:
    """Return the probabilities after all attacks of a volley.

    Parameters
    ----------
    walker : StateWalker
    volley : Volley
    rows : ndarray of float64, shape (rows, ..., states)

    Returns
    -------
    ndarray of float64
        Of the same shape, but for the queues: they are as long as what waits in them.
    """
    if rows.ndim > 2 and walker.space.size <= DENSE and not volley.waits():
        flat = rows.reshape(-1, walker.space.size)  # what waits is not touched
        return run_volley(walker, volley, flat).reshape(rows.shape)
    if rows.ndim == 2 and walker.space.size <= DENSE:
        first, counts = attack_counts(volley)
        one = attack_matrix(walker, volley)
        if counts.size == 1:
            return _advance(rows, one, first)
        rows = _advance(rows, one, first)
        total: Array = counts[-1] * rows
        large = rows.size > FLUSHED_ABOVE
        for mass in counts[-2::-1].tolist():
            total = total.dot(one)
            if large:
                flushed(total)
            total += mass * rows
        return total
    from mathhammer.engine.exact.counts import acting_packet, sent_counts

    packet, space = acting_packet(volley), walker.space
    carried = rows.size // space.size
    if packet is None or walker.composed or not counts_pay(volley, walker.queues, carried, space):
        return _attack_by_attack(walker, volley, rows)
    counts = sent_counts(volley, walker.queues, walker.shares_save(packet))
    return _counted(walker.hurting(packet), counts, rows)


def _attack_by_attack(walker: StateWalker, volley: Volley, rows: Array) -> Array:
    """Walk through the attacks of a volley; the queues grow with what enters them."""
    from mathhammer.engine.exact.counts import most_entering, trimmed

    first, counts = attack_counts(volley)
    growth = (0,) * (rows.ndim - 2)
    if not walker.composed:
        growth = tuple(most_entering(volley, queue) for queue in walker.queues)
    total = np.zeros_like(rows)
    for done in range(first + counts.size):
        if done >= first:
            total = _added(total, counts[done - first] * rows)
        if done < first + counts.size - 1:
            if any(growth):
                rows = np.pad(rows, [(0, 0), *((0, more) for more in growth), (0, 0)])
            rows = flushed(walker.attack(volley, rows))
            if any(growth):
                rows = trimmed(rows, range(1, rows.ndim - 1))
    return total


def _added(first: Array, second: Array) -> Array:
    """Return the sum of two arrays, each filled up with zeros to the shape of both."""
    shape = tuple(map(max, first.shape, second.shape))
    if first.shape != shape:
        first = np.pad(first, [(0, n - m) for n, m in zip(shape, first.shape, strict=True)])
    first[tuple(map(slice, second.shape))] += second
    return first


def _counted(operator: Operator, counts: Array, rows: Array) -> Array:
    """Return the rows after a random number of packets, beside what waits in the meantime.

    Packets that act and packets that wait don't disturb each other, so how many there are
    of each says all: the states are carried through one packet after another, and every
    count of what waits takes its share of each.

    Parameters
    ----------
    operator : Operator
        What one packet does.
    counts : ndarray of float64, shape (packets + 1, ...entering)
    rows : ndarray of float64, shape (rows, ...queues, states)
    """
    entering, waiting = counts.shape[1:], rows.shape[1:-1]
    if any(n > 1 and m > 1 for n, m in zip(entering, waiting, strict=True)):
        # All sums of what waits and what enters, side by side, would be far too many.
        lengths = [n + m - 1 for n, m in zip(entering, waiting, strict=True)]
        result = np.zeros((len(rows), *lengths, rows.shape[-1]))
        for at in np.ndindex(waiting):
            part = rows[(slice(None), *(slice(i, i + 1) for i in at))]
            goal = tuple(slice(i, i + n) for i, n in zip(at, entering, strict=True))
            result[(slice(None), *goal)] += _counted(operator, counts, part)
        return result
    shares = counts.reshape(len(counts), -1)
    now = rows.reshape(-1, rows.shape[-1])
    total = np.zeros((shares.shape[1], now.size))
    few = len(total) < _FEW  # products of matrices are no good at few rows
    block = 64 if few else max(1, min(len(counts), _STACKED // now.size))
    stack = np.empty((0 if few else block, now.size))
    for begin in range(0, len(counts), block):
        part = shares[begin : begin + block]
        for i, each in enumerate(part.tolist()):
            if few:
                for row, share in zip(total, each, strict=True):
                    if share:
                        row += share * now.reshape(-1)
            else:
                stack[i] = now.reshape(-1)
            if begin + i + 1 < len(counts):
                before, now = now, flushed(operator.apply(now))
        if not few:
            total += part.T @ stack[: len(part)]
        if begin + block < len(counts) and np.array_equal(before, now):  # no more can happen
            total += shares[begin + block :].sum(axis=0)[:, None] * now.reshape(-1)
            break
    moved = flushed(total).reshape(*entering, *rows.shape)
    if not entering:
        return moved
    # An axis is longer than 1 either in what waited or in what enters.
    axes = [len(entering), *(i for n in range(len(entering)) for i in (n, len(entering) + 1 + n))]
    lengths = [max(n, m) for n, m in zip(entering, waiting, strict=True)]
    return moved.transpose(*axes, moved.ndim - 1).reshape(len(rows), *lengths, rows.shape[-1])


def attack_matrix(walker: StateWalker, volley: Volley) -> Array:
    """Return the dense matrix of one attack; what waits is left out of it.

    Returns
    -------
    ndarray of float64, shape (states, states)
    """
    if volley.uniform():
        nothing, acts, waits = volley.fates()
        if waits == 0.0 or walker.queues:
            return walker.attack_operator(volley.plain[0], acts, nothing)
    one = Acting(walker) if walker.queues else walker
    return one.attack(volley, np.eye(walker.space.size))


def waiting_layers(walker: StateWalker, volley: Volley, row: Array) -> Array:
    """Return the joint of how many attacks wait and the state, after a volley.

    Each attack either waits as a whole or acts, so how many wait is binomial, and the
    others act like a volley of their own: no pair of axes has to be carried along.

    Parameters
    ----------
    walker : StateWalker
    volley : Volley
        Without extra hits.
    row : ndarray of float64, shape (1, states)

    Returns
    -------
    ndarray of float64, shape (attacks + 1, states)
    """
    one = attack_matrix(walker, volley)
    if volley.uniform():
        nothing, acts, waits = volley.fates()
        stays = nothing + acts
    else:
        stays, waits = Waiting().attack(volley, np.array([1.0, 0.0])).tolist()
    one = one / stays  # of the attacks that don't wait
    first, counts = attack_counts(volley)
    most = first + counts.size - 1
    steps = np.empty((most + 1, row.shape[1]))
    steps[0] = row[0]
    for i in range(most):
        np.dot(steps[i], one, out=steps[i + 1])
    share = binomial(most if counts.size == 1 else first, waits, stays)
    if counts.size == 1:
        return flushed(share[:, None] * steps[::-1])
    weights = np.zeros((most + 1, most + 1))  # [waiting, acting]
    die = np.array([stays, waits])
    for n, mass in enumerate(counts.tolist(), first):
        if n > first:
            share = np.convolve(share, die)
        waiting = np.arange(n + 1)
        weights[waiting, n - waiting] = mass * share
    return np.asarray(weights @ steps)


def binomial(n: int, p: float, q: float) -> Array:
    """Return the pmf of the number of successes; `q` is 1 - p, without cancellation.

    Examples
    --------
    >>> binomial(2, 0.25, 0.75).tolist()
    [0.5625, 0.375, 0.0625]
    """
    if n > 100:  # powers of p alone may underflow
        return power(np.array([q, p]), n)
    return np.array([comb(n, k) * p**k * q ** (n - k) for k in range(n + 1)])


def _advance(rows: Array, one: Array, times: int) -> Array:
    """Return ``rows @ one**times``, by squaring while that is the cheaper way."""
    size = one.shape[0]
    # A square costs about size / rows products of rows; small products cost their call alone.
    price = 3.0 if size <= 24 else 1.0 + size * size / 1200.0 / max(1, rows.shape[0])
    while times > 1 and times / 2 > price:
        if times & 1:
            rows = rows.dot(one)
        one = flushed(one.dot(one))
        times >>= 1
    large = rows.size > FLUSHED_ABOVE
    for _ in range(times):
        rows = rows.dot(one)
        if large:
            flushed(rows)
    return rows


def resolve(rows: Array, unit: Operator, axis: int = 1) -> Array:
    """Return the probabilities after everything on one axis has been applied.

    By Horner's rule: the last unit is applied to the largest number first.
    """
    view = rows.swapaxes(0, axis)
    total: Array = view[-1]
    if unit.matrix is not None and total.ndim <= 2:
        for layer in view[-2::-1]:
            total = flushed(total.dot(unit.matrix))
            total += layer
        return total
    for layer in view[-2::-1]:
        total = flushed(unit.apply(total)) + layer
    return total


def spill(point: Operator, pmf: Array, rows: Array) -> Array:
    """Return the rows after a random number of points that carry over."""
    total: Array = pmf[-1] * rows
    for mass in pmf[-2::-1].tolist():
        total = flushed(point.apply(total)) + mass * rows
    return total


class SpillOperator(Operator):
    """A pool packet as an operator: some points that carry over."""

    __slots__ = ("_pmf", "_point")

    def __init__(self, point: Operator, pmf: Array) -> None:
        self.size = point.size
        self._entries = self.matrix = None
        self._point, self._pmf = point, pmf
        if point.matrix is not None:
            total: Array = pmf[-1] * np.eye(point.size)
            diagonal = np.arange(point.size)
            for mass in pmf[-2::-1].tolist():
                total = total @ point.matrix
                total[diagonal, diagonal] += mass
            self.matrix = total

    def apply(self, rows: Array) -> Array:
        """Return the rows after the operator; float64, shape (..., states)."""
        if self.matrix is not None:
            return np.asarray(rows @ self.matrix)
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
