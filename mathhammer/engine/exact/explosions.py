"""Units that explode where they are destroyed, in a turn of the exact engine (W-5.7).

Who is destroyed explodes at once, and once. So the joint probabilities before an event are
cut into classes by which of those units live: they are *armed*, and after the event those
of them that are gone explode. One explosion may destroy, and so set off, another.
"""

from collections.abc import Callable, Iterator

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.joint_states import JointStates
from mathhammer.plan import Explosion

#: The places in the list of explosions whose units live.
Armed = frozenset[int]


class Explosions:
    """What explodes in a move, and whom it hurts.

    Parameters
    ----------
    table : JointStates
    explosions : tuple of Explosion
    suffer : callable
        Takes the joint, a unit and the pmf of its mortal wounds; returns the joint after them.
    """

    def __init__(
        self,
        table: JointStates,
        explosions: tuple[Explosion, ...],
        suffer: Callable[[Array, int, Array], Array],
    ) -> None:
        self.table = table
        self.explosions = explosions
        self._suffer = suffer

    def armed(self, array: Array) -> list[tuple[Armed, Array]]:
        """Return the joint before an event, cut by who is alive and may explode."""
        parts: list[tuple[Armed, Array]] = [(frozenset(), array)]
        for number, explosion in enumerate(self.explosions):
            alive = self.table.alive((explosion.unit,))
            cut = [(armed | {number}, np.where(alive, part, 0.0)) for armed, part in parts]
            cut += [(armed, np.where(alive, 0.0, part)) for armed, part in parts]
            parts = [(armed, part) for armed, part in cut if part.any()]
        return parts

    def after(self, armed: Armed, array: Array) -> Iterator[tuple[Armed, Array]]:
        """Yield the joint after those armed that are gone have exploded, by who still is."""
        for number in sorted(armed):
            alive = self.table.alive((self.explosions[number].unit,))
            gone = np.where(alive, 0.0, array)
            if gone.any():
                after = self._exploded(self.explosions[number], gone)
                yield from self.after(armed - {number}, after)
                array = np.where(alive, array, 0.0)
        if array.any():
            yield armed, array

    def _exploded(self, explosion: Explosion, array: Array) -> Array:
        """Return the joint after the die of one unit, and what it does to those near it."""
        fails = explosion.roll.masses()[0]
        points = explosion.amount.pmf()
        hurt = (1.0 - fails) * array
        for unit in explosion.near:
            hurt = self._suffer(hurt, unit, points)
        return np.asarray(fails * array + hurt)
