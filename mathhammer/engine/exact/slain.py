"""Dice after attacks; where they follow the models slain, the states are cut by their number.

How many dice are rolled is known from the state after the attacks and no longer from a later
one, where other dice came before. So each number of models slain has states of its own.
"""

from collections.abc import Callable

import numpy as np

from mathhammer.core.distribution import Array, gathered
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact.space import Space
from mathhammer.plan import DicePacket

#: States of each number of models slain by the attacks.
Cut = dict[int, Array]


class PlayedDice:
    """The dice that are rolled one after another when all attacks are done.

    Parameters
    ----------
    packets : tuple of DicePacket
    space : Space
    states : ndarray of float64, shape (..., states)
        After the attacks.
    hurt : callable
        Returns the states after points of a pmf.
    """

    def __init__(
        self,
        packets: tuple[DicePacket, ...],
        space: Space,
        states: Array,
        hurt: Callable[[Array, Array], Array],
    ) -> None:
        self.packets, self.space = packets, space
        #: The states before the first of the dice and after each.
        self.cuts = [cut(states, space, packets)]
        for packet in packets:
            self.cuts.append({
                number: hurt(part, packet.after(number).pmf())
                for number, part in self.cuts[-1].items()
            })  # fmt: skip

    @lazy
    def states(self) -> list[Array]:
        """The states after each of the dice, however many models were slain by the attacks."""
        return [_total(parts) for parts in self.cuts[1:]]

    def rolled(self, number: int) -> list[tuple[Array, Array]]:
        """Return the states before some of the dice, each with the pmf of their points."""
        packet = self.packets[number]
        return [(part, packet.after(slain).pmf()) for slain, part in self.cuts[number].items()]

    def points(self, number: int) -> Array:
        """Return the pmf of the points of some of the dice."""
        packet = self.packets[number]
        if not packet.per_slain:
            return packet.pmf()
        found = np.zeros(packet.maximum + 1)
        attacked = gathered(self.space.slain, _total(self.cuts[0]))
        for slain, mass in enumerate(attacked.tolist()):
            if mass:
                points = packet.after(slain).pmf()
                found[: points.size] += mass * points
        return found


def cut(states: Array, space: Space, packets: tuple[DicePacket, ...]) -> Cut:
    """Return the states after the attacks by the models slain, where any dice ask for it.

    Parameters
    ----------
    states : ndarray of float64, shape (..., states)
    space : Space
    packets : tuple of DicePacket
    """
    if not any(packet.per_slain for packet in packets):
        return {0: states}
    slain = space.slain
    reached = states.reshape(-1, space.size).any(axis=0)
    numbers = np.unique(slain[reached]).tolist()
    return {number: np.where(slain == number, states, 0.0) for number in numbers}


def _total(parts: Cut) -> Array:
    one, *others = parts.values()
    return np.asarray(sum(others, one)) if others else one
