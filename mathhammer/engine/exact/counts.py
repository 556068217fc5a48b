"""How many packets the attacks of a volley send, and how many wait: counts without states.

Where everything that a volley sends at once is one and the same packet, the states after
the volley depend on nothing but these counts (see `walks`), and counting is far cheaper
than carrying all states along.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from mathhammer.core.distribution import Array, compound, flushed
from mathhammer.engine.exact.queues import Queue
from mathhammer.engine.exact.sequence import Walker
from mathhammer.engine.exact.tallies import ONE, TallyWalker, attack_counts, per_attack, shifted
from mathhammer.plan import NOW, Packet, Volley


def acting_packet(volley: Volley) -> Packet | None:
    """Return the packet that a volley sends at once; None where there are several kinds."""
    acting = [packet for packet in volley.packets() if packet.when == NOW]
    if not acting:
        return None
    first = acting[0]
    alike = all(
        p is first
        or (p.amount, p.saves, p.mortal, p.to_character)
        == (first.amount, first.saves, first.mortal, first.to_character)
        for p in acting
    )
    return first if alike else None


def most_sent(volley: Volley) -> int:
    """Return the most packets that one attack sends at once."""
    return per_attack(volley, lambda packet: packet.when == NOW)


def most_entering(volley: Volley, queue: Queue) -> int:
    """Return the most units that one attack adds to a queue."""

    def units(packet: Packet) -> int:
        if packet.when == NOW or not queue.takes(packet):
            return 0
        return 1 if queue.key else packet.amount.maximum

    return per_attack(volley, units)


class CountWalker(Walker):
    """Counts what is sent at once (axis 0) and what enters each queue (the other axes).

    Parameters
    ----------
    queues : list of Queue
        What enters none of them is left out.
    failed : bool
        Count failed saves, and not packets.
    """

    def __init__(self, queues: Sequence[Queue], failed: bool) -> None:
        self.queues = queues
        self.failed = failed

    def send(self, packet: Packet, array: Array) -> Array:
        """Count a packet."""
        if packet.when == NOW:
            sent = shifted(array, ONE)
            if self.failed and packet.saves is not None:
                fail, passed, _ = packet.saves[0].masses()
                sent = passed * array + fail * sent
            return sent
        for axis, queue in enumerate(self.queues, 1):
            if queue.takes(packet):
                return shifted(array, ONE if queue.key else packet.amount.pmf(), axis)
        return array


def sent_counts(volley: Volley, queues: Sequence[Queue], failed: bool) -> Array:
    """Return the joint of how many packets act and how many enter each queue.

    Parameters
    ----------
    volley : Volley
        Whose acting packets are alike.
    queues : list of Queue
    failed : bool
        All models save alike: only packets whose save fails are counted.

    Returns
    -------
    ndarray of float64, shape (packets + 1, ...units + 1)
    """
    walker = CountWalker(queues, failed)
    start = _nothing_sent(volley, queues)
    first, counts = attack_counts(volley)
    if start.size == len(start):
        one = walker.attack(volley, start).reshape(-1)
        result = compound(counts, first, one)
        return trimmed(result.reshape(-1, *start.shape[1:]), [0])
    keyed = all(queue.key for queue in queues)
    if keyed and is_hit_by_hit(volley) and _sends_one(volley, queues):
        one_hit = np.zeros((2, *(min(n, 2) for n in start.shape[1:])))
        one_hit.flat[0] = 1.0
        one = walker.wound_attempt(volley, one_hit, volley.plain, volley.hit_then_critical_wound)
        if one.size == 4 and not one.flat[3]:
            hits = compound(counts, first, TallyWalker("hits").one_attack(volley))
            return _split(hits, one)
    one = walker.attack(volley, start)
    if keyed and one.size == 4 and not one.flat[3]:
        return _split(np.append(np.zeros(first), counts), one)
    return all_attacks(one, first, counts)


def one_attack(volley: Volley, queues: Sequence[Queue], failed: bool) -> Array:
    """Return the joint of `sent_counts` for one attack."""
    return CountWalker(queues, failed).attack(volley, _nothing_sent(volley, queues))


def _nothing_sent(volley: Volley, queues: Sequence[Queue]) -> Array:
    """Return the joint before an attack, long enough for what it may send."""
    start = np.zeros((most_sent(volley) + 1, *(most_entering(volley, q) + 1 for q in queues)))
    start.flat[0] = 1.0
    return start


def _sends_one(volley: Volley, queues: Sequence[Queue]) -> bool:
    """Return whether a wound sends no two packets to the same place: at once, or a queue."""
    return all(
        sum(p.when == NOW for p in packets) <= 1
        and all(sum(p.when != NOW and q.takes(p) for p in packets) <= 1 for q in queues)
        for packets in (volley.plain, volley.hit_then_critical_wound)
    )


def is_hit_by_hit(volley: Volley) -> bool:
    """Return whether all hits are alike, extra ones and critical ones too."""
    return (
        not volley.auto_wound
        and not volley.on_critical
        and volley.critical == volley.plain
        and volley.critical_critical == volley.hit_then_critical_wound
    )


def _split(tries: Array, one: Array) -> Array:
    """Return the joint of how many of a random number of tries act and how many wait.

    Parameters
    ----------
    tries : ndarray of float64
        The pmf of their number, from 0.
    one : ndarray of float64, shape (2, ...)
        What comes of each: nothing, waiting (only one axis is longer than 1) or acting.

    Returns
    -------
    ndarray of float64, shape (acting + 1, ...)
        With as many axes as `one`.
    """
    nothing, waits, acts, _ = one.ravel().tolist()
    either = waits + acts
    if not either:
        return np.ones((1,) * one.ndim)
    some = compound(tries, 0, np.array([nothing, either]))
    some = some[: int(np.flatnonzero(some)[-1]) + 1]
    size = some.size
    joint = np.zeros((size, size))
    flat = joint.reshape(-1)
    share, die = np.ones(1), np.array([acts / either, waits / either])
    for number, mass in enumerate(some.tolist()):
        if mass:  # `number` in all: an anti-diagonal, from none acting on
            flat[number : number * size + 1 : max(1, size - 1)] = mass * share[::-1]
        share = flushed(np.convolve(share, die))
    joint = trimmed(flushed(joint), [0, 1])
    return joint.reshape(-1, *(n if n == 1 else joint.shape[1] for n in one.shape[1:]))


def all_attacks(one: Array, first: int, counts: Array, negligible: float = 0.0) -> Array:
    """Return the counts of a random number of attacks with the counts `one` each.

    What is as unlikely as `negligible` at the end of an axis is left out.
    """
    terms = [(at, mass) for at, mass in np.ndenumerate(one) if mass]
    every = range(one.ndim)

    def another(total: Array) -> Array:
        longer = np.zeros([n + m - 1 for n, m in zip(total.shape, one.shape, strict=True)])
        for at, mass in terms:
            goal = tuple(slice(i, i + n) for i, n in zip(at, total.shape, strict=True))
            longer[goal] += mass * total
        return trimmed(flushed(longer), every, negligible)

    total = np.full((1,) * one.ndim, counts[-1])
    for mass in counts[-2::-1].tolist():
        total = another(total)
        total.flat[0] += mass
    for _ in range(first):
        total = another(total)
    return total


def trimmed(array: Array, axes: Iterable[int], negligible: float = 0.0) -> Array:
    """Return an array without what sums up to 0, or to so little, at the end of some axes.

    Examples
    --------
    >>> trimmed(np.array([[1.0, 0.0], [0.0, 0.0]]), [0, 1]).tolist()
    [[1.0]]
    """
    for axis in axes:
        others = tuple(i for i in range(array.ndim) if i != axis)
        used = np.flatnonzero(array.sum(axis=others) > negligible)
        end = int(used[-1]) + 1 if used.size else 1
        array = array[(slice(None),) * axis + (slice(end),)]
    return array
