"""All attacks of one weapon, backward in time: saves and damage, wounds, hits, their number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...distribution import Array
from ...plan import Volley
from ..space import Ints, Space
from .attacks import AttackRolls
from .columns import Columns, Place
from .dice import Decisions, Handful, split_roll
from .packets import Attack
from .waiting import Waiting, devastating

#: Numbers that are worked on at once.
_BLOCK = 2_000_000


class VolleyStage:
    """All attacks of one weapon.

    Parameters
    ----------
    space : Space
    columns : Columns
    waiting : list of Waiting
    number : int
        Of the volley.
    volley : Volley
    before, after : tuple of int
        The most units of everything that waits, before and after the weapon.
    """

    def __init__(
        self,
        space: Space,
        columns: Columns,
        waiting: Sequence[Waiting],
        number: int,
        volley: Volley,
        before: tuple[int, ...],
        after: tuple[int, ...],
    ) -> None:
        self.space, self.columns = space, columns
        self.number, self.volley = number, volley
        self.rooms_before, self.rooms_after = before, after
        self.units = tuple(w.units[number] for w in waiting)
        self.attacks = AttackRolls(volley)
        self.hits = self.most_hits(volley)
        self.waits = devastating(volley) is not None
        self.lethal = volley.auto_wound and volley.hit is not None
        self.extra = volley.extra if volley.hit is not None else None
        #: Whether critical hits are told from others.
        self.told = self.lethal or self.extra is not None

    @staticmethod
    def most_hits(volley: Volley) -> int:
        """Return the most hits, extra ones included."""
        extra = volley.extra.maximum if volley.extra is not None and volley.hit is not None else 0
        return volley.most_attacks() * (1 + extra)

    # ------------------------------------------------------------------- size

    def _cells(self, rooms: tuple[int, ...]) -> int:
        cells = self.space.size
        for most in rooms:
            cells *= most + 1
        return cells

    def _reach(self) -> int:
        """Return the numbers that one attack's damage takes for a state."""
        amount = self.volley.plain[0].amount
        health = max(group.health for group in self.space.target.groups)
        return len(amount.values) * (1 + min(amount.maximum, health))

    def _dice(self, lethal: int) -> tuple[int, int]:
        """Return the fewest and the most wound dice beside so many lethal hits."""
        if not self.lethal:
            return 0, self.hits
        extra = (0,) if self.extra is None else self.extra.values
        return lethal * min(extra), self.attacks.most - lethal + lethal * max(extra)

    def numbers(self) -> int:
        """Return how many numbers are kept at once."""
        hits, attacks = self.hits + 1, self.attacks.most + 1
        dice = hits * hits * (hits if self.waits else 2) + attacks**3 * self.told
        cells = self._cells(self.rooms_after) * self.columns.width
        return cells * (hits + self._reach()) + dice // 2

    def work(self) -> float:
        """Return about how many steps the weapon takes."""
        attacks = self.attacks.most
        handful = 0.0
        for sure in range(attacks + 1 if self.lethal else 1):
            least, dice = self._dice(sure)
            criticals = min(self._criticals(), dice)
            pairs = (criticals + 1) * (dice + 1 - criticals / 2)
            handful += pairs * ((dice - least) / 4 + 10)
        rows = attacks - self.attacks.least + 1
        handful += attacks * attacks / 2 * (rows / 4 + 20) * self.told
        hits = self.hits + 1
        one = self._reach() + 4 * len(self.volley.plain[0].amount.values) + 8
        cells = (
            self._cells(self.rooms_before) * handful + self._cells(self.rooms_after) * hits * one
        )
        return self.columns.width * cells

    # ----------------------------------------------------------------- values

    def before(self, after: Array) -> Array:
        """Return the values before the weapon, from those after it.

        Parameters
        ----------
        after : ndarray of float64, shape (states, ...what waits, ...)

        Returns
        -------
        ndarray of float64, shape (states, ...what waits, ...)
        """
        if not self.attacks.most:
            return after
        tail = self.columns.tail
        layers = np.empty((self.hits + 1, self.space.size, self._cells(self.rooms_after)
                           // self.space.size, *tail))  # fmt: skip
        layers[0] = after.reshape(layers.shape[1:])
        attack = Attack(self.space, self.volley.plain[0], self.columns, self.number)
        for wounds in range(1, self.hits + 1):
            layers[wounds] = attack(layers[wounds - 1])
        flat = layers.reshape(self.hits + 1, -1, *tail)
        goals = self._goals()
        wound = Handful(split_roll(self.volley.wound, self.waits), self.hits, len(goals) - 1)
        hit = None
        if self.volley.hit is not None:
            most = self.attacks.most
            hit = Handful(split_roll(self.volley.hit, self.told), most, most * self.told)
        result = np.empty((goals.shape[1], *tail))
        pairs = max((self.hits + 1) * len(goals), (self.attacks.most + 1) ** 2 * self.told)
        step = max(1, _BLOCK // (pairs * self.columns.width))
        for begin in range(0, len(result), step):
            cells = goals[:, begin : begin + step]
            wounded = flat[np.arange(self.hits + 1)[:, None, None], cells]
            result[begin : begin + step] = self._rolled(hit, wound, wounded)
        return result.reshape(self.space.size, *(most + 1 for most in self.rooms_before), *tail)

    def _criticals(self) -> int:
        """Return how many critical wounds are told apart; 0 where they are like others.

        With more than there is room for nothing of the target is left, whatever is decided.
        """
        if not self.waits:
            return 0
        room = [
            -(-most // units)
            for units, most in zip(self.units, self.rooms_after, strict=True)
            if units
        ]
        return min([self.hits, *room]) if room else 1

    def _goals(self) -> Ints:
        """Return where each cell before the weapon goes with 0, 1, ... critical wounds.

        Returns
        -------
        ndarray of int, shape (critical wounds + 1, cells)
            Indices of cells after the weapon.
        """
        shape = [self.space.size, *(most + 1 for most in self.rooms_before)]
        where = np.indices(shape).reshape(len(shape), -1)
        criticals = np.arange(self._criticals() + 1)[:, None]
        goal = np.broadcast_to(where[0], (len(criticals), where.shape[1]))
        for axis, (units, most) in enumerate(zip(self.units, self.rooms_after, strict=True), 1):
            goal = goal * (most + 1) + np.minimum(where[axis] + criticals * units, most)
        return np.ascontiguousarray(goal)

    def _rolled(self, hit: Handful | None, wound: Handful, wounded: Array) -> Array:
        """Return the values before the weapon of some cells.

        Parameters
        ----------
        hit, wound : Handful
        wounded : ndarray of float64, shape (wounds + 1, critical wounds + 1, cells, ...)
            By what the wound rolls came to.
        """
        most, least = self.attacks.most, self.attacks.least
        numbers = np.arange(least, most + 1)
        place = Place("wound", (self.number,))
        rolled = Decisions(wound.split, self.columns, place, wounded)
        if hit is None:
            hits = wound.before(rolled, numbers)
        else:
            if self.lethal:
                scored = self._lethal(wound, rolled)
            else:
                plain = wound.before(rolled, np.arange(self.hits + 1))
                scored = self._with_extra(plain) if self.extra is not None else plain[:, None]
            place = Place("hit", (self.number,))
            hits = hit.before(Decisions(hit.split, self.columns, place, scored), numbers)
        return self.attacks.before(self.columns, Place("attacks", (self.number,)), hits)

    def _with_extra(self, plain: Array) -> Array:
        """Return the values of (hits, critical hits), from those of a number of hits.

        Each critical hit adds itself and its extra hits (W-3 Sustained Hits).
        """
        assert self.extra is not None
        most = self.attacks.most
        one = np.append(np.zeros(1), self.extra.pmf())
        scored = np.zeros((most + 1, most + 1, *plain.shape[1:]))
        added = np.ones(1)
        for criticals in range(most + 1):
            top = most + 1 - criticals
            for more in np.flatnonzero(added).tolist():
                scored[:top, criticals] += added[more] * plain[more : more + top]
            added = np.convolve(added, one)
        return scored

    def _lethal(self, wound: Handful, after: Decisions) -> Array:
        """Return the values of (hits, critical hits) where the latter wound by themselves."""
        most = self.attacks.most
        extra = np.ones(1) if self.extra is None else self.extra.pmf()
        scored = np.zeros((most + 1, most + 1, *after.values.shape[2:]))
        added = np.ones(1)
        for criticals in range(most + 1):
            top = most + 1 - criticals
            possible = np.flatnonzero(added)
            least = int(possible[0])
            dice = np.arange(least, added.size - 1 + top)
            rolled = wound.before(after, dice, criticals)
            for more in possible.tolist():
                scored[:top, criticals] += added[more] * rolled[more - least :][:top]
            added = np.convolve(added, extra)
        return scored
