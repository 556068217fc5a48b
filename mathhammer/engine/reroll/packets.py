"""Saving throws and damage, one attack after another, backward in time (W-1.4 to W-1.7).

All arrays here have the shape (states, what waits, attacker's re-roll, defender's, column).
"""

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.operators import ignore_chance
from mathhammer.engine.exact.space import Ints, Space
from mathhammer.engine.reroll.columns import Columns, Place
from mathhammer.engine.reroll.dice import Split, split_roll, totals_of
from mathhammer.plan import FAIL, SUCCESS, Packet, Roll


class DamageRoll:
    """The damage of one attack: rolled, perhaps rolled again, then inflicted.

    Parameters
    ----------
    space : Space
    packet : Packet
    columns : Columns
    place : Place
    """

    def __init__(self, space: Space, packet: Packet, columns: Columns, place: Place) -> None:
        self.columns, self.place = columns, place
        self.totals = totals_of(packet.amount)
        self.spills = packet.spills
        values = self.totals.values
        if packet.spills:
            self.point = Point(space, packet.mortal)
            return
        groups = space.target.groups
        most = min(max(values), max(group.health for group in groups))
        chances = [ignore_chance(group, packet.mortal) for group in groups]
        rows = {chance: _suffered(values, chance, most) for chance in set(chances)}
        weights = np.array([rows[chance] for chance in chances])
        at = _hit_groups(space, packet.to_character)
        self.weights: Array = weights[at]  # (states, totals, lost + 1)
        self.goals: Ints = np.ascontiguousarray(space.after(most, packet.to_character).T)

    def inflicted(self, after: Array) -> Array:
        """Return the values once the damage is known; shape (totals, *shape of `after`)."""
        if not self.spills:
            flat = after.reshape(len(after), -1)
            hurt = np.matmul(self.weights, flat[self.goals])
            return np.asarray(hurt.swapaxes(0, 1).reshape(-1, *after.shape))
        values = self.totals.values
        made, now = {}, after
        for points in range(max(values) + 1):
            if points:
                now = self.point(now)
            if points in values:
                made[points] = now
        return np.array([made[value] for value in values])

    def __call__(self, after: Array) -> Array:
        """Return the values before the damage is rolled, from those after the attack."""
        hurt = self.inflicted(after)
        split = self.totals.split
        if len(hurt) == 1:
            return np.asarray(hurt[0])
        result: Array = np.tensordot(split.total, hurt, 1)
        if after.shape[2] == 1:
            return result
        again = np.tensordot(split.raw, hurt[:, :, :, 0], 1)
        rolled = np.tensordot(split.spent, hurt[:, :, :, 1], 1)
        for x, fresh in enumerate(split.fresh.tolist()):
            if fresh:
                offer = [(self.totals.printed[x], again)]
                rolled += fresh * self.columns.chosen(self.place, hurt[x, :, :, 1], offer)
        result[:, :, 1] = rolled
        return result


def _hit_groups(space: Space, to_character: bool) -> Ints:
    """Return the group of the model that takes the next attack, of each state."""
    hit = space.hit_group(to_character)
    return np.zeros(space.size, dtype=np.intp) if hit is None else hit


def _suffered(values: list[int], ignored: float, most: int) -> Array:
    """Return how many points of some amounts are not ignored, `most` or more as one (W-1.7).

    Returns
    -------
    ndarray of float64, shape (values, most + 1)
    """
    rows = np.empty((len(values), most + 1))
    row = np.zeros(most + 1)
    row[0] = 1.0
    for points in range(max(values) + 1):
        if points:
            after = ignored * row
            after[1:] += (1.0 - ignored) * row[:-1]
            after[-1] += (1.0 - ignored) * row[-1]
            row = after
        rows[[i for i, value in enumerate(values) if value == points]] = row
    return rows


def _save(roll: Roll) -> Split:
    """Return how a save ends; where none is possible there is no die to roll again."""
    split = split_roll(roll, False)
    if split.raw[SUCCESS]:
        return split
    return split._replace(fresh=np.zeros(3), spent=split.total)


class Point:
    """One mortal wound, which carries over (W-1.6).

    Parameters
    ----------
    space : Space
    mortal : bool
        Which Feel No Pain ignores it.
    """

    def __init__(self, space: Space, mortal: bool = True) -> None:
        chances = np.array([ignore_chance(group, mortal) for group in space.target.groups])
        self.ignored = chances[_hit_groups(space, False)]
        self.goal = space.after(1, False)[1]

    def __call__(self, after: Array) -> Array:
        """Return the values before the point, from those after it."""
        ignored = self.ignored.reshape(-1, *(1,) * (after.ndim - 1))
        return np.asarray(ignored * after + (1.0 - ignored) * after[self.goal])


class Attack:
    """One wound: a saving throw, which its player may roll again, and the damage.

    Parameters
    ----------
    space : Space
    packet : Packet
        With saves.
    columns : Columns
    volley : int
    """

    def __init__(self, space: Space, packet: Packet, columns: Columns, volley: int) -> None:
        assert packet.saves is not None
        self.columns, self.place = columns, Place("save", (volley,))
        self.damage = DamageRoll(space, packet, columns, Place("damage", (volley,)))
        self.doubled = space.doubled
        at = _hit_groups(space, packet.to_character)
        splits = [_save(roll) for roll in packet.saves]

        def of_state(part: int) -> Array:
            rolls = np.array([split[part] for split in splits])
            return np.ascontiguousarray(rolls[at].T)[:, :, None, None, None, None]

        self.fresh, self.spent, self.raw = (of_state(part) for part in range(3))
        self.fallen = space.slain[:, None, None]

    def __call__(self, after: Array) -> Array:
        """Return the values before the save, from those after the attack."""
        failed, passed = self.damage(after), after
        if self.doubled:  # the first failed save inflicts nothing
            failed[: self.doubled] = after[self.doubled :]
        total = self.fresh + self.spent
        result: Array = total[FAIL] * failed + total[SUCCESS] * passed
        if after.shape[3] == 1:
            return result
        again = self.raw[FAIL] * failed[:, :, :, :1] + self.raw[SUCCESS] * passed[:, :, :, :1]
        again = again[:, :, :, 0]
        fallen = np.broadcast_to(self.fallen, again.shape[:3])
        rolled = (
            self.spent[FAIL] * failed[:, :, :, 1:] + self.spent[SUCCESS] * passed[:, :, :, 1:]
        )[:, :, :, 0]
        for outcome, kept in ((FAIL, failed), (SUCCESS, passed)):
            decided = self.columns.chosen(self.place, kept[:, :, :, 1], [(outcome, again)], fallen)
            rolled += self.fresh[outcome][..., 0] * decided
        result[:, :, :, 1] = rolled
        return result
