"""All attacks of one weapon, backward in time: saves and damage, wounds, hits, their number."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.space import Space
from mathhammer.engine.reroll.attacks import AttackRolls
from mathhammer.engine.reroll.columns import Columns, Place
from mathhammer.engine.reroll.dice import Decisions, Handful, split_roll
from mathhammer.engine.reroll.packets import Attack
from mathhammer.engine.reroll.waiting import Waiting, devastating
from mathhammer.engine.reroll.wounds import Chances, WoundRolls
from mathhammer.plan import Volley

#: Numbers that are worked on at once, and arrays of so many.
_BLOCK, _ARRAYS = 1_000_000, 10


class Shape(NamedTuple):
    """Where what waits by a weapon stands among the axes.

    Attributes
    ----------
    idle : int
        Cells of what waits by weapons before it. By those after it nothing waits yet.
    room, most : int
        The most units before the weapon and after it.
    unit : int
        What a critical wound adds; 0 where nothing waits by it.
    """

    idle: int
    room: int
    most: int
    unit: int


def _shape(units: Sequence[int], before: tuple[int, ...], after: tuple[int, ...]) -> Shape:
    """Return where what waits stands; other axes are as long after the weapon as before."""
    axis = next((i for i, unit in enumerate(units) if unit), None)
    if axis is None:
        return Shape(prod(most + 1 for most in after), 0, 0, 0)
    idle = prod(most + 1 for most in after[:axis])
    return Shape(idle, before[axis], after[axis], units[axis])


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
        self.shape = _shape([w.units[number] for w in waiting], before, after)
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
        return self.space.size * prod(most + 1 for most in rooms)

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

    def _layers(self) -> int:
        """Return the numbers of all numbers of wounds, of one cell of what is idle."""
        cells = self.space.size * (self.shape.most + 1) * self.columns.width
        return cells * (self.hits + 1 + self._reach())

    def _slice(self) -> int:
        """Return the numbers of all results of the dice, of one state."""
        attacks = self.attacks.most + 1
        wounds = (self.hits + 1) * (self.shape.most + 1)
        hits = (self.shape.room + 1) * (attacks * attacks if self.told else self.hits + 1)
        return max(wounds, hits) * self.columns.width

    def numbers(self) -> int:
        """Return how many numbers are kept at once."""
        attacks = self.attacks.most + 1
        chances = attacks**3 * self.told // 2
        values = 2 * self._cells(self.rooms_after) * self.columns.width
        return values + chances + self._layers() + _ARRAYS * self._slice()

    def work(self) -> float:
        """Return about how many nanoseconds the weapon takes."""
        attacks, hits, width = self.attacks.most, self.hits + 1, self.columns.width
        # For each number of wounds: a save, a damage roll, and what is decided after the dice.
        one = self._reach() + 4 * len(self.volley.plain[0].amount.values) + 8
        after = float(hits * (one + 10))
        before = 0.0
        for sure in range(attacks + 1 if self.lethal else 1):
            least, dice = self._dice(sure)
            after += dice * dice * (1.0 if self.waits else 0.5)
            before += (dice - least + 10) * (dice / 2 * self.waits + 5)
        rows = attacks - self.attacks.least + 1
        before += attacks * attacks / 2 * (rows / 4 + 20) * self.told
        cells = self._cells(self.rooms_before) * before + self._cells(self.rooms_after) * after
        return width * cells

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
        shape, tail = self.shape, self.columns.tail
        after = after.reshape(self.space.size, shape.idle, shape.most + 1, *tail)
        result = np.empty((self.space.size, shape.idle, shape.room + 1, *tail))
        step = max(1, _BLOCK // self._layers())
        for begin in range(0, shape.idle, step):
            result[:, begin : begin + step] = self._part(after[:, begin : begin + step])
        return result.reshape(self.space.size, *(most + 1 for most in self.rooms_before), *tail)

    def _part(self, after: Array) -> Array:
        """Return the values before the weapon, for some cells of what is idle.

        Parameters
        ----------
        after : ndarray of float64, shape (states, idle, most + 1, ...)

        Returns
        -------
        ndarray of float64, shape (states, idle, room + 1, ...)
        """
        shape, tail = self.shape, self.columns.tail
        idle = after.shape[1]
        layers = np.empty((self.hits + 1, self.space.size, idle * (shape.most + 1), *tail))
        layers[0] = after.reshape(layers.shape[1:])
        attack = Attack(self.space, self.volley.plain[0], self.columns, self.number)
        for wounds in range(1, self.hits + 1):
            layers[wounds] = attack(layers[wounds - 1])
        layers = layers.reshape(self.hits + 1, -1, shape.most + 1, *tail)
        cells = layers.shape[1]
        result = np.empty((cells, shape.room + 1, *tail))
        hit = None
        if self.volley.hit is not None:
            hit = Handful(split_roll(self.volley.hit, self.told), self.attacks.most, self.told)
        split = split_roll(self.volley.wound, self.waits)
        chances = Chances(split, self.hits)
        place = Place("wound", (self.number,))
        step = max(1, _BLOCK // self._slice())
        for begin in range(0, cells, step):
            some = np.ascontiguousarray(layers[:, begin : begin + step].swapaxes(1, 2))
            dice = WoundRolls(chances, self.columns, place, some, shape.unit)
            rolled = self._rolled(hit, dice).reshape(shape.room + 1, -1, *tail)
            result[begin : begin + step] = rolled.swapaxes(0, 1)
        return result.reshape(self.space.size, idle, shape.room + 1, *tail)

    def _rolled(self, hit: Handful | None, wounds: WoundRolls) -> Array:
        """Return the values before the weapon of some cells.

        Parameters
        ----------
        hit : Handful or None
        wounds : WoundRolls

        Returns
        -------
        ndarray of float64, shape ((room + 1) * cells, ...)
        """
        most, least, room = self.attacks.most, self.attacks.least, self.shape.room
        numbers = np.arange(least, most + 1)
        if hit is None:
            hits = _flat(wounds.before(numbers, room))
        else:
            if self.lethal:
                scored = self._lethal(wounds)
            else:
                plain = _flat(wounds.before(np.arange(self.hits + 1), room))
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

    def _lethal(self, wounds: WoundRolls) -> Array:
        """Return the values of (hits, critical hits) where the latter wound by themselves."""
        most = self.attacks.most
        extra = np.ones(1) if self.extra is None else self.extra.pmf()
        scored: Array | None = None
        added = np.ones(1)
        for criticals in range(most + 1):
            top = most + 1 - criticals
            possible = np.flatnonzero(added)
            least = int(possible[0])
            dice = np.arange(least, added.size - 1 + top)
            rolled = _flat(wounds.before(dice, self.shape.room, criticals))
            if scored is None:
                scored = np.zeros((most + 1, most + 1, *rolled.shape[1:]))
            for more in possible.tolist():
                scored[:top, criticals] += added[more] * rolled[more - least :][:top]
            added = np.convolve(added, extra)
        assert scored is not None
        return scored


def _flat(values: Array) -> Array:
    """Return values with what waits and the other cells on one axis, the second."""
    return values.reshape(len(values), -1, *values.shape[3:])
