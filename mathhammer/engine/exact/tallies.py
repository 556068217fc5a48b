"""The stages that count events and not states: attacks, hits, wounds, unsaved, ...

Attacks are alike, so a stage is the sum of a random number of equal and independent
numbers of one attack each, as long as the saves of all model groups are the same.
Where they differ, `exact` follows state and tally together.
"""

from collections.abc import Callable, Hashable

import numpy as np

from mathhammer.core.distribution import Array, compound, power
from mathhammer.engine.exact.sequence import Walker
from mathhammer.engine.limits import MAX_TALLIED, too_large
from mathhammer.plan import NOW, Action, Amount, Packet, Volley

_CERTAIN = np.ones(1)
#: The pmf of exactly one.
ONE = np.array([0.0, 1.0])


def shifted(array: Array, pmf: Array, axis: int = 0) -> Array:
    """Return `array` with an axis moved up by a random number.

    Parameters
    ----------
    array : ndarray of float64
        Long enough along `axis` to hold the sum.
    pmf : ndarray of float64
        Of the number, from 0.
    axis : int

    Returns
    -------
    ndarray of float64, of the same shape
    """
    view = array.swapaxes(axis, 0)
    result = np.zeros_like(array)
    into = result.swapaxes(axis, 0)
    length = view.shape[0]
    for by, mass in enumerate(pmf.tolist()):
        if mass and by < length:
            into[by:] += mass * view[: length - by]
    return result


def attack_counts(volley: Volley) -> tuple[int, Array]:
    """Return the least number of attacks and the probabilities from there on.

    Examples
    --------
    >>> from mathhammer.plan import Amount
    >>> volley = Volley("w", 3, (Amount.fixed(2),), None, None, False, (), None, (), (), (), ())
    >>> attack_counts(volley)
    (6, array([1.]))
    """
    if (
        len(volley.attacks) == 1
        and len(volley.attacks[0].values) == 1
        and not volley.champion_attacks
    ):
        return volley.copies * volley.attacks[0].values[0], _CERTAIN
    least, one = _of_a_copy(volley.attacks)
    if not volley.champion_attacks or not volley.copies:
        return least * volley.copies, power(one, volley.copies)
    first, other = _of_a_copy(volley.champion_attacks)
    others = volley.copies - 1
    return least * others + first, np.convolve(power(one, others), other)


def _of_a_copy(amounts: tuple[Amount, ...]) -> tuple[int, Array]:
    """Return the least number of attacks of one copy and the probabilities from there on."""
    one = np.ones(1)
    for amount in amounts:
        one = np.convolve(one, amount.pmf())
    first = int(np.argmax(one > 0))
    return first, one[first:]


def per_attack(volley: Volley, most: Callable[[Packet], int], hit: int = 0, wound: int = 0) -> int:
    """Return the largest sum of what the events of one attack count.

    Parameters
    ----------
    volley : Volley
    most : callable
        Returns the largest count of a packet.
    hit, wound : int
        Counts of a hit and of a wound.
    """
    plain, special = _most_sent(volley.plain, volley.hit_then_critical_wound, most), 0
    ordinary = hit + wound + plain
    if not volley.critical_ends_attack:
        special = wound + _most_sent(volley.critical, volley.critical_critical, most)
    special += hit + sum([most(packet) for packet in volley.on_critical])
    extra = 0 if volley.extra is None else volley.extra.maximum
    return max(ordinary, special + extra * ordinary)


def _most_sent(
    one: tuple[Packet, ...], other: tuple[Packet, ...], most: Callable[[Packet], int]
) -> int:
    """Return the largest count of one list of packets or another."""
    count = sum([most(packet) for packet in one])
    return count if other is one else max(count, sum([most(packet) for packet in other]))


