"""The best policy for Command Re-rolls, found from the end backward (W-6).

Information is as at the table with fast dice. Each copy's number of attacks is seen, then
all hits of a weapon, then all its wounds, then saves and damage one by one; what waits is
inflicted when all weapons are done. A player re-rolls only his own dice, each token once,
and no die that was rolled again before (D-2). Every die of a handful may be rolled again,
one that succeeded too where fishing for a critical is better.

Cost: for the handful of wound rolls of a weapon the pairs of its outcomes, for each number
of dice, state of the target and count of what waits; for its attacks one step a wound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...distribution import Array
from ...errors import NotModelledError, TooLargeError
from ...plan import Action, Plan, Volley
from ..space import Ints, Space
from .attacks import AttackRolls
from .columns import ATTACKER, DEFENDER, Columns, Place, Rule
from .dice import Decisions, Handful, split_roll
from .packets import Attack, Point
from .waiting import Waiting, devastating, room, waiting_of

#: The most steps of about a nanosecond that a policy may take, and with rules of thumb.
MOST_WORK, MOST_RULES_WORK = 15 * 10**9, 5 * 10**9
#: The most numbers that are kept at once.
MOST_NUMBERS = 40_000_000
#: The most dice of a handful.
MOST_DICE = 500
#: Numbers that are worked on at once.
_BLOCK = 2_000_000


class Sides(NamedTuple):
    """Who has a Command Re-roll."""

    attacker: bool
    defender: bool


class Policy:
    """The values of a plan under the best policy.

    Parameters
    ----------
    plan : Plan
        Of one action on one unit.
    objective : ndarray of float64, shape (states,)
        What the attacker maximises and the defender minimises, by the target's state at
        the end; never decreasing with damage.
    sides : Sides
    rules : list of Rule
        Rules of thumb that are followed beside the best policy.

    Raises
    ------
    NotModelledError
        The plan holds what isn't modelled here, by name.
    TooLargeError
        More numbers or steps than the limits, with the size.
    """

    def __init__(
        self, plan: Plan, objective: Array, sides: Sides, rules: Sequence[Rule] = ()
    ) -> None:
        action = plan.steps[0]
        check(action)
        self.space = space = Space(plan.units[0])
        self.action = action
        self.waiting = waiting_of(action.volleys)
        places = places_of(action.volleys, self.waiting)
        scale = float(np.abs(objective).max())
        self.columns = Columns(places, rules, sides.attacker, sides.defender, scale)
        self.stages = self._stages()
        self._check_size()
        values = self._end(objective)
        for stage in self.stages[::-1]:
            values = stage.before(values)
        #: Values at the start; shape (attacker's re-roll, defender's re-roll, columns).
        self.start: Array = values.reshape(space.size, *self.columns.tail)[space.start]

    def _stages(self) -> list[VolleyStage]:
        """Return the weapons in order, each with the room for what may wait."""
        stages = []
        most = [0] * len(self.waiting)
        before = (0,) * len(most)
        for number, volley in enumerate(self.action.volleys):
            dice = VolleyStage.most_hits(volley)
            most = [m + w.units[number] * dice for m, w in zip(most, self.waiting, strict=True)]
            after = tuple(room(self.space, w, m) for w, m in zip(self.waiting, most, strict=True))
            stages.append(VolleyStage(self, number, volley, before, after))
            before = after
        self.left = before
        return stages

    def _check_size(self) -> None:
        for stage in self.stages:
            if stage.hits > MOST_DICE:
                raise TooLargeError(
                    f"{stage.volley.name}: up to {stage.hits} dice are rolled together; the best "
                    f"use of a Command Re-roll is found for up to {MOST_DICE}"
                )
        numbers = max((stage.numbers() for stage in self.stages), default=0)
        if numbers > MOST_NUMBERS:
            raise TooLargeError(
                f"the attacks, the target's states and what waits make {numbers} numbers that are "
                f"kept at once; the best use of a Command Re-roll is found for up to {MOST_NUMBERS}"
            )
        self.work = work = sum(stage.work() for stage in self.stages) + self._end_work()
        most = MOST_RULES_WORK if self.columns.rules else MOST_WORK
        if work > most:
            raise TooLargeError(
                f"the best use of a Command Re-roll takes about {work:.1e} steps here; up to "
                f"{most:.1e} are taken: fewer attacks, weapons or models may do"
            )

    def _end_work(self) -> float:
        """Return about how many steps what comes after the weapons takes."""
        work = 0.0
        for packet in self.action.dice_packets:
            points = float(packet.dice.maximum * packet.damage.maximum)
            work += 2 * points * points + points * (5000 + 5 * self.space.size)
        cells = float(self.space.size * self.columns.width)
        for waiting, most in zip(self.waiting[::-1], self.left[::-1], strict=True):
            cells *= most + 1
            amount = waiting.packet.amount
            steps = waiting.points or len(amount.values) + amount.maximum
            work += 5 * steps * cells + 20_000 * steps * most
        return work

    def _end(self, objective: Array) -> Array:
        """Return the values when all weapons are done."""
        for packet in self.action.dice_packets[::-1]:
            masses = packet.pmf()
            point, now, total = Point(self.space), objective, masses[0] * objective
            for mass in masses[1:].tolist():
                now = point(now)
                total = total + mass * now
            objective = total
        values = self.columns.start(objective)
        for waiting, most in zip(self.waiting[::-1], self.left[::-1], strict=True):
            values = waiting.resolve(self.space, self.columns, values, most)
        return values


class VolleyStage:
    """All attacks of one weapon.

    Parameters
    ----------
    policy : Policy
    number : int
        Of the volley.
    volley : Volley
    before, after : tuple of int
        The most units of everything that waits, before and after the weapon.
    """

    def __init__(
        self,
        policy: Policy,
        number: int,
        volley: Volley,
        before: tuple[int, ...],
        after: tuple[int, ...],
    ) -> None:
        self.space, self.columns = policy.space, policy.columns
        self.number, self.volley = number, volley
        self.rooms_before, self.rooms_after = before, after
        self.units = tuple(w.units[number] for w in policy.waiting)
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

        One more than there is room for: one that is rolled again may leave all room full.
        """
        room = [
            -(-most // units)
            for units, most in zip(self.units, self.rooms_after, strict=True)
            if units
        ]
        return min(self.hits, room[0] + 1 if room else 1) if self.waits else 0

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


def places_of(volleys: Sequence[Volley], waiting: Sequence[Waiting] = ()) -> list[Place]:
    """Return where re-rolls may go, weapon by weapon."""
    places = []
    for number, volley in enumerate(volleys):
        at = (number,)
        if not volley.most_attacks():
            continue
        if AttackRolls(volley).rolled:
            places.append(Place("attacks", at))
        if volley.hit is not None:
            places.append(Place("hit", at))
        places += [Place("wound", at), Place("save", at)]
        if len(volley.plain[0].amount.values) > 1:
            places.append(Place("damage", at))
    for w in waiting:
        if not w.points and len(w.packet.amount.values) > 1 and w.place not in places:
            places.append(w.place)
    return places


def check(action: Action) -> None:
    """Check that an action holds nothing but what is modelled here.

    Raises
    ------
    NotModelledError
        With the name of the rule.
    """
    if action.pooled:
        raise NotModelledError("Command Re-roll is a stratagem of Warhammer 40,000 only (W-6)")
    for volley in action.volleys:
        riders = bool(volley.on_critical) or volley.critical != volley.plain
        waits = devastating(volley) is not None
        riders = riders or len(volley.plain_critical) > 1 or len(volley.plain) > 1
        riders = riders or volley.critical_critical != volley.plain_critical
        if riders or (not waits and volley.plain_critical != volley.plain):
            raise NotModelledError(
                f"{volley.name}: the best use of a Command Re-roll with on_critical_hit or "
                "on_critical_wound is not modelled"
            )


__all__ = ["ATTACKER", "DEFENDER", "Policy", "Sides", "places_of"]
