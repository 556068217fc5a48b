"""What waits until all weapons are done: Devastating Wounds, counted beside the states.

Under the errata each attack that waits is inflicted by itself, in weapon order. Under the
print they are mortal wounds, which carry over: where their damage is fixed, the points of
all weapons are counted in one pool, otherwise attack by attack. The damage of an attack
that waits is rolled when it is inflicted.
"""

from itertools import groupby
from math import gcd
from typing import NamedTuple

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.space import Space
from mathhammer.engine.reroll.columns import Columns, Place
from mathhammer.engine.reroll.packets import DamageRoll, Point
from mathhammer.plan import NOW, POOL, Packet, Volley


class Waiting(NamedTuple):
    """Something that waits, counted in units.

    Attributes
    ----------
    packet : Packet
        What a unit does; of a pool of points, the first of its packets.
    points : int
        Points of a unit, where points are counted; else 0.
    units : tuple of int
        What each volley adds with a critical wound; 0 where it waits elsewhere.
    place : Place
        Of the damage rolls.
    """

    packet: Packet
    points: int
    units: tuple[int, ...]
    place: Place

    def resolve(self, space: Space, columns: Columns, after: Array, most: int) -> Array:
        """Return the values before it is inflicted, by how many units there are.

        Parameters
        ----------
        space : Space
        columns : Columns
        after : ndarray of float64, shape (states, ...)
            What waits behind it as further axes.
        most : int
            Units.

        Returns
        -------
        ndarray of float64, shape (states, most + 1, ...)
        """
        tail = after.shape[-3:]
        now = after.reshape(space.size, -1, *tail)
        layers = np.empty((most + 1, *now.shape))
        layers[0] = now
        if self.points:
            point = Point(space, self.packet.mortal)
            for unit in range(1, most + 1):
                now = layers[unit - 1]
                for _ in range(self.points):
                    now = point(now)
                layers[unit] = now
        else:
            roll = DamageRoll(space, self.packet, columns, self.place)
            for unit in range(1, most + 1):
                layers[unit] = roll(layers[unit - 1])
        return np.moveaxis(layers, 0, 1).reshape(space.size, most + 1, *after.shape[1:])


def devastating(volley: Volley) -> Packet | None:
    """Return the packet of a volley that waits, if any."""
    packet = volley.hit_then_critical_wound[0]
    return None if packet.when == NOW else packet


def waiting_of(volleys: tuple[Volley, ...]) -> list[Waiting]:
    """Return what waits, in the order in which it is inflicted."""
    found = [(i, packet) for i, v in enumerate(volleys) if (packet := devastating(v)) is not None]
    if not found:
        return []
    number = len(volleys)
    if all(p.when == POOL and not p.amount.terms for _, p in found):
        points = {i: packet.amount.values[0] for i, packet in found}
        unit = gcd(*points.values()) or 1
        units = tuple(points.get(i, 0) // unit for i in range(number))
        return [Waiting(found[0][1], unit, units, Place("damage", tuple(points)))]
    waiting = []
    for _, neighbours in groupby(found, lambda each: each[1]._replace(source=0)):
        packets = dict(neighbours)
        units = tuple(int(i in packets) for i in range(number))
        first = next(iter(packets.values()))
        waiting.append(Waiting(first, 0, units, Place("damage", tuple(packets))))
    return waiting


def room(space: Space, waiting: Waiting, units: int) -> int:
    """Return how many units have to be told apart: more than the target outlasts are alike."""
    groups = space.target.groups
    mortal = waiting.packet.mortal
    if any(group.ignore_mortal if mortal else group.ignore for group in groups):
        return units
    least = waiting.points or min(waiting.packet.amount.values)
    if least < 1:
        return units
    if waiting.packet.spills:
        wounds = sum(group.models * group.health - group.lost for group in groups)
        return min(units, -(-wounds // least))
    # Each hurts one model only: an unhurt one takes so many.
    return min(units, sum(group.models * -(-group.health // least) for group in groups))
