"""The best policy for Command Re-rolls, found from the end backward (W-6).

Information is as at the table with fast dice. Each copy's number of attacks is seen, then
all hits of a weapon, then all its wounds, then saves and damage one by one; what waits is
inflicted when all weapons are done. A player re-rolls only his own dice, each token once,
and no die that was rolled again before (D-2). Every die of a handful may be rolled again,
one that succeeded too where fishing for a critical is better.

Cost: for the handful of wound rolls of a weapon the pairs of its outcomes, for each number
of dice, state of the target and count of what waits; for its attacks one step per wound.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.errors import TooLargeError
from mathhammer.engine import limits
from mathhammer.engine.exact.space import Space
from mathhammer.engine.plays import REROLL, require
from mathhammer.engine.reroll.attacks import AttackRolls
from mathhammer.engine.reroll.columns import Columns, Place, Rule
from mathhammer.engine.reroll.packets import Point
from mathhammer.engine.reroll.stage import VolleyStage
from mathhammer.engine.reroll.waiting import Waiting, room, waiting_of
from mathhammer.plan import Plan, Volley


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
        require(plan, REROLL)
        action = plan.steps[0]
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
            stages.append(
                VolleyStage(self.space, self.columns, self.waiting, number, volley, before, after)
            )
            before = after
        self.left = before
        return stages

    def _check_size(self) -> None:
        for stage in self.stages:
            if stage.hits > limits.MAX_REROLL_DICE:
                raise TooLargeError(
                    f"{stage.volley.name}: up to {stage.hits} dice are rolled together; the best "
                    f"use of a Command Re-roll is found for up to {limits.MAX_REROLL_DICE}"
                )
        numbers = max((stage.numbers() for stage in self.stages), default=0)
        if numbers > limits.MAX_REROLL_NUMBERS:
            raise TooLargeError(
                f"the attacks, the target's states and what waits make {numbers} numbers that are "
                f"kept at once; the best use of a Command Re-roll is found for up to "
                f"{limits.MAX_REROLL_NUMBERS}"
            )
        self.work = work = sum(stage.work() for stage in self.stages) + self._end_work()
        most = limits.MAX_RULES_WORK if self.columns.rules else limits.MAX_REROLL_WORK
        if work > most:
            raise TooLargeError(
                f"the best use of a Command Re-roll takes about {work:.1e} steps here; up to "
                f"{most:.1e} are taken: fewer attacks, weapons or models may do"
            )

    def _end_work(self) -> float:
        """Return about how many steps what comes after the weapons takes."""
        work = 0.0
        for packet in self.action.dice_packets:
            points = float(packet.maximum)
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
