"""Dice for each model that attacks slew: the states after the attacks, cut by models slain.

How many dice are rolled is known from the state after the attacks and no longer from a later
one, where other dice came before. So each number of models slain has states of its own.
"""

import numpy as np

from mathhammer.core.distribution import Array, gathered
from mathhammer.engine.exact.space import Space
from mathhammer.plan import DicePacket

#: States of each number of models slain by the attacks.
Cut = dict[int, Array]


def cut(states: Array, space: Space, packets: tuple[DicePacket, ...]) -> Cut:
    """Return the states after the attacks by the models slain, where any dice ask for it.

    Parameters
    ----------
    states : ndarray of float64, shape (..., states)
    space : Space
    packets : tuple of DicePacket
    """
    if not packets or not any(packet.per_slain for packet in packets):
        return {0: states}
    slain = space.slain
    reached = states.reshape(-1, space.size).any(axis=0)
    numbers = np.unique(slain[reached]).tolist()
    return {number: np.where(slain == number, states, 0.0) for number in numbers}


def total(parts: Cut) -> Array:
    """Return the states, however many models were slain by the attacks."""
    one, *others = parts.values()
    return np.asarray(sum(others, one)) if others else one


def points_of(packet: DicePacket, states: Array, space: Space) -> Array:
    """Return the pmf of what dice inflict, from the states after the attacks."""
    if not packet.per_slain:
        return packet.pmf()
    found = np.zeros(packet.maximum + 1)
    for number, mass in enumerate(gathered(space.slain, states).tolist()):
        if mass:
            points = packet.after(number).pmf()
            found[: points.size] += mass * points
    return found