class TallyWalker(Walker):
    """Counts one stage over the events of an attack."""

    def __init__(self, stage: str) -> None:
        self.stage = stage

    def most(self, packet: Packet) -> int:
        """Return the largest count of a packet."""
        if self.stage == "unsaved":
            return int(packet.saves is not None)
        counts = self.stage == "damage_rolled" or (self.stage == "mortal" and packet.mortal)
        return packet.amount.maximum if counts else 0

    def points(self, packet: Packet) -> Array:
        """Return the pmf of what a packet counts that gets through."""
        return packet.amount.pmf()

    def most_per_attack(self, volley: Volley) -> int:
        """Return the largest count of one attack."""
        return per_attack(volley, self.most, self.stage == "hits", self.stage == "wounds")

    def hit(self, array: Array) -> Array:
        """Count a hit."""
        return shifted(array, ONE) if self.stage == "hits" else array

    def wound(self, array: Array) -> Array:
        """Count a wound."""
        return shifted(array, ONE) if self.stage == "wounds" else array

    def send(self, packet: Packet, array: Array) -> Array:
        """Count a failed save, mortal wounds or rolled damage."""
        if self.stage in ("hits", "wounds"):
            return array
        fail = passed = 0.0
        if packet.saves is not None:
            fail, passed, _ = packet.saves[0].masses()
        if self.stage == "unsaved":
            if packet.saves is None:
                return array
            return passed * array + fail * shifted(array, ONE)
        if self.stage == "mortal" and not packet.mortal:
            return array
        sent = shifted(array, self.points(packet))
        return sent if packet.saves is None else passed * array + fail * sent

    def one_attack(self, volley: Volley) -> Array:
        """Return the pmf of the stage's count for one attack, from 0."""
        start = np.zeros(self.most_per_attack(volley) + 1)
        start[0] = 1.0
        return self.attack(volley, start)


def stage_pmf(volley: Volley, stage: str) -> Array:
    """Return the pmf of a stage over all attacks of a volley, from 0.

    Raises
    ------
    TooLargeError
        If the stage can exceed `MAX_TALLIED`.
    """
    first, counts = attack_counts(volley)
    if stage == "attacks":
        return np.concatenate([np.zeros(first), counts])
    walker = TallyWalker(stage)
    most = walker.most_per_attack(volley) * (first + counts.size - 1)
    if most > MAX_TALLIED:
        what = f"{stage.replace('_', ' ')} of {volley.name!r} can reach {most}"
        raise too_large(what, MAX_TALLIED, offer="")
    return compound(counts, first, walker.one_attack(volley))


def counted(volley: Volley, stage: str) -> Hashable:
    """Return all that a stage of a volley depends on: equal ones have equal pmfs, to the last bit.

    Which packets are the same is part of it, since it decides in which order is added up.
    """
    number = volley.copies, volley.attacks, volley.champion_attacks
    if stage == "attacks":
        return number
    plain, special, critical, both = (
        volley.plain, volley.hit_then_critical_wound, volley.critical, volley.critical_critical
    )  # fmt: skip
    alike = (
        plain is special,
        critical is plain,
        critical is both,
        both is special or both == special,
    )
    rolls = volley.hit, volley.extra, volley.auto_wound, volley.critical_ends_attack, volley.wound
    if stage in ("hits", "wounds"):  # whatever is sent
        return number, rolls, alike, bool(volley.on_critical)
    sent = tuple([
        tuple([_of_packet(packet, stage) for packet in packets])
        for packets in (plain, special, critical, both, volley.on_critical)
    ])  # fmt: skip
    return number, rolls, alike, sent


def _of_packet(packet: Packet, stage: str) -> Hashable:
    """Return what a stage counts of a packet whose saves are the same for all models."""
    save = None if packet.saves is None else packet.saves[0]
    if stage == "unsaved":
        return save
    if stage == "mortal" and not packet.mortal:
        return save is None
    return save, packet.amount


def most_counted(action: Action, stage: str) -> int:
    """Return the largest possible count of a stage."""
    if stage == "attacks":
        return sum(volley.most_attacks() for volley in action.volleys)
    walker = TallyWalker(stage)
    most = sum(walker.most_per_attack(v) * v.most_attacks() for v in action.volleys)
    if stage in ("mortal", "damage_rolled"):
        most += sum(packet.maximum for packet in action.dice_packets)
    return most


def stage_mean(volley: Volley, stage: str) -> float:
    """Return the mean of a stage over all attacks of a volley."""
    first, counts = attack_counts(volley)
    attacks = float(np.dot(counts, np.arange(first, first + counts.size)))
    if stage == "attacks":
        return attacks
    one = TallyWalker(stage).one_attack(volley)
    return attacks * float(np.dot(one, np.arange(one.size)))


def saves_differ(volleys: tuple[Volley, ...]) -> bool:
    """Return whether some packet's save depends on the model that takes it."""
    return any(
        packet.saves is not None and any(s != packet.saves[0] for s in packet.saves[1:])
        for volley in volleys
        for packet in volley.packets()
        if packet.when == NOW
    )
